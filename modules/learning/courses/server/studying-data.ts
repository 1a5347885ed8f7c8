/** What learners have left in courses: handed out, erased, and made up for the laws that look at every table. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { PersonalDataOwner, PersonalRecords } from '#server/personal-data.ts'
import { coursesTables } from './db.ts'

export async function collectStudying(
  connection: Connection,
  { companyId, memberId }: Omit<PersonalDataOwner, 'now'>,
): Promise<PersonalRecords[]> {
  const db = coursesTables(connection)
  const notes = await sql<Record<string, unknown>>`
    select c.name as course, n.content, n.time_point, n.is_public, n.created_at, n.updated_at
    from courses.note n join courses.course c on c.id = n.course_id
    where n.member_id = ${memberId} and n.company_id = ${companyId} order by n.created_at`.execute(db)
  const questions = await sql<Record<string, unknown>>`
    select c.name as course, q.content, q.time_ms, q.created_at, q.answer, q.answered_at
    from courses.barrage_question q join courses.course c on c.id = q.course_id
    where q.member_id = ${memberId} and q.company_id = ${companyId} order by q.created_at`.execute(db)
  const given = await sql<Record<string, unknown>>`
    select c.name as course, q.content as question, q.answer, q.answered_at
    from courses.barrage_question q join courses.course c on c.id = q.course_id
    where q.answered_by = ${memberId} and q.company_id = ${companyId} order by q.answered_at`.execute(db)
  return [
    { name: 'course-notes', title: { cn: '课程笔记', en: 'Course notes' }, rows: notes.rows },
    { name: 'course-questions', title: { cn: '课程弹幕提问', en: 'Questions in courses' }, rows: questions.rows },
    { name: 'answers-to-learners', title: { cn: '对学员提问的回答', en: 'Answers to learners' }, rows: given.rows },
  ]
}

/** Notes and questions are the member's alone. Answers to questions stay, without a name. */
export async function eraseStudying(
  connection: Connection,
  { companyId, memberId }: Omit<PersonalDataOwner, 'now'>,
): Promise<void> {
  const db = coursesTables(connection)
  for (const table of ['courses.note', 'courses.barrage_question', 'courses.presence'] as const)
    await db.deleteFrom(table).where('member_id', '=', memberId).where('company_id', '=', companyId).execute()
  // What was answered stays for those who asked.
  await db
    .updateTable('courses.barrage_question')
    .set({ answered_by: null })
    .where('answered_by', '=', memberId)
    .where('company_id', '=', companyId)
    .execute()
}

interface StudyingSample {
  readonly companyId: string
  readonly courseId: string
  readonly sectionId: string
  readonly memberId: string
  readonly marker: string
  readonly now: number
}

/** One row in every table, of a company that others are not to reach. */
export async function buildStudyingSample(connection: Connection, sample: StudyingSample): Promise<void> {
  const db = coursesTables(connection)
  const { marker, now, memberId } = sample
  const place = { company_id: sample.companyId, course_id: sample.courseId, section_id: sample.sectionId }
  await db
    .insertInto('courses.segment')
    .values({ ...place, id: uuid(), title: marker, summary: marker, from_ms: 0 })
    .execute()
  const cues = JSON.stringify([{ from: 0, to: 1000, text: marker }])
  await db
    .insertInto('courses.caption')
    .values({ ...place, id: uuid(), language: 'zh-CN', label: marker, cues, cue_count: 1, updated_at: now })
    .execute()
  for (const isPublic of [true, false])
    await db
      .insertInto('courses.note')
      .values({
        ...place,
        id: uuid(),
        member_id: memberId,
        content: marker,
        time_point: null,
        is_public: isPublic,
        created_at: now,
        updated_at: now,
      })
      .execute()
  await db
    .insertInto('courses.presence')
    .values({ member_id: memberId, company_id: sample.companyId, confirmed_at: now })
    .execute()
  await db
    .insertInto('courses.barrage_question')
    .values({
      ...place,
      id: uuid(),
      member_id: memberId,
      time_ms: 0,
      content: marker,
      created_at: now,
      answer: marker,
      answered_by: memberId,
      answered_at: now,
    })
    .execute()
}
