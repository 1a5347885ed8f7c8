/** The load, in a process of its own: so many connections for so long, each waiting for its answer before it asks again. */
import autocannon from 'autocannon'
import { type RequestPlan, requestOf } from './plans.ts'

export interface LoadTask {
  readonly origin: string
  /** Where the floor answers; the product is asked by the plan's own paths. */
  readonly floorIndex?: number
  readonly plan: RequestPlan
  readonly base: number
  readonly connections: number
  readonly seconds: number
}

export interface LoadResult {
  readonly perSecond: number
  readonly p99Ms: number
  readonly failed: number
  /** Errors and timeouts of the connection, answers by status. */
  readonly answers: string
}

let count = 0

async function run(task: LoadTask): Promise<LoadResult> {
  const { plan, floorIndex } = task
  const result = await autocannon({
    url: task.origin,
    connections: task.connections,
    duration: task.seconds,
    requests: [
      {
        setupRequest: (request) => {
          const actor = count++
          const own = requestOf(plan, actor, task.base, actor)
          const path = floorIndex === undefined ? own.path : `/${floorIndex}/${actor % plan.requests.length}`
          return { ...request, method: own.method, path, headers: own.headers, body: own.body }
        },
      },
    ],
  })
  const isRefused = plan.isRefused === true && floorIndex === undefined
  const tooMany = result.statusCodeStats?.['429']?.count ?? 0
  const unwanted = isRefused ? result['2xx'] + result['5xx'] + tooMany : result.non2xx
  const failed = unwanted + result.errors + result.timeouts
  const answers = JSON.stringify({ errors: result.errors, timeouts: result.timeouts, ...result.statusCodeStats })
  return { perSecond: result.requests.total / result.duration, p99Ms: result.latency.p99, failed, answers }
}

process.on('message', (task) => {
  void run(task as LoadTask).then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit(0))
