/** Check-in lists for all sessions of a class at once: its offline activities, or its half days. */
import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { getTimeZone } from '#modules/platform/identity/server.ts'
import { classActivities, type PlacedClass, runClass } from '#modules/training/classes/server.ts'
import { type CheckInInput, checkInTitleLengthMax } from '../contract/check-ins.ts'
import { CHECK_IN_INVALID } from '../contract/codes.ts'
import type { attendance } from '../contract.ts'
import { faultsOf, findCheckIns, insertCheckIns, lockCheckIns } from './check-ins.ts'
import type { AttendanceDb } from './db.ts'

type Making = Input<typeof attendance.createCheckIns>['body']

interface Session {
  readonly activityId: string | null
  readonly title: string
  readonly startsAt: number
  readonly endsAt: number
}

const minuteMs = 60_000

export async function createCheckIns(
  db: AttendanceDb,
  caller: Caller,
  classId: string,
  { body, language, now }: { readonly body: Making; readonly language: Language; readonly now: number },
) {
  const found = await runClass(db, caller, classId, { forEdit: true })
  const { companyId } = caller
  const sessions =
    body.per === 'activity' ? await sessionsOfActivities(db, found) : await halfDays(db, found, body, language)
  await lockCheckIns(db, classId)
  const known = await findCheckIns(db, classId, companyId)
  const isNew = (one: Session) =>
    !known.some(({ activityId, startsAt, endsAt }) =>
      one.activityId === null ? startsAt < one.endsAt && one.startsAt < endsAt : activityId === one.activityId,
    )
  const coming = sessions.filter(isNew).map((session) => inputOf(session, body))
  const reasons = [...new Set(coming.flatMap(faultsOf))]
  if (reasons.length > 0) throw refuse(CHECK_IN_INVALID, { reasons })
  await insertCheckIns(db, { classId, companyId, now }, coming)
  return { created: coming.length, left: sessions.length - coming.length }
}

function inputOf(session: Session, body: Making): CheckInInput {
  const { kind, ways, lateAfter, earlyBefore, place, opensBefore, closesAfter } = body
  const { startsAt, endsAt } = session
  return {
    ...{ ...session, kind, ways, lateAfter, earlyBefore, place, makesUpFor: null, codeWord: '' },
    opensAt: Math.max(0, startsAt - opensBefore * minuteMs),
    closesAt: endsAt + closesAfter * minuteMs,
  }
}

async function sessionsOfActivities(db: AttendanceDb, found: PlacedClass): Promise<Session[]> {
  const activities = await classActivities(db, found)
  return activities.flatMap(({ id, kind, name, startsAt, endsAt }) =>
    kind === 'offline' && startsAt !== null && endsAt !== null && startsAt < endsAt
      ? [{ activityId: id, title: [...name].slice(0, checkInTitleLengthMax).join(''), startsAt, endsAt }]
      : [],
  )
}

const halves = {
  cn: { morning: '上午', afternoon: '下午' },
  en: { morning: 'morning', afternoon: 'afternoon' },
} as const

/** The half days that lie in the class, by the company's clock. */
async function halfDays(
  db: AttendanceDb,
  { companyId, startsAt, endsAt }: PlacedClass,
  { morning, afternoon }: Making,
  language: Language,
): Promise<Session[]> {
  const isWrong = [morning, afternoon].some((half) => half !== null && half.from >= half.to)
  if (isWrong || startsAt === null || endsAt === null || (!morning && !afternoon))
    throw refuse(CHECK_IN_INVALID, { reasons: ['session-times'] })
  const zone = await getTimeZone(db, companyId)
  const instant = (time: string) =>
    sql`(extract(epoch from (day + (${time})::time) at time zone ${zone}) * 1000)::bigint`
  const parts = Object.entries({ morning, afternoon }).flatMap(([half, times]) =>
    times === null
      ? []
      : [
          sql`select ${half}::text as half, day, ${instant(times.from)} as "startsAt", ${instant(times.to)} as "endsAt" from days`,
        ],
  )
  const local = (at: number) => sql`date_trunc('day', to_timestamp(${at} / 1000.0) at time zone ${zone})`
  const { rows } = await sql<{ half: 'morning' | 'afternoon'; startsAt: number; endsAt: number }>`
    with days as (select generate_series(${local(startsAt)}, ${local(endsAt)}, interval '1 day') as day),
    sessions as (${sql.join(parts, sql` union all `)})
    select half, "startsAt", "endsAt" from sessions where "startsAt" < ${endsAt} and "endsAt" > ${startsAt}
    order by "startsAt" limit 1000`.execute(db)
  const day = new Intl.DateTimeFormat(language === 'cn' ? 'zh-CN' : 'en-GB', {
    ...{ timeZone: zone, month: language === 'cn' ? 'long' : 'short', day: 'numeric' },
  })
  const space = language === 'cn' ? '' : ', '
  return rows.map(({ half, ...times }) => ({
    ...{ ...times, activityId: null, title: `${day.format(times.startsAt)}${space}${halves[language][half]}` },
  }))
}
