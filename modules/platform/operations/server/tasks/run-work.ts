/** One run of long work: it holds the lock, takes steps until its turn or the work ends, and ends the task. */
import { Refusal } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { refusalMessage } from '#server/http/messages.ts'
import type { JobContext } from '#server/module.ts'
import { isUnavailable } from '#server/unavailable.ts'
import type { Bilingual } from '../../contract/shapes.ts'
import type { TaskReference } from './kinds.ts'
import {
  endCancelled,
  failTask,
  finishTask,
  readWork,
  returnTry,
  showProgress,
  startRun,
  storeStep,
} from './progress.ts'
import type { LongWork } from './work.ts'

const triesMaxDefault = 5
/** Work takes turns: after so long a run lets other work of its kind go on. */
const turnMs = 1000
/** How often a preparation shows its progress, and sees a cancellation. */
const showEveryMs = 3000

const gaveUp: Bilingual = {
  cn: '多次尝试均未成功，请稍后重试；如仍失败，请联系管理员',
  en: 'Several attempts did not succeed. Try again later; if it fails again, ask an administrator.',
}

/** The member has cancelled the task. */
class Cancelled extends Error {}
/** Somebody else has ended the task. */
class Ended extends Error {}

/** Returns whether steps are left for another turn. */
export async function runWork<S, P, Q>(
  db: Connection,
  work: LongWork<S, P, Q>,
  taskId: string,
  context: JobContext,
): Promise<boolean> {
  const now = () => context.outside.clock.now()
  const triesMax = work.triesMax ?? triesMaxDefault
  const started = await inTransaction(db, (transaction) => startRun(transaction, taskId, now()))
  if (!started) return false
  const { task, tries, isCancelled } = started
  if (isCancelled) return cancel(db, work, task, now())
  if (tries > triesMax) return fail(db, work, task, gaveUp, undefined, now())
  const progress = { isStored: false }
  try {
    return await takeTurn(db, work, task, context, progress)
  } catch (error) {
    if (error instanceof Ended) return false
    if (error instanceof Cancelled) return cancel(db, work, task, now())
    if (context.signal?.aborted) {
      await returnTry(db, taskId)
      throw error
    }
    if (isUnavailable(error)) {
      // The work is not at fault: it waits for the database, the disk or the store of files, however long that takes.
      await returnTry(db, taskId).catch(() => undefined)
      throw error
    }
    const reason = work.reasonOf?.(error) ?? refusalReason(error)
    if (reason) return fail(db, work, task, reason, error, now())
    if (tries >= triesMax && !progress.isStored) await fail(db, work, task, gaveUp, error, now())
    throw error
  }
}

function refusalReason(error: unknown): Bilingual | undefined {
  if (!(error instanceof Refusal)) return undefined
  return { cn: refusalMessage(error.error, 'cn', error.data), en: refusalMessage(error.error, 'en', error.data) }
}

async function cancel<S, P, Q>(db: Connection, work: LongWork<S, P, Q>, task: TaskReference, now: number) {
  await inTransaction(db, async (transaction) => {
    await work.onCancel?.(transaction, task, now)
    await endCancelled(transaction, task.taskId, now)
  })
  return false
}

async function fail<S, P, Q>(
  db: Connection,
  work: LongWork<S, P, Q>,
  task: TaskReference,
  reason: Bilingual,
  error: unknown,
  now: number,
) {
  await inTransaction(db, async (transaction) => {
    await work.onFailure?.(transaction, task, error, now)
    await failTask(transaction, task.taskId, reason, now)
  })
  return false
}

async function takeTurn<S, P, Q>(
  db: Connection,
  work: LongWork<S, P, Q>,
  task: TaskReference,
  context: JobContext,
  progress: { isStored: boolean },
): Promise<boolean> {
  const started = performance.now()
  const prepared = await prepare(db, work, task, context)
  if (prepared === 'nothing') return false
  // A prepared run goes on to its end, because another one would have to prepare again.
  let isUsed = false
  try {
    while (work.prepare || performance.now() - started < turnMs) {
      context.signal?.throwIfAborted()
      const now = context.outside.clock.now()
      const state = await inTransaction(db, (transaction) =>
        takeStep(transaction, work, task, { ...context, now, prepared: prepared.value }),
      )
      isUsed ||= state !== 'nothing'
      progress.isStored = true
      if (state !== 'more') return false
    }
    return true
  } finally {
    if (work.prepare && !isUsed) await work.discard?.(db, prepared.value)
  }
}

/** What is left to do, for an owner who still may. */
async function claim<S, P, Q>(
  db: Connection,
  work: LongWork<S, P, Q>,
  about: TaskReference & { readonly position: Q },
) {
  const subject = await work.claim(db, about)
  if (subject !== undefined) await work.assertMayGoOn?.(db, subject)
  return subject
}

/** One step in the transaction of a dry run. Returns whether more steps may follow. */
export async function rehearseStep<S, P, Q>(
  db: Connection,
  work: LongWork<S, P, Q>,
  taskId: string,
  { outside, now }: JobContext,
): Promise<boolean> {
  const started = await startRun(db, taskId, now)
  if (!started || started.isCancelled) return false
  const prepared = undefined as P
  return (await takeStep(db, work, started.task, { outside, now, prepared })) === 'more'
}

/** One step in its transaction. `nothing`: somebody else has ended the work. */
async function takeStep<S, P, Q>(
  db: Connection,
  work: LongWork<S, P, Q>,
  task: TaskReference,
  { prepared, now, outside }: JobContext & { readonly prepared: P },
): Promise<'more' | 'done' | 'nothing'> {
  const current = await readWork(db, task.taskId)
  if (!current) throw new Ended()
  if (current.isCancelled) throw new Cancelled()
  const position = current.position as Q
  const subject = await claim(db, work, { ...task, position })
  const result = subject && (await work.step(db, { task, subject, prepared, position, outside, now }))
  if (!result || 'report' in result) {
    await finishTask(db, task.taskId, result?.report ?? {}, now)
    return result ? 'done' : 'nothing'
  }
  if (!(await storeStep(db, task.taskId, result, now))) throw new Ended()
  return 'more'
}

/** Prepares what the steps need. `nothing`: the work has ended otherwise, and so has its task. */
async function prepare<S, P, Q>(
  db: Connection,
  work: LongWork<S, P, Q>,
  task: TaskReference,
  context: JobContext,
): Promise<'nothing' | { readonly value: P }> {
  if (!work.prepare) return { value: undefined as P }
  const { clock } = context.outside
  const position = (await readWork(db, task.taskId))?.position as Q
  const subject = await inTransaction(db, (transaction) => claim(transaction, work, { ...task, position }))
  if (!subject) {
    await finishTask(db, task.taskId, {}, clock.now())
    return 'nothing'
  }
  const stop = new AbortController()
  const signal = context.signal ? AbortSignal.any([context.signal, stop.signal]) : stop.signal
  let permille = 0
  let isOver = false
  let shown = Promise.resolve()
  const show = async () => {
    if (isOver) return
    const state = await showProgress(db, task.taskId, permille, clock.now())
    await work.onProgress?.(db, task, permille)
    if (state === 'cancelled') stop.abort(new Cancelled())
    if (state === 'over') stop.abort(new Ended())
  }
  const timer = setInterval(() => {
    // Without its connection the run has lost the lock, so it must not go on.
    shown = shown.then(show).catch((error: unknown) => stop.abort(error))
  }, showEveryMs)
  try {
    const progress = (now: number) => {
      permille = Math.max(permille, now)
    }
    return { value: await work.prepare(db, subject, { outside: context.outside, signal, progress }) }
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error
  } finally {
    isOver = true
    clearInterval(timer)
    await shown
  }
}
