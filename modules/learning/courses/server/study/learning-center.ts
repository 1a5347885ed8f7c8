/** What the personal learning center shows of courses: figures, what to go on with, and the member's timeline. */
import { sql } from 'kysely'
import type { LearningEvent, OpenStudy, StudyFigures, TimelineRequest } from '#modules/content/study/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { businessType } from '../../contract/wire.ts'
import { coursesTables } from '../db.ts'
import { livingSql } from './course-filters.ts'
import { percentSql, progressSql } from './own-study.ts'
import { openRoundSql } from './retakes.ts'

const linkOf = (courseId: string) => `/study/course/detail/${courseId}`

/** The numbers of the study home (`studyHome`), from the same rows. */
export async function courseFigures(
  connection: Connection,
  companyId: string,
  memberIds: readonly string[],
): Promise<(StudyFigures & { memberId: string })[]> {
  const { rows } = await sql<StudyFigures & { memberId: string }>`
    select asked.id as "memberId",
      (select count(*)::int from courses.registration r
        where r.member_id = asked.id and r.company_id = ${companyId} and r.status in (2, 4) and ${livingSql}
      ) as "finishedCount",
      (select coalesce(sum(study_ms), 0)::bigint / 1000 from courses.study_time
        where member_id = asked.id and company_id = ${companyId}) as "studySeconds"
    from unnest(${[...memberIds]}::uuid[]) as asked (id)`.execute(coursesTables(connection))
  return rows
}

interface OpenRow {
  readonly id: string
  readonly name: string
  readonly cover_file_id: string | null
  readonly percent: number
  readonly touched_at: number
}

export async function openCourses(
  connection: Connection,
  companyId: string,
  memberId: string,
  limit: number,
): Promise<OpenStudy[]> {
  const { rows } = await sql<OpenRow>`
    select c.id, c.name, c.cover_file_id, r.touched_at,
      case when again.round_id is null then ${percentSql} else least(99, coalesce(g.percent_mean, 0)) end as percent
    from courses.registration r join courses.course c on c.id = r.course_id
    ${openRoundSql}
    ${progressSql}
    where r.member_id = ${memberId} and r.company_id = ${companyId} and (r.status in (1, 5, 6) or again.round_id is not null)
      and c.status = 'on-shelf' and c.deleted_at is null
    order by greatest(r.touched_at, again.opened_at) desc, c.id limit ${limit}`.execute(coursesTables(connection))
  return rows.map(({ id, name, cover_file_id, percent, touched_at }) => ({
    ...{ id, name, link: linkOf(id), coverFileId: cover_file_id, percent, lastStudiedAt: touched_at },
  }))
}

/** Started at the first playback, finished once. */
export async function courseEvents(
  connection: Connection,
  { companyId, memberId, beforeAt, beforeKey, limit }: TimelineRequest,
): Promise<LearningEvent[]> {
  const { rows } = await sql<{ key: string; at: number; kind: 'registered' | 'finished'; id: string; name: string }>`
    select * from (
      select e.kind || ':' || ${businessType}::text || ':' || c.id as key, e.at, e.kind, c.id, c.name
      from courses.registration r join courses.course c on c.id = r.course_id
      cross join lateral (values ('registered', r.started_at), ('finished', r.finished_at)) as e(kind, at)
      where r.member_id = ${memberId} and r.company_id = ${companyId} and e.at <= ${beforeAt}
    ) event where at < ${beforeAt} or key collate "C" < ${beforeKey}
    order by at desc, key collate "C" desc limit ${limit}`.execute(coursesTables(connection))
  return rows.map(({ key, at, kind, id, name }) => ({ key, at, kind, businessType, name, link: linkOf(id) }))
}
