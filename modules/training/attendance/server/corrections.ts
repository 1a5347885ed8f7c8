/** Staff write how attendance counts. The journal keeps what it was, and why it is not so any more. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { REASON_REQUIRED } from '#modules/training/classes/contract.ts'
import { enrolledSql, runClass } from '#modules/training/classes/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { Correction } from '../contract/keeping.ts'
import type { attendance } from '../contract.ts'
import { getCheckIn } from './check-in-record.ts'
import type { AttendanceDb } from './db.ts'
import { announce } from './news.ts'
import { personSql } from './records.ts'
import { standingsSql } from './standings.ts'

type Correcting = Input<typeof attendance.correctAttendance>['body']

interface Ref {
  readonly classId: string
  readonly id: string
  readonly now: number
}

export async function correctAttendance(
  db: AttendanceDb,
  caller: Caller,
  { classId, id, now }: Ref,
  { memberIds, state, minutes, reason: typed }: Correcting,
) {
  const found = await runClass(db, caller, classId, { forEdit: true })
  const { companyId } = caller
  const list = await getCheckIn(db, { id, classId, companyId }, { lock: 'passing' })
  const reason = typed.trim()
  if (reason === '') throw refuse(REASON_REQUIRED)
  await assertClean(db, companyId, { reason })
  await lockNames(db, ...memberIds.map((memberId) => `attendance ${id} ${memberId}`))
  const among = { lists: sql`c.id = ${id}`, members: sql`e."memberId" = any(${memberIds}::uuid[])` }
  const { rows } = await sql<{ memberId: string }>`
    with participants as (select s.member_id, s.state as state_before
      from ${standingsSql({ classId, companyId, now }, among)} s),
    corrected as (
      insert into attendance.record as r (check_in_id, member_id, company_id, class_id, corrected_state, corrected_minutes,
        corrected_by, corrected_at, correction)
      select ${id}, p.member_id, ${companyId}, ${classId}, ${state}::text, ${minutes}::int, ${caller.memberId}::uuid,
        ${now}::bigint, ${reason} from participants p
      on conflict (check_in_id, member_id) do update set corrected_state = excluded.corrected_state,
        corrected_minutes = excluded.corrected_minutes, corrected_by = excluded.corrected_by,
        corrected_at = excluded.corrected_at, correction = excluded.correction)
    insert into attendance.correction (id, company_id, class_id, check_in_id, member_id, state_before, state_after, minutes,
      reason, corrected_by, corrected_at)
    select gen_random_uuid(), ${companyId}, ${classId}, ${id}, p.member_id, p.state_before, ${state}::text, ${minutes}::int,
      ${reason}, ${caller.memberId}, ${now} from participants p
    returning member_id as "memberId"`.execute(db)
  const recipients = rows.map(({ memberId }) => memberId)
  await announce(db, found, { type: 'attendance.corrected', session: list.title, recipients, reason, now })
  return { corrected: rows.length, left: memberIds.length - rows.length }
}

type JournalQuery = Input<typeof attendance.corrections>['query']

export async function listCorrections(
  db: AttendanceDb,
  caller: Caller,
  classId: string,
  { checkInId, memberId, ...paging }: JournalQuery,
) {
  await runClass(db, caller, classId)
  const { companyId } = caller
  const people = directorySql(companyId)
  const matching = sql`from attendance.correction k join attendance.check_in c on c.id = k.check_in_id
    join ${people} m on m.id = k.member_id
    where k.class_id = ${classId} and k.company_id = ${companyId}
      and ${checkInId === undefined ? sql`true` : sql`k.check_in_id = ${checkInId}`}
      and ${memberId === undefined ? sql`true` : sql`k.member_id = ${memberId}`}`
  return sqlPage<Correction>(db, paging, {
    matching,
    rows: (window) => sql<Correction>`
      select k.id, json_build_object('id', c.id, 'title', c.title) as "checkIn", ${personSql('m')} as member,
        k.state_before as before, k.state_after as after, k.minutes, k.reason,
        (select d.full_name from ${people} d where d.id = k.corrected_by) as by, k.corrected_at as at
      ${matching} order by k.corrected_at desc, k.id ${window}`,
  })
}

/** Whether members take part in the class. */
export async function participantsAmong(
  db: AttendanceDb,
  { classId, companyId }: { readonly classId: string; readonly companyId: string },
  memberIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ memberId: string }>`
    select e."memberId" from ${enrolledSql(companyId, classId)} e
    where e."memberId" = any(${[...memberIds]}::uuid[])`.execute(db)
  return new Set(rows.map(({ memberId }) => memberId))
}
