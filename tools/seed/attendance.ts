/** Attendance of the demonstration company: a class that runs has a session that is over, one for today, and one with a request for leave. */
import { sql } from 'kysely'
import { type BuiltCheckIn, buildCheckIn } from '#modules/training/attendance/server/check-ins.fixture.ts'
import { correctAttendance } from '#modules/training/attendance/server/corrections.ts'
import { attendanceTables } from '#modules/training/attendance/server/db.ts'
import { askLeave, decideLeave } from '#modules/training/attendance/server/leave.ts'
import { pass } from '#modules/training/attendance/server/passages.ts'
import type { Connection } from '#server/db/connection.ts'
import { callerOf } from './callers.ts'
import { idOf } from './chance.ts'
import { safetyClass } from './class-life.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'

const [minuteMs, dayMs] = [60_000, 86_400_000]

interface Session {
  readonly id: string
  readonly title: string
  readonly startsAt: number
  readonly endsAt: number
}

export async function seedAttendance(connection: Connection, now: number): Promise<void> {
  const db = attendanceTables(connection)
  const [companyId, classId] = [demoCompanyId, idOf('class safety')]
  const { rows } = await sql<Session>`
    select id, title, starts_at as "startsAt", ends_at as "endsAt" from classes.activity
    where class_id = ${classId} and kind = 'offline' order by starts_at`.execute(db)
  const [law, visit, drill] = rows
  if (!law || !visit || !drill) throw new Error('the class has three sessions')
  const listOf = ({ id: activityId, title, startsAt, endsAt }: Session, rest: Partial<BuiltCheckIn> = {}) =>
    buildCheckIn(connection, {
      ...{ classId, companyId, activityId, title, startsAt, endsAt, closesAt: endsAt + 30 * minuteMs },
      ...rest,
    })
  const id = await listOf(law)
  const session = { ...{ id, classId, companyId, kind: 'in' as const }, startsAt: law.startsAt, endsAt: law.endsAt }
  const came = (name: string, minutes: number) => ({
    ...{ memberId: memberIdOf(name), direction: 'in' as const, at: law.startsAt + minutes * minuteMs },
    ...{ source: 'qr' as const, flags: [], deviceKey: `demo-device-${name}` },
  })
  // Two stayed away: one is made up for tomorrow evening, the other one was put right by staff.
  const others = safetyClass.slice(2, -2).map((key, index) => came(key, index * 3 - 15))
  await pass(db, session, [came('xueyuan', -8), came('yanfa', 24), ...others])
  const [excused, missing] = safetyClass.slice(-2).map(memberIdOf)
  const staff = callerOf({ id: memberIdOf('guanli'), organizationId: demoCompanyId }, ['class.run', 'class.manage'])
  await correctAttendance(
    db,
    staff,
    { classId, id, now: now - 5 * 60 * minuteMs },
    { memberIds: excused ? [excused] : [], state: 'leave', minutes: null, reason: '产线抢修，主管已电话说明' },
  )
  const evening = Math.ceil(now / dayMs) * dayMs + 11 * 60 * minuteMs
  const makeUp = { title: '晚间补课', startsAt: evening, endsAt: evening + 120 * minuteMs }
  await listOf({ ...law, ...makeUp }, { activityId: null, makesUpFor: id, opensAt: evening - 30 * minuteMs })
  // Whoever looks at a new demonstration finds a check-in that is open, at whatever hour: its session begins then.
  const present = { startsAt: now, endsAt: now + visit.endsAt - visit.startsAt }
  await listOf({ ...visit, ...present }, { kind: 'in-out', opensAt: now - 60 * minuteMs })
  const checkInId = await listOf(drill)
  const ask = (memberId: string, reason: string, at: number) =>
    askLeave(
      db,
      callerOf({ id: memberId, organizationId: demoCompanyId }),
      classId,
      { checkInId, reason, fileIds: [] },
      at,
    )
  await ask(memberIdOf('yanfa'), '当天在客户现场验收，申请请假', now - 60 * minuteMs)
  if (!missing) return
  const { id: leaveId } = await ask(missing, '体检，已与班主任说过', now - 300 * minuteMs)
  await decideLeave(db, staff, classId, { ids: [leaveId], decision: 'agree', reason: '' }, now - 200 * minuteMs)
}
