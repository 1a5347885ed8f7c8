/** The own codes of participants: one for each day on which staff scan. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { directorySql, getTimeZone } from '#modules/platform/identity/server.ts'
import { NO_PARTICIPANT } from '#modules/training/classes/contract.ts'
import { type BadgeCodes, enrolledSql, enterClass } from '#modules/training/classes/server.ts'
import { ownCodeDaysMax } from '../contract/scanning.ts'
import { type AttendanceDb, attendanceTables } from './db.ts'
import { badgeText, newSecret, ownCode } from './signed-codes.ts'

/** What codes of a class are signed with, made when it is first needed. */
export async function classKey(db: AttendanceDb, classId: string, companyId: string): Promise<string> {
  const { rows } = await sql<{ secret: string }>`
    insert into attendance.class_key as k (class_id, company_id, secret) values (${classId}, ${companyId}, ${newSecret()})
    on conflict (class_id) do update set secret = k.secret returning secret`.execute(db)
  return rows[0]?.secret ?? ''
}

/** The day of an instant by the company's clock: `2026-03-01`. */
export async function dayOf(db: AttendanceDb, companyId: string, at: number): Promise<string> {
  const timeZone = await getTimeZone(db, companyId)
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)
}

interface Day {
  readonly day: string
  readonly from: number
  readonly to: number
}

/** The coming days of a class with sessions at which staff scan. */
async function scannedDays(db: AttendanceDb, classId: string, companyId: string, now: number): Promise<Day[]> {
  const zone = await getTimeZone(db, companyId)
  const { rows } = await sql<Day>`
    with days as (
      select distinct date_trunc('day', to_timestamp(starts_at / 1000.0) at time zone ${zone}) as day from attendance.check_in
      where class_id = ${classId} and company_id = ${companyId} and 'scan' = any(ways)),
    instants as (
      select to_char(day, 'YYYY-MM-DD') as day, (extract(epoch from day at time zone ${zone}) * 1000)::bigint as "from",
        (extract(epoch from (day + interval '1 day') at time zone ${zone}) * 1000)::bigint as "to" from days)
    select * from instants where "to" > ${now} order by "from" limit ${ownCodeDaysMax}`.execute(db)
  return rows
}

export async function ownCodes(db: AttendanceDb, caller: Caller, classId: string, now: number) {
  await enterClass(db, caller, classId, now)
  const { companyId, memberId } = caller
  const { rows } = await sql<{ fullName: string }>`
    select m.full_name as "fullName" from ${enrolledSql(companyId, classId)} e
    join ${directorySql(companyId)} m on m.id = e."memberId" where e."memberId" = ${memberId}`.execute(db)
  if (!rows[0]) throw refuse(NO_PARTICIPANT)
  const days = await scannedDays(db, classId, companyId, now)
  const secret = await classKey(db, classId, companyId)
  const codes = days.map((one) => ({ ...one, ...ownCode(secret, memberId, one.day) }))
  return { memberId, fullName: rows[0].fullName, codes }
}

/** What name badges say: staff scan it as they scan the own code of a phone. */
export const badgeCodes: BadgeCodes = {
  async codes(connection, { companyId, classId, memberIds }) {
    const secret = await classKey(attendanceTables(connection), classId, companyId)
    return new Map(memberIds.map((memberId) => [memberId, badgeText(secret, memberId)]))
  },
}
