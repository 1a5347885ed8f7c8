/**
 * Study time in the rankings. It grows with every heartbeat, so a job tells what has grown instead: the rows of the last two
 * days, each with its whole time. A row that is reported twice counts once.
 */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { companiesSql, timeZoneSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { job } from '#server/module.ts'
import { coursesTables } from '../db.ts'

/** More than the pause between two runs, because a heartbeat may commit late. */
const windowMs = 15 * 60_000
/** The sweep tells both days whole, for what a process that was down has missed. */
const sweepMs = 48 * 3_600_000

async function noteStudyTime(connection: Connection, since: number, now: number): Promise<void> {
  await sql`
    select server.note_figure(t.company_id, 'study-time', 'course', t.course_id::text || ':' || t.member_id::text || ':' ||
      t.day::text || ':' || t.client_type::text, 0, t.member_id, t.member_id, t.study_ms, t.last_at, c.name)
    from ${companiesSql} known
    join courses.study_time t on t.company_id = known.id and t.last_at >= ${since}
      and t.day >= (to_timestamp(${now}::bigint / 1000.0) at time zone ${timeZoneSql(sql`known.id`)})::date - 1
    join courses.course c on c.id = t.course_id`.execute(coursesTables(connection))
}

export const rankedTimeJob = job({
  name: 'courses.ranked-time',
  payload: Type.Object({}),
  cron: '*/5 * * * *',
  run: (db, _payload, { now }) => noteStudyTime(db, now - windowMs, now),
})

export const rankedTimeSweepJob = job({
  name: 'courses.ranked-time-sweep',
  payload: Type.Object({}),
  cron: '27 * * * *',
  run: (db, _payload, { now }) => noteStudyTime(db, now - sweepMs, now),
})
