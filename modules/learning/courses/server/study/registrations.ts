/** Who is registered for which course in which version, and when a course is finished. */
import { sql } from 'kysely'
import type { StudyStatus } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { isFinishedStatus } from './completion-rules.ts'
import { settleRounds } from './retakes.ts'
import { enqueueReward } from './rewards.ts'

/**
 * Registers members for published courses, in their newest version; a second time changes nothing. A member that somebody else
 * registers may study the course whomever it is made for, also where they had registered by themselves before.
 */
export async function insertRegistrations(
  db: CoursesDb,
  companyId: string,
  memberIds: readonly string[],
  courseIds: readonly string[],
  { assigned, now }: { readonly assigned: boolean; readonly now: number },
): Promise<void> {
  await sql`
    with kept as (
      insert into courses.registration as r (member_id, course_id, company_id, version_id, assigned, registered_at,
        touched_at)
      select m.id, c.id, c.company_id, c.published_version_id, ${assigned}, ${now}, ${now}
      from courses.course c cross join unnest(${[...memberIds]}::uuid[]) as m (id)
      where c.id = any(${[...courseIds]}::uuid[]) and c.company_id = ${companyId} and c.published_version_id is not null
      on conflict (member_id, course_id) do update set assigned = true where excluded.assigned and not r.assigned
      returning course_id, xmax = 0 as is_new
    )
    insert into courses.course_counter as c (course_id, company_id, learner_count)
    select course_id, ${companyId}, count(*) from kept where is_new group by course_id order by course_id
    on conflict (course_id) do update set learner_count = c.learner_count + excluded.learner_count`.execute(db)
}

/** The course is being studied: the first playback takes it from 0 to 1 (COURSE-057), and one that was abandoned back. */
export async function markStudied(
  db: CoursesDb,
  memberId: string,
  courseId: string,
  sectionId: string,
  now: number,
): Promise<void> {
  await sql`
    update courses.registration set
      status = case when status in (0, 3) then 1 else status end,
      started_at = coalesce(started_at, ${now}::bigint), touched_at = ${now}, last_section_id = ${sectionId}
    where member_id = ${memberId} and course_id = ${courseId}`.execute(db)
}

/**
 * What follows for the registration `r` from the required sections of its version, as `t`: done when all are (COURSE-057);
 * where nothing but proof is outstanding, its state (COURSE-058) is that of the course.
 */
const settledSql = sql`cross join lateral (
  select case
      when o.open = 0 then 2
      when o.open = o.waiting then 5
      when o.open = o.waiting + o.failed then 6
      when r.status in (0, 3) then r.status
      else 1 end as status
  from (
    select count(*) as open, count(*) filter (where p.status = 5) as waiting, count(*) filter (where p.status = 6) as failed
    from courses.section s left join courses.section_progress p
      on p.member_id = r.member_id and p.course_id = r.course_id and p.section_id = s.id
    where s.version_id = r.version_id and s.required and p.finished_at is null
  ) o
) t`

export interface Settled {
  readonly status: StudyStatus
  /** Now, or once more now. */
  readonly justFinished: boolean
}

/**
 * Brings a member's course to where its sections are. The registration is locked first, by a statement of its own: of
 * two sections that finish at the same time, the later one sees both. What is finished stays finished; where it is studied
 * once more, that round is settled.
 */
export async function settleCourse(db: CoursesDb, memberId: string, courseId: string, now: number): Promise<Settled> {
  const locked = await db
    .selectFrom('courses.registration')
    .select('status')
    .where('member_id', '=', memberId)
    .where('course_id', '=', courseId)
    .forUpdate()
    .executeTakeFirst()
  const before = (locked?.status ?? 0) as StudyStatus
  if (isFinishedStatus(before)) {
    return { status: before, justFinished: (await settleRounds(db, courseId, { memberId }, now)) > 0 }
  }
  const { rows } = await sql<{ status: StudyStatus }>`
    update courses.registration u set status = t.status, finished_at = case when t.status = 2 then ${now}::bigint end
    from courses.registration r ${settledSql}
    where r.member_id = ${memberId} and r.course_id = ${courseId} and r.status not in (2, 4)
      and u.member_id = r.member_id and u.course_id = r.course_id and u.status <> t.status
    returning u.status`.execute(db)
  const status = rows[0]?.status
  if (status !== 2) return { status: status ?? before, justFinished: false }
  await enqueueReward(db, { courseId, finishedAt: now, memberId })
  return { status, justFinished: true }
}

interface LearnersOf {
  readonly courseId: string
  readonly versionId: string
  readonly after?: string
  readonly limit: number
}

/**
 * Settles the next learners of a version who have started, in the order of their ids. Returns the settled learners: fewer
 * locks at a time let learners go on meanwhile.
 */
export async function settleLearners(
  db: CoursesDb,
  { courseId, versionId, after, limit }: LearnersOf,
  now: number,
): Promise<string[]> {
  const { rows: locked } = await sql<{ member_id: string }>`
    select r.member_id from courses.registration r
    where r.course_id = ${courseId} and r.version_id = ${versionId} and r.status in (1, 5, 6)
      and (${after ?? null}::uuid is null or r.member_id > ${after ?? null}::uuid)
    order by r.member_id limit ${limit} for update`.execute(db)
  const memberIds = locked.map((row) => row.member_id)
  const { rows } = await sql<{ status: StudyStatus }>`
    update courses.registration u set status = t.status, finished_at = case when t.status = 2 then ${now}::bigint end
    from courses.registration r ${settledSql}
    where r.course_id = ${courseId} and r.member_id = any(${memberIds}::uuid[])
      and u.member_id = r.member_id and u.course_id = r.course_id and u.status <> t.status
    returning u.status`.execute(db)
  if (rows.some(({ status }) => status === 2)) await enqueueReward(db, { courseId, finishedAt: now })
  return memberIds
}
