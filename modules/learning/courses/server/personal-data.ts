/** What courses keeps of a member: handed out to the member, or erased. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { type PersonalDataOwner, type PersonalRecords, personalData } from '#server/personal-data.ts'
import { coursesTables } from './db.ts'
import { collectStudying, eraseStudying } from './studying-data.ts'

async function collect(connection: Connection, { companyId, memberId }: PersonalDataOwner): Promise<PersonalRecords[]> {
  const db = coursesTables(connection)
  const registrations = await sql<Record<string, unknown>>`
    select c.name as course, r.status, r.registered_at, r.started_at, r.touched_at, r.finished_at, r.is_shown
    from courses.registration r join courses.course c on c.id = r.course_id
    where r.member_id = ${memberId} and r.company_id = ${companyId} order by r.registered_at`.execute(db)
  const sections = await sql<Record<string, unknown>>`
    select c.name as course, (select s.title from courses.section s where s.id = p.section_id
        order by s.version_id = r.version_id desc, s.version_id limit 1) as section,
      p.kind, p.status, p.covered, p.unit_count, p.position, p.study_ms, p.started_at, p.studied_at, p.finished_at
    from courses.section_progress p join courses.course c on c.id = p.course_id
    left join courses.registration r on r.member_id = p.member_id and r.course_id = p.course_id
    where p.member_id = ${memberId} and p.company_id = ${companyId} order by p.started_at`.execute(db)
  const rounds = await sql<Record<string, unknown>>`
    select c.name as course, o.opened_at, o.due_at, o.finished_at, o.earned_ms, o.earned
    from courses.round o join courses.course c on c.id = o.course_id
    where o.member_id = ${memberId} and o.company_id = ${companyId} order by o.opened_at`.execute(db)
  const waivers = await sql<Record<string, unknown>>`
    select c.name as course, w.reason, w.created_at from courses.waiver w join courses.course c on c.id = w.course_id
    where w.member_id = ${memberId} and w.company_id = ${companyId} order by w.created_at`.execute(db)
  const times = await sql<Record<string, unknown>>`
    select t.day::text as day, c.name as course, t.client_type, t.study_ms, t.last_at
    from courses.study_time t left join courses.course c on c.id = t.course_id
    where t.member_id = ${memberId} and t.company_id = ${companyId} order by t.day, t.last_at`.execute(db)
  const authored = await sql<Record<string, unknown>>`
    select name, summary, status, created_at, published_at from courses.course
    where author_id = ${memberId} and company_id = ${companyId} order by created_at`.execute(db)
  return [
    { name: 'courses', title: { cn: '学习的课程', en: 'Courses' }, rows: registrations.rows },
    { name: 'course-sections', title: { cn: '章节学习进度', en: 'Progress by section' }, rows: sections.rows },
    { name: 'course-rounds', title: { cn: '复训记录', en: 'Retraining' }, rows: rounds.rows },
    { name: 'course-waivers', title: { cn: '免修记录', en: 'Waivers' }, rows: waivers.rows },
    { name: 'study-time', title: { cn: '学习时长', en: 'Study time' }, rows: times.rows },
    { name: 'authored-courses', title: { cn: '创建的课程', en: 'Created courses' }, rows: authored.rows },
    ...(await collectStudying(connection, { companyId, memberId })),
  ]
}

/**
 * What was watched when is gone. That somebody has registered for a course, and how it ended, stays for the statistics of the
 * course, under a member that no longer has a name; and so do the courses that the member made, for who learns them.
 */
async function erase(connection: Connection, { companyId, memberId }: PersonalDataOwner): Promise<void> {
  const db = coursesTables(connection)
  await eraseStudying(connection, { companyId, memberId })
  for (const table of ['courses.section_progress', 'courses.round', 'courses.study_time', 'courses.waiver'] as const) {
    await db.deleteFrom(table).where('member_id', '=', memberId).where('company_id', '=', companyId).execute()
  }
  await db
    .updateTable('courses.registration')
    .set({ last_section_id: null, is_shown: false })
    .where('member_id', '=', memberId)
    .where('company_id', '=', companyId)
    .execute()
}

export const coursesPersonalData = personalData({ module: 'courses', collect, erase })
