/**
 * The journal of answers. Each tab numbers its events; a repeat changes nothing, a gap is refused with the number that is
 * wanted, and what was acknowledged is committed. An event after the end counts only where it was typed before it, and
 * arrives within the grace. When an event was typed is reckoned from how long ago that was when the batch was sent, by the
 * clock of the device itself: so devices whose clocks are apart are in one order.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse, TOO_MANY_CALLS } from '#kit/errors.ts'
import { filesOfOwner } from '#modules/platform/files/server.ts'
import { type AnsweringEvent, type EventBatch, endGraceMs, leaveGraceMs, writersMax } from '../contract/answering.ts'
import { ATTEMPT_OVER, EVENTS_MISSING, NOT_IN_PAPER, SECTION_CLOSED } from '../contract/codes.ts'
import type { SectionPosition } from '../contract/sections.ts'
import { type AttemptRecord, positionColumns, positionOf } from './attempts.ts'
import type { ExamsDb } from './db.ts'
import { type PaperShape, paperShapes } from './paper-shapes.ts'

export interface Numbered {
  readonly number: number
  readonly event: AnsweringEvent
  /** When it was typed, by the server's clock. */
  readonly at: number
}

interface Writer {
  readonly lastNumber: number
  readonly lastTypedAt: number
}

export interface WriterKey {
  readonly attemptId: string
  readonly writer: string
}

interface FoundWriter {
  /** Undefined before its first events. */
  readonly known: Writer | undefined
  readonly isOneTooMany: boolean
}

/** What is stored of the writers, each in the place of its key. */
export async function findWriters(db: ExamsDb, keys: readonly WriterKey[]): Promise<readonly FoundWriter[]> {
  type Row = { [Name in keyof Writer]: number | null } & Pick<FoundWriter, 'isOneTooMany'>
  const { rows } = await sql<Row>`
    select w.last_number as "lastNumber", w.last_typed_at as "lastTypedAt", w.attempt_id is null and
      (select count(*) from exams.writer o where o.attempt_id = a.attempt_id) >= ${writersMax}::int as "isOneTooMany"
    from unnest(${keys.map(({ attemptId }) => attemptId)}::uuid[], ${keys.map(({ writer }) => writer)}::uuid[])
      with ordinality a (attempt_id, writer_id, at)
    left join exams.writer w on w.attempt_id = a.attempt_id and w.writer_id = a.writer_id order by a.at`.execute(db)
  return rows.map(({ lastNumber, lastTypedAt, isOneTooMany }) => ({
    known: lastNumber === null ? undefined : { lastNumber, lastTypedAt: lastTypedAt ?? 0 },
    isOneTooMany,
  }))
}

/** The writer, unless the attempt has seen too many of them. */
export function assertFewWriters(found: FoundWriter | undefined): Writer | undefined {
  if (found?.isOneTooMany) throw refuse(TOO_MANY_CALLS)
  return found?.known
}

/** Refuses an end of the attempt, or of a section, before everything that the writer has numbered is stored. */
export async function assertStored(
  db: ExamsDb,
  attemptId: string,
  { writer, lastNumber }: { readonly writer: string; readonly lastNumber: number },
): Promise<void> {
  const [found] = await findWriters(db, [{ attemptId, writer }])
  const stored = found?.known?.lastNumber ?? 0
  if (stored < lastNumber) throw refuse(EVENTS_MISSING, { wanted: stored + 1 })
}

/**
 * What is not stored yet of the batch; refuses a gap. Nothing is typed before the attempt, after it is received, or before
 * an earlier event of the same writer.
 */
export function newEvents(batch: EventBatch, known: Writer | undefined, startedAt: number, now: number): Numbered[] {
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
export function inTime(events: readonly Numbered[], endsAt: number, now: number): readonly Numbered[] {
  if (now <= endsAt) return events
  const late = events.findIndex(({ at }) => at > endsAt)
  if (late === 0) throw refuse(ATTEMPT_OVER, { state: 'in-progress' })
  return late === -1 ? events : events.slice(0, late)
}

/**
 * Refuses answers for sections that are not open, by their numbers: the examinee learns of it, and the rest comes again. The section
 * before takes what was typed before its end and arrives within the grace.
 */
export function assertOpen(
  { questions }: PaperShape,
  position: SectionPosition | null,
  events: readonly Numbered[],
  now: number,
) {
  if (position === null) return
  const { sectionNumber, sectionOpenedAt } = position
  const isOpen = ({ event, at }: Numbered) => {
    if (!('place' in event)) return true
    const section = questions.get(event.place)?.section ?? sectionNumber
    const isJustOver = section === sectionNumber - 1 && at <= sectionOpenedAt && now <= sectionOpenedAt + endGraceMs
    return section === sectionNumber || isJustOver
  }
  const numbers = events.filter((one) => !isOpen(one)).map(({ number }) => number)
  if (numbers.length > 0) throw refuse(SECTION_CLOSED, { numbers })
}

/** Answers are of the kind of their question. */
export function assertKinds({ questions }: PaperShape, events: readonly Numbered[]): void {
  for (const { number, event } of events) {
    if (!('place' in event)) continue
    const kind = questions.get(event.place)?.kind
    if (kind === undefined || (event.answer !== null && event.answer.kind !== kind))
      throw refuse(NOT_IN_PAPER, { number })
  }
}

/** Answers name no file of somebody else. */
export async function assertOwnFiles(
  db: ExamsDb,
  owner: Pick<Caller, 'companyId' | 'memberId'>,
  events: readonly Numbered[],
): Promise<void> {
  const named = events.flatMap(({ number, event }) => fileIdsOf(event).map((id) => ({ number, id })))
  if (named.length === 0) return
  const own = await filesOfOwner(
    db,
    owner,
    named.map(({ id }) => id),
  )
  const foreign = named.find(({ id }) => !own.has(id))
  if (foreign) throw refuse(NOT_IN_PAPER, { number: foreign.number })
}

export function fileIdsOf(event: AnsweringEvent): readonly string[] {
  if (!('place' in event) || event.answer === null) return []
  const parts = event.answer.kind === 'group' ? event.answer.parts : [event.answer]
  return parts.flatMap((part) => (part?.kind === 'file-answer' ? part.fileIds : []))
}

const isCounted = (event: Extract<AnsweringEvent, { leave: unknown }>) => event.ms >= leaveGraceMs && !event.isOffline

/** What is to be stored of one writer. */
export interface Storing extends Writer {
  readonly attempt: Pick<AttemptRecord, 'id' | 'companyId' | 'endsAt'>
  readonly writer: string
  /** The writer takes the attempt over. */
  readonly takesOver: boolean
  readonly position: SectionPosition | null
  readonly events: readonly Numbered[]
  readonly now: number
}

/** Rows of the journal, of the leaves, and what becomes of writer and attempt. */
function rowsOf(all: readonly Storing[]) {
  const whose = ({ attempt, writer, now }: Storing) => ({
    ...{ attempt_id: attempt.id, company_id: attempt.companyId, writer_id: writer, received_at: now },
  })
  const answers = all.flatMap((storing) =>
    storing.events.flatMap(({ number, event, at }) =>
      'place' in event ? [{ ...whose(storing), number, place: event.place, answer: event.answer, typed_at: at }] : [],
    ),
  )
  const leaves = all.flatMap((storing) =>
    storing.events.flatMap(({ event, at }) =>
      'leave' in event
        ? [
            {
              ...whose(storing),
              id: uuid(),
              kind: event.leave,
              started_at: at,
              ms: event.ms,
              is_counted: isCounted(event),
            },
          ]
        : [],
    ),
  )
  const heads = all.map((storing) => ({
    ...{ ...whose(storing), ...positionColumns(storing.position, storing.attempt.endsAt) },
    ...{ last_number: storing.lastNumber, last_typed_at: storing.lastTypedAt, takes_over: storing.takesOver },
    last_place: answers.findLast((answer) => answer.attempt_id === storing.attempt.id)?.place ?? null,
    leaves: leaves.filter((leave) => leave.attempt_id === storing.attempt.id && leave.is_counted).length,
  }))
  return { answers, leaves, heads }
}

/**
 * One statement, whatever the batches hold, of one writer for each attempt. Answers how often each screen was left. Sequence 0
 * keeps an answer that counts no longer, because another device has given a later one.
 */
export async function store(db: ExamsDb, all: readonly Storing[]): Promise<ReadonlyMap<string, number>> {
  const { answers, leaves, heads } = rowsOf(all)
  const { rows } = await sql<{ id: string; leave_count: number }>`
    with head as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as h(attempt_id uuid, company_id uuid,
        writer_id uuid, received_at bigint, last_number int, last_typed_at bigint, takes_over boolean, last_place int,
        leaves int, ends_at bigint, section_number int, section_opened_at bigint, section_after_ms bigint)),
    answered as (
      insert into exams.answer_event
        (attempt_id, writer_id, company_id, number, place, answer, typed_at, received_at, sequence)
      select e.attempt_id, e.writer_id, e.company_id, e.number, e.place, e.answer, e.typed_at, e.received_at,
        case when e.typed_at < current.typed_at then 0 else nextval('exams.answer_event_sequence_seq') end
      from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as e(attempt_id uuid, writer_id uuid,
        company_id uuid, number int, place int, answer jsonb, typed_at bigint, received_at bigint)
      left join lateral (select c.typed_at from exams.answer_event c
        where c.attempt_id = e.attempt_id and c.place = e.place order by c.sequence desc limit 1) current on true
      order by e.attempt_id, e.number),
    gone as (
      insert into exams.leave (attempt_id, company_id, id, kind, started_at, ms, is_counted)
      select l.attempt_id, l.company_id, l.id, l.kind, l.started_at, l.ms, l.is_counted
      from jsonb_to_recordset(${JSON.stringify(leaves)}::jsonb) as l(attempt_id uuid, company_id uuid, id uuid,
        kind text, started_at bigint, ms int, is_counted boolean)),
    known as (
      insert into exams.writer (attempt_id, writer_id, company_id, last_number, last_typed_at)
      select attempt_id, writer_id, company_id, last_number, last_typed_at from head
      on conflict (attempt_id, writer_id)
        do update set last_number = excluded.last_number, last_typed_at = excluded.last_typed_at)
    update exams.attempt t set last_saved_at = h.received_at, last_place = coalesce(h.last_place, t.last_place),
      leave_count = t.leave_count + h.leaves, ends_at = h.ends_at, section_number = h.section_number,
      section_opened_at = h.section_opened_at, section_after_ms = h.section_after_ms,
      writer_id = case when h.takes_over then h.writer_id else t.writer_id end
    from head h where t.id = h.attempt_id returning t.id, t.leave_count`.execute(db)
  return new Map(rows.map((row) => [row.id, row.leave_count]))
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
  const [found] = await findWriters(db, [{ attemptId: attempt.id, writer }])
  const known = assertFewWriters(found)
  const moment = (at: number) => Math.min(Math.max(at, attempt.startedAt), now)
  const numbered = events.map((event, at) => ({ number: first + at, event, at: moment(event.at) }))
  const fresh = numbered.filter(({ number }) => number > (known?.lastNumber ?? 0))
  // Whoever has submitted may have read the key since.
  const until = attempt.submittedAt ?? attempt.endsAt
  const inTime = fresh.filter(({ event }) => event.at <= until)
  const shape = (await paperShapes(db, [attempt.id])).get(attempt.id)
  if (!shape) throw refuse(NOT_FOUND)
  assertKinds(shape, inTime)
  await assertOwnFiles(db, attempt, inTime)
  const last = fresh.at(-1)
  if (last) {
    const position = positionOf(attempt, attempt.submittedAt ?? now)
    const numbers = { lastNumber: last.number, lastTypedAt: last.at }
    await store(db, [{ attempt, writer, ...numbers, takesOver: false, position, events: inTime, now }])
  }
  return {
    ...{ taken: inTime.length, known: numbered.length - fresh.length, late: fresh.length - inTime.length },
    places: inTime.flatMap(({ event }) => ('place' in event ? [event.place] : [])),
  }
}
