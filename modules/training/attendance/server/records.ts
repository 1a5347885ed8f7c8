/** Who attended what, for those who run the class: one session, and the sheet of all. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { enrolledSql, runClass } from '#modules/training/classes/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { AttendanceRecord, SheetRow } from '../contract/keeping.ts'
import type { AttendanceState } from '../contract/states.ts'
import type { attendance } from '../contract.ts'
import { getCheckIn } from './check-in-record.ts'
import { findCheckIns } from './check-ins.ts'
import type { AttendanceDb } from './db.ts'
import { attendanceOf, figuresOfLists, noFigures, standingsSql } from './standings.ts'

type RecordsQuery = Input<typeof attendance.attendanceRecords>['query']

/** Others have sent the very same coordinates. */
const isSharedSql = sql`s.latitude is not null and exists (
  select from attendance.record o where o.check_in_id = s.check_in_id and o.latitude = s.latitude
    and o.longitude = s.longitude and o.member_id <> s.member_id)`

function stateCondition(state: RecordsQuery['state']): RawBuilder<unknown> {
  if (state === undefined) return sql`true`
  if (state === 'open') return sql`s.state is null`
  if (state === 'flagged') return sql`(cardinality(s.flags) > 0 or ${isSharedSql})`
  return sql`s.state = ${state}`
}

export const personSql = (alias: string) => sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'fullName',
  ${sql.ref(`${alias}.full_name`)}, 'avatarPath', ${sql.ref(`${alias}.avatar_path`)})`

const recordColumns = (companyId: string) => sql`${personSql('m')} as member, m.organization_name as "organizationName",
  s.state, s.first_in_at as "firstInAt", s.last_out_at as "lastOutAt", s.inside_since is not null as "isInside",
  s.counted_minutes as minutes, s.source, round(s.distance)::int as distance, round(s.accuracy)::int as accuracy,
  coalesce(s.flags, '{}') || case when ${isSharedSql} then array['shared'] else '{}'::text[] end as flags, s.leave,
  case when s.corrected_at is not null and s.correction <> '' then json_build_object('at', s.corrected_at, 'reason', s.correction,
    'minutes', s.corrected_minutes,
    'by', (select d.full_name from ${directorySql(companyId)} d where d.id = s.corrected_by)) end as correction`

export async function attendanceRecords(
  db: AttendanceDb,
  caller: Caller,
  { classId, id, now }: { readonly classId: string; readonly id: string; readonly now: number },
  { state, search, ...paging }: RecordsQuery,
) {
  await runClass(db, caller, classId)
  const { companyId } = caller
  const { kind } = await getCheckIn(db, { id, classId, companyId })
  const lists = sql`c.id = ${id}`
  const of = { classId, companyId, now }
  const matching = sql`from ${standingsSql(of, { lists })} s join ${directorySql(companyId)} m on m.id = s.member_id
    where ${stateCondition(state)} and ${containsWordsSql(sql`m.full_name`, search)}`
  const page = await sqlPage<AttendanceRecord>(db, paging, {
    matching,
    rows: (window) => sql<AttendanceRecord>`
      select ${recordColumns(companyId)} ${matching} order by m.full_name, m.id ${window}`,
  })
  return { ...page, kind, figures: (await figuresOfLists(db, of, lists)).get(id) ?? noFigures }
}

/** All participants in a session, for its spreadsheet. */
export async function recordsOf(
  db: AttendanceDb,
  of: { readonly classId: string; readonly companyId: string; readonly now: number },
  id: string,
): Promise<AttendanceRecord[]> {
  const { rows } = await sql<AttendanceRecord>`
    select ${recordColumns(of.companyId)} from ${standingsSql(of, { lists: sql`c.id = ${id}` })} s
    join ${directorySql(of.companyId)} m on m.id = s.member_id order by m.full_name, m.id`.execute(db)
  return rows
}

interface Cells {
  readonly memberId: string
  readonly states: (AttendanceState | null)[]
}

type Participant = Pick<SheetRow, 'member' | 'organizationName'>

/** Their states in the order of the lists, and their figures. */
export async function sheetRows(
  db: AttendanceDb,
  of: { readonly classId: string; readonly companyId: string; readonly now: number },
  participants: readonly Participant[],
): Promise<SheetRow[]> {
  const memberIds = participants.map(({ member }) => member.id)
  const { rows } = await sql<Cells>`
    select s.member_id as "memberId", array_agg(s.state order by s.starts_at, s.check_in_id) as states
    from ${standingsSql(of, { members: sql`e."memberId" = any(${memberIds}::uuid[])` })} s
    group by s.member_id`.execute(db)
  const cells = new Map(rows.map(({ memberId, states }) => [memberId, states]))
  const figures = await attendanceOf(db, of, memberIds)
  return participants.map((one) => ({
    ...{ ...one, states: cells.get(one.member.id) ?? [], figures: figures(one.member.id) },
  }))
}

export const participantsSql = (companyId: string, classId: string) =>
  sql`from ${enrolledSql(companyId, classId)} e join ${directorySql(companyId)} m on m.id = e."memberId"`

export const participantColumns = sql`${personSql('m')} as member, m.organization_name as "organizationName"`

export async function attendanceSheet(
  db: AttendanceDb,
  caller: Caller,
  { classId, now }: { readonly classId: string; readonly now: number },
  { search, ...paging }: Input<typeof attendance.attendanceSheet>['query'],
) {
  await runClass(db, caller, classId)
  const { companyId } = caller
  const lists = await findCheckIns(db, classId, companyId)
  const matching = sql`${participantsSql(companyId, classId)} where ${containsWordsSql(sql`m.full_name`, search)}`
  const { items, recordCount } = await sqlPage<Participant>(db, paging, {
    matching,
    rows: (window) => sql<Participant>`select ${participantColumns} ${matching} order by m.full_name, m.id ${window}`,
  })
  return {
    items: await sheetRows(db, { classId, companyId, now }, items),
    recordCount,
    lists: lists.map(({ id, title, startsAt, makesUpFor, closesAt }) => {
      return { id, title, startsAt, makesUpFor, isOver: closesAt <= now }
    }),
  }
}
