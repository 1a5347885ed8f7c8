/** Takes some steps of long work as a process does that ends afterwards: for tests of what comes next. */
import type { Connection } from '#server/db/connection.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Job } from '#server/module.ts'
import type { Outside } from '#server/outside.ts'
import { resumeWorkJob } from './tasks/jobs.ts'

interface Platform {
  readonly db: Connection
  readonly outside: Outside
  readonly now: number
}

export async function takeSteps(
  { db, outside, now }: Platform,
  job: Job,
  taskId: string,
  steps: number,
): Promise<void> {
  const ending = new AbortController()
  let left = steps
  const signal = Object.assign(ending.signal, {
    throwIfAborted() {
      left -= 1
      if (left >= 0) return
      ending.abort(new Error('the process ends'))
      throw ending.signal.reason
    },
  })
  await job.run(db, { taskId }, { outside, now, signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

/** What the clock brings each minute: work that nobody does is enqueued. */
export function lookForWork({ db }: Pick<Platform, 'db'>): Promise<void> {
  return enqueue(db, resumeWorkJob, {})
}
