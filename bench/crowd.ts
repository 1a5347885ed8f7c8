/** A crowd, in a process of its own: each request is made once, so many at a time, each when the one before it was answered. */
import { Agent, request as ask } from 'node:http'
import type { Request } from './plans.ts'

export interface CrowdTask {
  readonly origin: string
  readonly requests: readonly Request[]
  readonly connections: number
}

export interface CrowdResult {
  readonly ms: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** How many answers had which status. */
  readonly answers: Readonly<Record<string, number>>
}

function send(agent: Agent, origin: string, { method, path, headers, body }: Request): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = ask(`${origin}${path}`, { agent, method, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

async function run({ origin, requests, connections }: CrowdTask): Promise<CrowdResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const waiting = requests.values()
  const times: number[] = []
  const answers: Record<string, number> = {}
  const startedAt = performance.now()
  const loop = async () => {
    for (const request of waiting) {
      const sentAt = performance.now()
      const status = await send(agent, origin, request)
      times.push(performance.now() - sentAt)
      answers[status] = (answers[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  const ms = performance.now() - startedAt
  agent.destroy()
  times.sort((left, right) => left - right)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { ms, p50Ms: at(0.5), p99Ms: at(0.99), answers }
}

process.on('message', (task) => {
  void run(task as CrowdTask).then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit(0))
