/**
 * The journal of answers. Each tab numbers its events; a repeat changes nothing, a gap is refused with the number that is
 * wanted, and what was acknowledged is committed. An event after the end counts only where it was typed before it, and
 * arrives within the grace. When an event was typed is reckoned from how long ago that was when the batch was sent, by the
 * clock of the device itself: so devices whose clocks are apart are in one order.
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
  endGraceMs,
  leaveGraceMs,
  writersMax,
} from '../contract/answering.ts'
import { ATTEMPT_OVER, EVENTS_MISSING, NOT_IN_PAPER, SECTION_CLOSED } from '../contract/codes.ts'
import type { SectionPosition } from '../contract/sections.ts'
import {
  type AttemptRecord,
  assertGoesOn,
  clockOf,
  lockOwnAttempt,
  positionColumns,
  positionOf,
  questionsOf,
} from './attempts.ts'
import type { ExamsDb } from './db.ts'
import { finishAttempt } from './finishing.ts'
import { openAnnouncements } from './open-announcements.ts'

interface Numbered {
  readonly number: number
  readonly event: AnsweringEvent
  /** When it was typed, by the server's clock. */
  readonly at: number
}

interface Writer {
  readonly lastNumber: number
  readonly lastTypedAt: number
}

/** What is stored of the writer; undefined before its first events. */
async function findWriter(db: ExamsDb, attemptId: string, writer: string): Promise<Writer | undefined> {
  return db
    .selectFrom('exams.writer')
    .select(['last_number as lastNumber', 'last_typed_at as lastTypedAt'])
    .where('attempt_id', '=', attemptId)
    .where('writer_id', '=', writer)
    .executeTakeFirst()
}

/** Refuses an end of the attempt, or of a section, before everything that the writer has numbered is stored. */
export async function assertStored(
  db: ExamsDb,
  attemptId: string,
  { writer, lastNumber }: { readonly writer: string; readonly lastNumber: number },
): Promise<void> {
  const stored = (await findWriter(db, attemptId, writer))?.lastNumber ?? 0
  if (stored < lastNumber) throw refuse(EVENTS_MISSING, { wanted: stored + 1 })
}

/**
 * What is not stored yet of the batch; refuses a gap. Nothing is typed before the attempt, after it is received, or before
 * an earlier event of the same writer.
 */
function newEvents(batch: EventBatch, known: Writer | undefined, startedAt: number, now: number): Numbered[] {
  const { first, events, sentAt = now } = batch
  const { lastNumber, lastTypedAt } = known ?? { lastNumber: 0, lastTypedAt: startedAt }
  if (first > lastNumber + 1) throw refuse(EVENTS_MISSING, { wanted: lastNumber + 1 })
  let earliest = Math.max(startedAt, lastTypedAt)
  return events.slice(lastNumber + 1 - first).map((event, place) => {
    earliest = Math.min(Math.max(now - (sentAt - event.at), earliest), now)
    return { number: lastNumber + 1 + place, event, at: earliest }
  })
}

/** The events up to the first one that was typed after the end; refuses where there is none before it. */
function inTime(events: readonly Numbered[], endsAt: number, now: number): readonly Numbered[] {
  if (now <= endsAt) return events
  const late = events.findIndex(({ at }) => at > endsAt)
  if (late === 0) throw refuse(ATTEMPT_OVER, { state: 'in-progress' })
  return late === -1 ? events : events.slice(0, late)
}

/**
 * Refuses answers for sections that are not open, by their numbers: the examinee learns of it, and the rest comes again. The section
 * before takes what was typed before its end and arrives within the grace.
 */
function assertOpen(
  { paper }: AttemptRecord,
  position: SectionPosition | null,
  events: readonly Numbered[],
  now: number,
) {
  if (position === null) return
  const { sectionNumber, sectionOpenedAt } = position
  const sectionOf = new Map(
    paper.flatMap(({ questions }, at) => questions.map(({ place }) => [place, at + 1] as const)),
  )
  const isOpen = ({ event, at }: Numbered) => {
    if (!('place' in event)) return true
    const section = sectionOf.get(event.place) ?? sectionNumber
    const isJustOver = section === sectionNumber - 1 && at <= sectionOpenedAt && now <= sectionOpenedAt + endGraceMs
    return section === sectionNumber || isJustOver
  }
  const numbers = events.filter((one) => !isOpen(one)).map(({ number }) => number)
  if (numbers.length > 0) throw refuse(SECTION_CLOSED, { numbers })
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

/** Rows of the journal, and of the leaves. */
function rowsOf(events: readonly Numbered[]) {
  const answers = events.flatMap(({ number, event, at }) =>
    'place' in event ? [{ number, place: event.place, answer: event.answer, typed_at: at }] : [],
  )
  const leaves = events.flatMap(({ event, at }) =>
    'leave' in event
      ? [{ id: uuid(), kind: event.leave, started_at: at, ms: event.ms, is_counted: isCounted(event) }]
      : [],
  )
  return { answers, leaves }
}

interface Storing extends Writer {
  readonly writer: string
  readonly isNew: boolean
  readonly position: SectionPosition | null
}

/**
 * One statement, whatever the batch holds. Answers how often the screen was left. Sequence 0 keeps an answer that counts no
 * longer, because another device has given a later one.
 */
async function store(
  db: ExamsDb,
  attempt: AttemptRecord,
  { writer, lastNumber, lastTypedAt, isNew, position }: Storing,
  events: readonly Numbered[],
  now: number,
): Promise<number> {
  const { answers, leaves } = rowsOf(events)
  const place = positionColumns(position, attempt.endsAt)
  const key = sql`${attempt.id}::uuid, ${writer}::uuid, ${attempt.companyId}::uuid`
  const { rows } = await sql<{ leave_count: number }>`
    with answered as (
      insert into exams.answer_event
        (attempt_id, writer_id, company_id, number, place, answer, typed_at, received_at, sequence)
      select ${key}, e.number, e.place, e.answer, e.typed_at, ${now},
        case when e.typed_at < current.typed_at then 0 else nextval('exams.answer_event_sequence_seq') end
      from (select * from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
        as e(number int, place int, answer jsonb, typed_at bigint) order by number) e
      left join lateral (select c.typed_at from exams.answer_event c
        where c.attempt_id = ${attempt.id} and c.place = e.place order by c.sequence desc limit 1) current on true
      order by e.number),
    gone as (
      insert into exams.leave (attempt_id, company_id, id, kind, started_at, ms, is_counted)
      select ${attempt.id}::uuid, ${attempt.companyId}::uuid, l.id, l.kind, l.started_at, l.ms, l.is_counted
      from jsonb_to_recordset(${JSON.stringify(leaves)}::jsonb)
        as l(id uuid, kind text, started_at bigint, ms int, is_counted boolean)),
    known as (
      insert into exams.writer (attempt_id, writer_id, company_id, last_number, last_typed_at)
      values (${key}, ${lastNumber}, ${lastTypedAt})
      on conflict (attempt_id, writer_id)
        do update set last_number = excluded.last_number, last_typed_at = excluded.last_typed_at)
    update exams.attempt set last_saved_at = ${now}, last_place = coalesce(${answers.at(-1)?.place ?? null}::int, last_place),
      leave_count = leave_count + ${leaves.filter((leave) => leave.is_counted).length},
      ends_at = ${place.ends_at}, section_number = ${place.section_number},
      section_opened_at = ${place.section_opened_at}, section_after_ms = ${place.section_after_ms}
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
  /** Typed after the end, or after the submission. */
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
  const known = await findWriter(db, attempt.id, writer)
  if (!known) await assertFewWriters(db, attempt.id)
  const moment = (at: number) => Math.min(Math.max(at, attempt.startedAt), now)
  const numbered = events.map((event, at) => ({ number: first + at, event, at: moment(event.at) }))
  const fresh = numbered.filter(({ number }) => number > (known?.lastNumber ?? 0))
  // Whoever has submitted may have read the key since.
  const until = attempt.submittedAt ?? attempt.endsAt
  const inTime = fresh.filter(({ event }) => event.at <= until)
  await assertFit(db, attempt, attempt, inTime)
  const last = fresh.at(-1)
  if (last) {
    const position = positionOf(attempt, attempt.submittedAt ?? now)
    const storing = { writer, lastNumber: last.number, lastTypedAt: last.at, isNew: false, position }
    await store(db, attempt, storing, inTime, now)
  }
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
  const known = await findWriter(db, id, writer)
  if (!known) await assertFewWriters(db, id)
  const events = inTime(newEvents(batch, known, attempt.startedAt, now), attempt.endsAt, now)
  await assertFit(db, caller, attempt, events)
  const position = positionOf(attempt, now)
  assertOpen(attempt, position, events, now)
  const last = events.at(-1)
  const lastNumber = last?.number ?? known?.lastNumber ?? 0
  const lastTypedAt = last?.at ?? known?.lastTypedAt ?? attempt.startedAt
  const isNew = known === undefined
  const leaveCount = await store(db, attempt, { writer, lastNumber, lastTypedAt, isNew, position }, events, now)
  const { leavesMax } = attempt.rules
  const isOver = leavesMax !== null && leaveCount > leavesMax
  const state = isOver ? (await finishAttempt(db, attempt, 'leaves', now)).state : attempt.state
  return {
    ...clockOf({ ...attempt, state, leaveCount }, now, position),
    acknowledged: lastNumber,
    isElsewhere: !isNew && attempt.writerId !== writer,
    announcements: await openAnnouncements(db, attempt),
  }
}
