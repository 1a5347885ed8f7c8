/**
 * Long work: a task that a job does in steps. Each step is one transaction, which stores the progress with the result. The
 * run holds a lock that the database frees when the process dies, so no second run is beside it, and the next run goes on
 * from the last stored step at once.
 */
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import type { Connection } from '#server/db/connection.ts'
import { whileHolding } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { type Job, type JobContext, job } from '#server/module.ts'
import { isUnavailable } from '#server/unavailable.ts'
import { type TaskKind, taskKind } from './kinds.ts'
import { type NewTask, startTask, workKey, workLock } from './progress.ts'
import { rehearseStep, runWork } from './run-work.ts'
import type { LongWork } from './work.ts'

/** Work for which the disk is full or the store is away is taken up again after this long. */
const waitMs = 30_000

export interface NewWork<Position> extends Omit<NewTask, 'kind' | 'position'> {
  readonly position?: Position
}

interface WorkHandle<Position> {
  /** For `jobs` of the module. */
  readonly job: Job
  /** For `extensions` of the module. */
  readonly task: ReturnType<typeof taskKind>
  /** Creates the task and enqueues its work, in the transaction of `db`. Returns the id of the task. */
  start(db: Connection, work: NewWork<Position>): Promise<string>
  /** Enqueues the work of a task again, for a subject that was given more to do. */
  resume(db: Connection, taskId: string): Promise<void>
}

/** Declares long work: its steps, and how it ends. */
export function longWork<Subject, Prepared = undefined, Position = undefined>(
  work: LongWork<Subject, Prepared, Position>,
): WorkHandle<Position> {
  const { kind, label, cancellable } = work
  const runJob: Job = job({
    name: work.job,
    payload: Type.Object({ taskId: Id }),
    outside: true,
    ...(work.long && { long: true as const }),
    async run(connection: Connection, { taskId }: { taskId: string }, context: JobContext) {
      try {
        const isLeft = await whileHolding(connection, workLock(taskId), (db) => runWork(db, work, taskId, context))
        // Other work gets its turn first.
        if (isLeft) await resume(connection, taskId)
      } catch (error) {
        if (!isUnavailable(error)) throw error
        // The growing delays of a failing job would outlast the cause. Without a database this fails as well, and the job is
        // repeated by its runner.
        await resume(connection, taskId, context.outside.clock.now() + waitMs)
      }
    },
    ...(!work.prepare && {
      async rehearse(connection: Connection, { taskId }: { taskId: string }, context: JobContext) {
        if (await rehearseStep(connection, work, taskId, context)) await resume(connection, taskId)
      },
    }),
  }) as Job
  const options = work.queue === undefined ? {} : { queue: work.queue }
  const resume = (db: Connection, taskId: string, runAt?: number) =>
    enqueue(db, runJob, { taskId }, { ...options, key: workKey(taskId), ...(runAt !== undefined && { runAt }) })
  const restart: TaskKind['restart'] = work.restart?.bind(work)
  return {
    job: runJob,
    task: taskKind({ kind, label, cancellable, enqueue: resume, restart }),
    resume,
    async start(db, task) {
      const taskId = await startTask(db, { ...task, kind })
      await resume(db, taskId)
      return taskId
    },
  }
}
