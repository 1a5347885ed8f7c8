/** Study time: how it is shown, and the member's own records and figures. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { pageWindow } from '#kit/schema.ts'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import { countedPage } from '#server/db/page.ts'
import type { CoursesDb } from '../db.ts'
import { livingSql } from './course-filters.ts'
import { openRoundSql } from './retakes.ts'

/** Whole minutes; 30 s round up (COURSE-060). */
export function minutesOf(seconds: number): number {
  return Math.floor((seconds + 30) / 60)
}

/** The study time triple: hours, the minutes above them, and the seconds in all (IDENTITY-014, IDENTITY-060). */
export async function studyTimeOf(db: CoursesDb, companyId: string, memberId: string) {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(sum(study_ms), 0)::bigint / 1000 as seconds from courses.study_time
    where member_id = ${memberId} and company_id = ${companyId}`.execute(db)
  const totalSeconds = rows[0]?.seconds ?? 0
  const minutes = minutesOf(totalSeconds)
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60, totalSeconds }
}

interface RecordRow {
  readonly id: string
  readonly course_name: string
  readonly client_type: 1 | 2
  readonly last_at: number
  readonly seconds: number
}

export async function listStudyTime(
  db: CoursesDb,
  caller: Caller,
  query: { page?: number; pageSize?: number; courseId?: string },
) {
  const { limit, offset } = pageWindow(query)
  const ofCourse = query.courseId === undefined ? sql`true` : sql`t.course_id = ${query.courseId}`
  const { rows } = await sql<RecordRow & { record_count: number }>`
    with matching as (
      select t.day, t.course_id, t.client_type, t.last_at, t.study_ms from courses.study_time t
      where t.member_id = ${caller.memberId} and ${ofCourse}
    )
    select n.record_count, page.* from (select count(*)::int as record_count from matching) n
    left join (
      select c.id, c.name as course_name, m.client_type, m.last_at, m.study_ms / 1000 as seconds
      from matching m join courses.course c on c.id = m.course_id
      order by m.last_at desc, c.id limit ${limit}::int offset ${offset}::int
    ) page on true order by page.last_at desc, page.id`.execute(db)
  return countedPage(rows, (row: RecordRow) => ({
    courseId: row.id,
    courseName: row.course_name,
    clientType: row.client_type,
    createTime: row.last_at,
    studyTime: minutesOf(row.seconds),
    seconds: row.seconds,
  }))
}

interface HomeRow {
  readonly not_started: number
  readonly learning: number
  readonly done: number
  readonly total_seconds: number
  readonly days: { day: string; seconds: number }[]
}

/** The caller's figures for the study home; the seven days are days of the company's zone, today the last. */
export async function studyHome(db: CoursesDb, caller: Caller, now: number) {
  const { rows } = await sql<HomeRow>`
    with today as (
      select (to_timestamp(${now}::bigint / 1000.0) at time zone ${timeZoneSql(caller.companyId)})::date as day
    ), times as (
      select day, sum(study_ms)::bigint as ms from courses.study_time where member_id = ${caller.memberId} group by day
    )
    select count(*) filter (where r.status = 0)::int as not_started,
      count(*) filter (where r.status in (1, 5, 6) or again.round_id is not null)::int as learning,
      count(*) filter (where r.status in (2, 4))::int as done,
      (select coalesce(sum(ms), 0)::bigint / 1000 from times) as total_seconds,
      (select json_agg(json_build_object('day', d.day::text, 'seconds', coalesce(t.ms, 0) / 1000) order by d.day)
        from today cross join lateral (select today.day - back as day from generate_series(0, 6) back) d
        left join times t on t.day = d.day) as days
    from courses.registration r ${openRoundSql} where r.member_id = ${caller.memberId} and ${livingSql}`.execute(db)
  const row = rows[0] as HomeRow
  return {
    notStartedCount: row.not_started,
    learningCount: row.learning,
    doneCount: row.done,
    todaySeconds: row.days.at(-1)?.seconds ?? 0,
    totalSeconds: row.total_seconds,
    days: row.days,
  }
}
