/** The attendance of the caller in a class. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { NO_PARTICIPANT } from '#modules/training/classes/contract.ts'
import { enterClass } from '#modules/training/classes/server.ts'
import type { OwnSession } from '../contract/own.ts'
import { participantsAmong } from './corrections.ts'
import type { AttendanceDb } from './db.ts'
import { attendanceOf, standingsSql } from './standings.ts'

export async function ownAttendance(db: AttendanceDb, caller: Caller, classId: string, now: number) {
  const { found } = await enterClass(db, caller, classId, now)
  const { companyId, memberId } = caller
  const taking = await participantsAmong(db, { classId, companyId }, [memberId])
  if (!taking.has(memberId)) throw refuse(NO_PARTICIPANT)
  const of = { classId, companyId, now }
  const { rows } = await sql<OwnSession>`
    select c.id, c.title, c.kind, c.ways, c.starts_at as "startsAt", c.ends_at as "endsAt", c.opens_at as "opensAt",
      least(c.closes_at, ${found.closedAt}::bigint) as "closesAt", c.makes_up_for as "makesUpFor", s.state, s.first_in_at as "firstInAt",
      s.last_out_at as "lastOutAt", s.inside_since is not null as "isInside", s.counted_minutes as minutes,
      nullif(s.correction, '') as correction,
      (select json_build_object('id', l.id, 'state', l.state, 'reason', l.reason, 'decision', l.decision)
        from attendance.leave l where l.check_in_id = c.id and l.member_id = ${memberId}
        order by l.asked_at desc, l.id desc limit 1) as leave,
      c.ends_at > ${now} and s.leave is null and s.first_in_at is null and ${found.closedAt === null} as "mayAskLeave"
    from ${standingsSql(of, { members: sql`e."memberId" = ${memberId}` })} s
    join attendance.check_in c on c.id = s.check_in_id
    order by c.starts_at, c.id`.execute(db)
  return { sessions: rows, figures: (await attendanceOf(db, of, [memberId]))(memberId), serverTime: now }
}
