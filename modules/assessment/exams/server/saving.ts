/**
 * Saves of answers. The candidates of an exam save all the time, so the saves of several that arrive at the same moment share
 * their statements and their commit. Each is weighed by itself, by the rules of the journal, and acknowledged when it is stored;
 * one that is refused, or waits for a lock, delays none of the others.
 */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, Refusal, refuse } from '#kit/errors.ts'
import { Gatherer } from '#server/db/gathered.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { isUnavailable } from '#server/unavailable.ts'
import type { EventBatch, EventsTaken } from '../contract/answering.ts'
import type { ExamRules } from '../contract/rules.ts'
import { type AttemptRecord, assertGoesOn, assertNotReset, clockOf, lockOwnAttempt, positionIn } from './attempts.ts'
import type { ExamsDb } from './db.ts'
import { finishAttempt } from './finishing.ts'
import {
  assertFewWriters,
  assertKinds,
  assertOpen,
  assertOwnFiles,
  fileIdsOf,
  findWriters,
  inTime,
  newEvents,
  type Storing,
  store,
} from './journal.ts'
import { openAnnouncements } from './open-announcements.ts'
import { type PaperShape, paperShapes } from './paper-shapes.ts'

interface Save {
  readonly caller: Caller
  readonly attemptId: string
  readonly batch: EventBatch
  readonly now: number
}

type Saved = Omit<EventsTaken, 'announcements'> & { readonly announcedAt: number | null }
/** Undefined: it needs a transaction of its own. */
type Outcome = Saved | Refusal | undefined

/** What a save has to know of an attempt, without its paper. */
interface AnsweredAttempt
  extends Pick<
    AttemptRecord,
    | ('id' | 'companyId' | 'state' | 'startedAt' | 'endsAt' | 'leaveCount' | 'writerId' | 'resetAt' | 'announcedAt')
    | ('sectionNumber' | 'sectionOpenedAt' | 'sectionAfterMs')
  > {
  readonly rules: Pick<ExamRules, 'leavesMax'>
}

/** The callers' own attempts, each in the place of its save. `together`: without those that somebody else has locked. */
async function lockAnswered(db: ExamsDb, saves: readonly Save[], { together }: { readonly together: boolean }) {
  const all = (of: (save: Save) => string) => saves.map(of)
  const { rows } = await sql<AnsweredAttempt & { readonly at: number }>`
    select a.at::int, t.id, t.company_id as "companyId", t.state, t.started_at as "startedAt", t.ends_at as "endsAt",
      t.leave_count as "leaveCount", t.section_number as "sectionNumber", t.section_opened_at as "sectionOpenedAt",
      t.section_after_ms as "sectionAfterMs", t.writer_id as "writerId", t.reset_at as "resetAt",
      s.announced_at as "announcedAt", json_build_object('leavesMax', s.published_rules -> 'leavesMax') as rules
    from unnest(${all(({ attemptId }) => attemptId)}::uuid[], ${all(({ caller }) => caller.memberId)}::uuid[],
      ${all(({ caller }) => caller.companyId)}::uuid[]) with ordinality a (id, member_id, company_id, at)
    join exams.attempt t on t.id = a.id and t.member_id = a.member_id and t.company_id = a.company_id
    join exams.exam s on s.id = t.exam_id
    for no key update of t ${together ? sql`skip locked` : sql``}`.execute(db)
  const found = new Map(rows.map((row) => [row.at, row]))
  return saves.map((_, index) => found.get(index + 1))
}

/** What is to be stored of a save; refuses what does not count. */
function weighed(
  { batch, now }: Save,
  attempt: AnsweredAttempt,
  shape: PaperShape,
  writer: Parameters<typeof assertFewWriters>[0],
): Storing {
  assertNotReset(attempt)
  assertGoesOn(attempt, now)
  const known = assertFewWriters(writer)
  const events = inTime(newEvents(batch, known, attempt.startedAt, now), attempt.endsAt, now)
  assertKinds(shape, events)
  const position = positionIn(shape.sections, attempt, now)
  assertOpen(shape, position, events, now)
  const last = events.at(-1)
  return {
    ...{ attempt, writer: batch.writer, takesOver: known === undefined, position, events, now },
    lastNumber: last?.number ?? known?.lastNumber ?? 0,
    lastTypedAt: last?.at ?? known?.lastTypedAt ?? attempt.startedAt,
  }
}

/** A refusal is the outcome of its own save. */
function orRefusal<Result>(work: () => Result): Result | Refusal {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

interface Weighed {
  readonly attempt: AnsweredAttempt
  readonly storing: Storing
}

/** Too many leaves submit the paper. */
const isLeftTooOften = ({ rules: { leavesMax }, leaveCount }: Pick<AnsweredAttempt, 'rules' | 'leaveCount'>) =>
  leavesMax !== null && leaveCount > leavesMax

/** Saves of different attempts, which are locked from now on; undefined: there is no such attempt, or not together with others. */
async function weighAll(
  db: ExamsDb,
  saves: readonly Save[],
  shapes: ReadonlyMap<string, PaperShape>,
  { together }: { readonly together: boolean },
): Promise<readonly (Weighed | Refusal | undefined)[]> {
  const attempts = await lockAnswered(db, saves, { together })
  // Only now, under the lock, nobody else adds to what a writer has stored.
  const writers = await findWriters(
    db,
    saves.map(({ attemptId, batch }) => ({ attemptId, writer: batch.writer })),
  )
  return saves.map((save, at) => {
    const [attempt, shape] = [attempts[at], shapes.get(save.attemptId)]
    if (!attempt || !shape || (together && isLeftTooOften(attempt))) return undefined
    return orRefusal(() => ({ attempt, storing: weighed(save, attempt, shape, writers[at]) }))
  })
}

const isFit = (one: Weighed | Refusal | undefined): one is Weighed => one !== undefined && !(one instanceof Refusal)

async function storeAll(db: ExamsDb, all: readonly (Weighed | Refusal | undefined)[]): Promise<readonly Outcome[]> {
  const fit = all.filter(isFit).map(({ storing }) => storing)
  const leaveCounts = fit.length > 0 ? await store(db, fit) : new Map<string, number>()
  return all.map((one) => {
    if (!isFit(one)) return one
    const { attempt, storing } = one
    const { position, now, lastNumber, takesOver, writer } = storing
    const leaveCount = leaveCounts.get(attempt.id) ?? attempt.leaveCount
    return {
      ...clockOf({ ...attempt, leaveCount }, now, position),
      ...{ acknowledged: lastNumber, isElsewhere: !takesOver && attempt.writerId !== writer },
      announcedAt: attempt.announcedAt,
    }
  })
}

type Gathered = Gatherer<Save, Outcome>
const gathered = new WeakMap<ExamsDb, Gathered>()

function gathererOf(db: ExamsDb): Gathered {
  const known = gathered.get(db)
  if (known) return known
  const made: Gathered = new Gatherer({ max: 64, keyOf: ({ caller }) => caller.memberId }, async (saves) => {
    const shapes = await paperShapes(
      db,
      saves.map(({ attemptId }) => attemptId),
    )
    return inTransaction(db, async (transaction) =>
      storeAll(transaction, await weighAll(transaction, saves, shapes, { together: true })),
    )
  })
  gathered.set(db, made)
  return made
}

/** A zero character and half a pair, which the database refuses with the whole statement. */
const unstorable = /\\u(?:0000|d[89a-f])/i

/** Files are looked up, a leave may submit the attempt, and what cannot be stored must not take others with it. */
const needsOwnTransaction = ({ batch }: Save) =>
  batch.events.some((event) => 'leave' in event || fileIdsOf(event).length > 0) ||
  unstorable.test(JSON.stringify(batch.events))

async function saveWithOthers(db: ExamsDb, save: Save): Promise<Outcome> {
  if (needsOwnTransaction(save)) return undefined
  try {
    return await gathererOf(db).ask(save)
  } catch (error) {
    if (isUnavailable(error)) throw error
    // What is wrong with one must not harm the others: each is tried alone.
    return undefined
  }
}

/** In the transaction of `db`, with all that follows from it. */
async function saveAlone(db: ExamsDb, save: Save): Promise<Saved> {
  const { caller, attemptId, now } = save
  const shapes = await paperShapes(db, [attemptId])
  const [one] = await weighAll(db, [save], shapes, { together: false })
  if (!one) throw refuse(NOT_FOUND)
  if (one instanceof Refusal) throw one
  await assertOwnFiles(db, caller, one.storing.events)
  const [saved] = (await storeAll(db, [one])) as readonly [Saved]
  if (!isLeftTooOften({ ...one.attempt, leaveCount: saved.leaveCount })) return saved
  const { state } = await finishAttempt(db, await lockOwnAttempt(db, caller, attemptId, now), 'leaves', now)
  return { ...saved, state }
}

/** Stores numbered events. What is acknowledged is committed. */
export async function recordEvents(
  db: ExamsDb,
  caller: Caller,
  attemptId: string,
  batch: EventBatch,
  now: number,
): Promise<EventsTaken> {
  const save = { caller, attemptId, batch, now }
  // Whoever fills the demonstration has a transaction already.
  const outcome = db.isTransaction
    ? await saveAlone(db, save)
    : ((await saveWithOthers(db, save)) ?? (await inTransaction(db, (transaction) => saveAlone(transaction, save))))
  if (outcome instanceof Refusal) throw outcome
  const { announcedAt, ...taken } = outcome
  return { ...taken, announcements: await openAnnouncements(db, { id: attemptId, announcedAt }) }
}
