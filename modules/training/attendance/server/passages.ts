/**
 * Who passed the door of a session when, and the record that follows from it. All ways of checking in end here: members are locked,
 * what is known of them is read, and what is new is written with one statement, however many come at once.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { refuse } from '#kit/errors.ts'
import { lockNames } from '#server/db/transaction.ts'
import { DEVICE_USED } from '../contract/codes.ts'
import {
  type CheckInKind,
  type Direction,
  type EntryFlag,
  type EntrySource,
  mergedMinutes,
  type Passage,
  type SessionTimes,
  staysOf,
} from '../contract/states.ts'
import type { AttendanceDb } from './db.ts'
import type { Located } from './distance.ts'

type Session = Pick<SessionTimes, 'kind' | 'startsAt' | 'endsAt'> & { readonly id: string }

export interface ClassSession extends Session {
  readonly classId: string
  readonly companyId: string
}

export interface NewPassage extends Passage {
  readonly memberId: string
  readonly source: EntrySource
  readonly flags: readonly EntryFlag[]
  readonly scanId?: string
  readonly scannedBy?: string
  readonly deviceKey?: string
  readonly located?: Located | null
}

/** `known`: this very scan is there already. */
export type PassageResult = 'taken' | 'known' | 'already' | 'not-inside'

interface Known {
  readonly memberId: string
  readonly passages: readonly Passage[]
}

/** What is known of members in a session; nobody else writes it until the end of the transaction. */
async function lockKnown(
  db: AttendanceDb,
  checkInId: string,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Passage[]>> {
  await lockNames(db, ...memberIds.map((memberId) => `attendance ${checkInId} ${memberId}`))
  const { rows } = await sql<Known>`
    select p.member_id as "memberId", json_agg(json_build_object('direction', p.direction, 'at', p.at) order by p.at) as passages
    from attendance.passage p
    where p.check_in_id = ${checkInId} and p.member_id = any(${[...memberIds]}::uuid[])
    group by p.member_id`.execute(db)
  return new Map(rows.map(({ memberId, passages }) => [memberId, passages]))
}

/** Which of these scans are there, of whatever member: a device that gives an id again does not stop the others of its list. */
async function knownScans(db: AttendanceDb, checkInId: string, coming: readonly NewPassage[]): Promise<Set<string>> {
  const ids = coming.flatMap(({ scanId }) => scanId ?? [])
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select scan_id as id from attendance.passage
    where check_in_id = ${checkInId} and scan_id = any(${ids}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Whether somebody was inside just before a time. */
function wasInside(passages: readonly Passage[], at: number): boolean {
  const last = passages.filter((one) => one.at <= at).at(-1)
  return last?.direction === 'in'
}

/**
 * Of a list without checking out the earliest time counts: who was scanned before the network came back is not late by it. Of one
 * with both, nobody comes who is inside and nobody leaves who is not.
 */
function resultOf(kind: CheckInKind, known: readonly Passage[], { direction, at }: Passage): PassageResult {
  if (kind === 'in') {
    if (direction === 'out') return 'not-inside'
    return known.some((one) => one.at <= at) ? 'already' : 'taken'
  }
  const isInside = wasInside(known, at)
  if (direction === 'in') return isInside ? 'already' : 'taken'
  if (isInside) return 'taken'
  return known.some((one) => one.direction === 'out') ? 'already' : 'not-inside'
}

interface Member {
  passages: Passage[]
  /** Of the earliest time of those that are new. */
  first: NewPassage
}

/** Takes what is new, in its order; answers what became of each. A device of another member is refused. */
export async function pass(
  db: AttendanceDb,
  session: ClassSession,
  coming: readonly NewPassage[],
): Promise<PassageResult[]> {
  const known = await lockKnown(db, session.id, [...new Set(coming.map(({ memberId }) => memberId))])
  const changed = new Map<string, Member>()
  const taken: NewPassage[] = []
  const scanned = await knownScans(db, session.id, coming)
  const results = coming.map((one): PassageResult => {
    if (one.scanId !== undefined && scanned.has(one.scanId)) return 'known'
    const passages = changed.get(one.memberId)?.passages ?? [...(known.get(one.memberId) ?? [])]
    const result = resultOf(session.kind, passages, one)
    if (result !== 'taken') return result
    const first = changed.get(one.memberId)?.first
    const all = [...passages, { direction: one.direction, at: one.at }].toSorted((a, b) => a.at - b.at)
    changed.set(one.memberId, { passages: all, first: first && first.at <= one.at ? first : one })
    if (one.scanId !== undefined) scanned.add(one.scanId)
    taken.push(one)
    return 'taken'
  })
  if (taken.length > 0) await write(db, session, taken, changed)
  return results
}

interface Counted {
  readonly firstInAt: number | null
  readonly lastOutAt: number | null
  readonly insideSince: number | null
  readonly minutes: number
}

function countedOf(session: Session, passages: readonly Passage[]): Counted {
  const ofWay = (way: Direction) => passages.flatMap(({ direction, at }) => (direction === way ? at : []))
  const { stays, insideSince } = staysOf(passages)
  const [ins, outs] = [ofWay('in'), ofWay('out')]
  return {
    firstInAt: ins.length > 0 ? Math.min(...ins) : null,
    lastOutAt: outs.length > 0 ? Math.max(...outs) : null,
    insideSince: session.kind === 'in-out' ? insideSince : null,
    minutes: session.kind === 'in-out' ? mergedMinutes(stays, session) : 0,
  }
}

async function write(
  db: AttendanceDb,
  session: ClassSession,
  taken: readonly NewPassage[],
  changed: ReadonlyMap<string, Member>,
): Promise<void> {
  const { id, classId, companyId } = session
  const records = [...changed].map(([memberId, { passages, first }]) => ({
    ...{ member_id: memberId, ...columnsOf(countedOf(session, passages)), source: first.source },
    ...{ device_key: first.deviceKey ?? null, latitude: first.located?.latitude ?? null },
    ...{ longitude: first.located?.longitude ?? null, accuracy: first.located?.accuracy ?? null },
    ...{ distance: first.located?.distance ?? null, flags: first.flags },
  }))
  const passages = taken.map((one) => ({
    ...{ id: uuid(), member_id: one.memberId, direction: one.direction, at: one.at, source: one.source },
    ...{ scan_id: one.scanId ?? null, scanned_by: one.scannedBy ?? null },
  }))
  try {
    await sql`
      with passed as (
        insert into attendance.passage (id, check_in_id, member_id, company_id, direction, at, source, scan_id, scanned_by)
        select p.id, ${id}, p.member_id, ${companyId}, p.direction, p.at, p.source, p.scan_id, p.scanned_by
        from jsonb_to_recordset(${JSON.stringify(passages)}::jsonb)
          p(id uuid, member_id uuid, direction text, at bigint, source text, scan_id uuid, scanned_by uuid))
      insert into attendance.record as r (check_in_id, member_id, company_id, class_id, first_in_at, last_out_at, inside_since,
        minutes, source, device_key, latitude, longitude, accuracy, distance, flags)
      select ${id}, n.member_id, ${companyId}, ${classId}, n.first_in_at, n.last_out_at, n.inside_since, n.minutes, n.source,
        n.device_key, n.latitude, n.longitude, n.accuracy, n.distance, n.flags
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
        n(member_id uuid, first_in_at bigint, last_out_at bigint, inside_since bigint, minutes int, source text, device_key text,
          latitude float8, longitude float8, accuracy float8, distance float8, flags text[])
      on conflict (check_in_id, member_id) do update set first_in_at = excluded.first_in_at, last_out_at = excluded.last_out_at,
        inside_since = excluded.inside_since, minutes = excluded.minutes,
        device_key = coalesce(r.device_key, excluded.device_key),
        source = case when r.first_in_at is not distinct from excluded.first_in_at then r.source else excluded.source end,
        latitude = coalesce(r.latitude, excluded.latitude), longitude = coalesce(r.longitude, excluded.longitude),
        accuracy = coalesce(r.accuracy, excluded.accuracy), distance = coalesce(r.distance, excluded.distance),
        flags = array(select distinct unnest(r.flags || excluded.flags) order by 1)`.execute(db)
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    throw code === '23505' && constraint === 'record_device' ? refuse(DEVICE_USED) : error
  }
}

const columnsOf = ({ firstInAt, lastOutAt, insideSince, minutes }: Counted) => ({
  ...{ first_in_at: firstInAt, last_out_at: lastOutAt, inside_since: insideSince, minutes },
})

/** After the times of a session have changed: the minutes of all who passed. The list is locked. */
export async function recount(db: AttendanceDb, session: Session): Promise<void> {
  const { rows } = await sql<{ memberId: string; passages: Passage[] }>`
    select p.member_id as "memberId", json_agg(json_build_object('direction', p.direction, 'at', p.at)) as passages
    from attendance.passage p where p.check_in_id = ${session.id} group by p.member_id`.execute(db)
  const counted = rows.map(({ memberId, passages }) => ({
    member_id: memberId,
    ...columnsOf(countedOf(session, passages)),
  }))
  await sql`update attendance.record r set inside_since = n.inside_since, minutes = n.minutes
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) n(member_id uuid, inside_since bigint, minutes int)
    where r.check_in_id = ${session.id} and r.member_id = n.member_id`.execute(db)
}
