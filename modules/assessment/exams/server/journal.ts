/**
 * The journal of answers. Each tab numbers its events; a repeat changes nothing, a gap is refused with the number that is
 * wanted, and what was acknowledged is committed. An event after the end counts only where it was typed before it, and
 * arrives within the grace.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { refuse, TOO_MANY_CALLS } from '#kit/errors.ts'
import { filesOfOwner } from '#modules/platform/files/server.ts'
import {
  type AnsweringEvent,
  type EventBatch,
  type EventsTaken,
  leaveGraceMs,
  writersMax,
} from '../contract/answering.ts'
import { ATTEMPT_OVER, EVENTS_MISSING, NOT_IN_PAPER } from '../contract/codes.ts'
import { type AttemptRecord, assertGoesOn, clockOf, lockOwnAttempt, questionsOf } from './attempts.ts'
import type { ExamsDb } from './db.ts'
import { finishAttempt } from './finishing.ts'
import { openAnnouncements } from './open-announcements.ts'

interface Numbered {
  readonly number: number
  readonly event: AnsweringEvent
}

/** The last number that is stored of the writer. */
export async function lastNumberOf(db: ExamsDb, attemptId: string, writer: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('exams.writer')
    .select('last_number')
    .where('attempt_id', '=', attemptId)
    .where('writer_id', '=', writer)
    .executeTakeFirst()
  return row?.last_number
}

/** What is not stored yet of the batch; refuses a gap. */
function newEvents({ first, events }: Pick<EventBatch, 'first' | 'events'>, last: number): Numbered[] {
  if (first > last + 1) throw refuse(EVENTS_MISSING, { wanted: last + 1 })
  return events.map((event, at) => ({ number: first + at, event })).filter(({ number }) => number > last)
}

/** The events up to the first one that was typed after the end; refuses where there is none before it. */
function inTime(events: readonly Numbered[], endsAt: number, now: number): readonly Numbered[] {
  if (now <= endsAt) return events
  const late = events.findIndex(({ event }) => event.at > endsAt)
  if (late === 0) throw refuse(ATTEMPT_OVER, { state: 'in-progress' })
  return late === -1 ? events : events.slice(0, late)
}

/** Answers are of the kind of their question, and name no file of somebody else. */
async function assertFit(
  db: ExamsDb,
  caller: Pick<Caller, 'companyId' | 'memberId'>,
  attempt: AttemptRecord,
  events: readonly Numbered[],
) {
  const kinds = new Map(questionsOf(attempt.paper).map(({ place, kind }) => [place, kind]))
  for (const { number, event } of events) {
    if (!('place' in event)) continue
    const kind = kinds.get(event.place)
    if (kind === undefined || (event.answer !== null && event.answer.kind !== kind))
      throw refuse(NOT_IN_PAPER, { number })
  }
  const named = events.flatMap(({ number, event }) => fileIdsOf(event).map((id) => ({ number, id })))
  if (named.length === 0) return
  const own = await filesOfOwner(
    db,
    caller,
    named.map(({ id }) => id),
  )
  const foreign = named.find(({ id }) => !own.has(id))
  if (foreign) throw refuse(NOT_IN_PAPER, { number: foreign.number })
}

function fileIdsOf(event: AnsweringEvent): readonly string[] {
  if (!('place' in event) || event.answer === null) return []
  const parts = event.answer.kind === 'group' ? event.answer.parts : [event.answer]
  return parts.flatMap((part) => (part?.kind === 'file-answer' ? part.fileIds : []))
}

const isCounted = (event: Extract<AnsweringEvent, { leave: unknown }>) => event.ms >= leaveGraceMs && !event.isOffline

/** Rows of the journal, and of the leaves. The client's clock may be ahead: nothing is typed later than it is received. */
function rowsOf(events: readonly Numbered[], { startedAt }: AttemptRecord, now: number) {
  const moment = (at: number) => Math.min(Math.max(at, startedAt), now)
  const answers = events.flatMap(({ number, event }) =>
    'place' in event ? [{ number, place: event.place, answer: event.answer, typed_at: moment(event.at) }] : [],
  )
  const leaves = events.flatMap(({ event }) =>
    'leave' in event
      ? [{ id: uuid(), kind: event.leave, started_at: moment(event.at), ms: event.ms, is_counted: isCounted(event) }]
      : [],
  )
  return { answers, leaves }
}

/** One statement, whatever the batch holds. Answers how often the screen was left. */
async function store(
  db: ExamsDb,
  attempt: AttemptRecord,
  { writer, lastNumber, isNew }: { readonly writer: string; readonly lastNumber: number; readonly isNew: boolean },
  events: readonly Numbered[],
  now: number,
): Promise<number> {
  const { answers, leaves } = rowsOf(events, attempt, now)
  const key = sql`${attempt.id}::uuid, ${writer}::uuid, ${attempt.companyId}::uuid`
  const { rows } = await sql<{ leave_count: number }>`
    with answered as (
      insert into exams.answer_event (attempt_id, writer_id, company_id, number, place, answer, typed_at, received_at)
      select ${key}, e.number, e.place, e.answer, e.typed_at, ${now}
      from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
        as e(number int, place int, answer jsonb, typed_at bigint) order by e.number),
    gone as (
      insert into exams.leave (attempt_id, company_id, id, kind, started_at, ms, is_counted)
      select ${attempt.id}::uuid, ${attempt.companyId}::uuid, l.id, l.kind, l.started_at, l.ms, l.is_counted
      from jsonb_to_recordset(${JSON.stringify(leaves)}::jsonb)
        as l(id uuid, kind text, started_at bigint, ms int, is_counted boolean)),
    known as (
      insert into exams.writer (attempt_id, writer_id, company_id, last_number) values (${key}, ${lastNumber})
      on conflict (attempt_id, writer_id) do update set last_number = excluded.last_number)
    update exams.attempt set last_saved_at = ${now}, last_place = coalesce(${answers.at(-1)?.place ?? null}::int, last_place),
      leave_count = leave_count + ${leaves.filter((leave) => leave.is_counted).length}
      ${isNew ? sql`, writer_id = ${writer}` : sql``}
    where id = ${attempt.id} returning leave_count`.execute(db)
  return rows[0]?.leave_count ?? 0
}

async function assertFewWriters(db: ExamsDb, attemptId: string): Promise<void> {
  const { count } = await db
    .selectFrom('exams.writer')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow()
  if (count >= writersMax) throw refuse(TOO_MANY_CALLS)
}

export interface FiledEvents {
  readonly taken: number
  readonly known: number
  /** Typed after the end. */
  readonly late: number
  /** The questions that have another answer now. */
  readonly places: readonly number[]
}

/**
 * Events of a saved file, whatever the attempt has come to. What is missing before them is lost with the device, and no
 * reason to lose the rest.
 */
export async function storeFiled(
  db: ExamsDb,
  attempt: AttemptRecord,
  { writer, first, events }: EventBatch,
  now: number,
): Promise<FiledEvents> {
  const last = await lastNumberOf(db, attempt.id, writer)
  if (last === undefined) await assertFewWriters(db, attempt.id)
  const numbered = events.map((event, at) => ({ number: first + at, event }))
  const fresh = numbered.filter(({ number }) => number > (last ?? 0))
  const inTime = fresh.filter(({ event }) => event.at <= attempt.endsAt)
  await assertFit(db, attempt, attempt, inTime)
  const lastNumber = fresh.at(-1)?.number
  if (lastNumber !== undefined) await store(db, attempt, { writer, lastNumber, isNew: false }, inTime, now)
  return {
    ...{ taken: inTime.length, known: numbered.length - fresh.length, late: fresh.length - inTime.length },
    places: inTime.flatMap(({ event }) => ('place' in event ? [event.place] : [])),
  }
}

export async function recordEvents(
  db: ExamsDb,
  caller: Caller,
  id: string,
  batch: EventBatch,
  now: number,
): Promise<EventsTaken> {
  const { writer } = batch
  const attempt = await lockOwnAttempt(db, caller, id, now)
  assertGoesOn(attempt, now)
  const last = await lastNumberOf(db, id, writer)
  if (last === undefined) await assertFewWriters(db, id)
  const events = inTime(newEvents(batch, last ?? 0), attempt.endsAt, now)
  await assertFit(db, caller, attempt, events)
  const acknowledged = events.at(-1)?.number ?? last ?? 0
  const isNew = last === undefined
  const leaveCount = await store(db, attempt, { writer, lastNumber: acknowledged, isNew }, events, now)
  const { leavesMax } = attempt.rules
  const isOver = leavesMax !== null && leaveCount > leavesMax
  const state = isOver ? (await finishAttempt(db, attempt, 'leaves', now)).state : attempt.state
  return {
    ...clockOf({ ...attempt, state, leaveCount }, now),
    acknowledged,
    isElsewhere: !isNew && attempt.writerId !== writer,
    announcements: await openAnnouncements(db, attempt),
  }
}
