/** Questions that learners ask at points of videos, which pass by at that time, and their answers (COURSE-091, COURSE-094). */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { notify, todosChanged, waitingSubjects } from '#modules/platform/messages/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import { ANSWER_CHANGED, TOO_MANY, WRONG_SECTION_KIND } from '../../contract/errors.ts'
import { type BarrageQuestion, type LearnerQuestion, questionsMax } from '../../contract/guided.ts'
import type { Person } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { mayEdit } from '../policy.ts'
import { courseLifecycle } from '../publishing/course-lifecycle.ts'
import { managesSql } from '../study/course-filters.ts'
import { getLearnt, getPaid, getSectionOf } from '../study/readers.ts'

const listedMax = 500

interface QuestionRow {
  readonly id: string
  readonly course_id: string
  readonly section_id: string
  readonly time_ms: number
  readonly content: string
  readonly created_at: number
  readonly member: Person
  readonly answer: string | null
  readonly answered_at: number | null
  readonly answerer: Person
  readonly answers: boolean
}

const person = (id: RawBuilder<unknown>, directory: string) => {
  const { name, avatar } = { name: sql.ref(`${directory}.full_name`), avatar: sql.ref(`${directory}.avatar_path`) }
  return sql`json_build_object('id', coalesce(${id}::text, ''), 'fullName', coalesce(${name}, ''),
    'avatarPath', coalesce(${avatar}, ''))`
}

/** Of the question `q` of the course `c`, with those who asked and answered. */
const questionColumns = (caller: Caller) => sql`q.id, q.course_id, q.section_id, q.time_ms, q.content, q.created_at,
  ${person(sql`q.member_id`, 'asker')} as member, q.answer, q.answered_at,
  ${person(sql`q.answered_by`, 'answerer')} as answerer, ${managesSql(caller, 'c')} as answers`

const people = ({ companyId }: Caller) => sql`
  left join ${directorySql(companyId)} asker on asker.id = q.member_id
  left join ${directorySql(companyId)} answerer on answerer.id = q.answered_by`

function questionOf(caller: Caller, row: QuestionRow, mayDelete: boolean): BarrageQuestion {
  const isOwn = row.member.id === caller.memberId
  const { answer, answered_at: answeredAt } = row
  return {
    id: row.id,
    courseId: row.course_id,
    sectionId: row.section_id,
    time: row.time_ms,
    text: row.content,
    createTime: row.created_at,
    member: row.member,
    mayDelete: isOwn || mayDelete,
    answer: answer === null || answeredAt === null ? null : { text: answer, answeredAt, member: row.answerer },
    mayAnswer: row.answers && !isOwn,
  }
}

export interface QuestionQuery {
  readonly courseId: string
  readonly sectionId?: string
  readonly time?: number
  readonly until?: number
}

export async function listQuestions(db: CoursesDb, caller: Caller, query: QuestionQuery, now: number) {
  const course = await getPaid(db, caller, query.courseId, now)
  const { time = 0, until = 2_000_000_000 } = query
  const ofSection = query.sectionId === undefined ? sql`true` : sql`q.section_id = ${query.sectionId}`
  const { rows } = await sql<QuestionRow>`
    select ${questionColumns(caller)}
    from courses.barrage_question q join courses.course c on c.id = q.course_id ${people(caller)}
    where q.course_id = ${course.id} and q.company_id = ${caller.companyId} and ${ofSection}
      and q.time_ms between ${time} and ${until}
    order by q.section_id, q.time_ms, q.id limit ${listedMax}`.execute(db)
  const items = rows.map((row) => questionOf(caller, row, course.mayEdit))
  return { items, recordCount: items.length }
}

/** The courses in which a question waits: the index `barrage_question_waiting` serves them. */
const waitingCourses = ({ companyId }: Caller) =>
  waitingSubjects({
    subject: sql`q.course_id`,
    rows: sql`from courses.barrage_question q where q.company_id = ${companyId} and q.answered_at is null`,
  })

/** The courses in which questions wait for the caller, as `c`: whoever asked is not the one who answers. */
export const coursesWaitingFor = (caller: Caller) => sql`${waitingCourses(caller)} found
  join courses.course c on c.id = found.subject_id and c.deleted_at is null and ${managesSql(caller, 'c')}`

/** Of the course `c`: the questions that wait for the caller. */
export const waitingQuestions = (caller: Caller) => sql`from courses.barrage_question q
  where q.company_id = ${caller.companyId} and q.course_id = c.id and q.answered_at is null
    and q.member_id <> ${caller.memberId}`

interface LearnerQuestionRow extends QuestionRow {
  readonly course_name: string
  readonly section_title: string | null
}

export async function listLearnerQuestions(
  db: CoursesDb,
  caller: Caller,
  query: Paging & { readonly answered?: boolean; readonly courseId?: string },
) {
  const inCourse = query.courseId === undefined ? sql`true` : sql`c.id = ${query.courseId}`
  const matching = query.answered
    ? sql`from courses.course c join courses.barrage_question q on q.course_id = c.id and q.answered_at is not null
        where c.company_id = ${caller.companyId} and c.deleted_at is null and ${managesSql(caller, 'c')} and ${inCourse}`
    : sql`from ${coursesWaitingFor(caller)} cross join lateral (select q.* ${waitingQuestions(caller)}) q where ${inCourse}`
  const order = query.answered ? sql`q.answered_at desc, q.id` : sql`q.created_at, q.id`
  const { items, recordCount } = await sqlPage<LearnerQuestionRow>(db, query, {
    matching,
    rows: (window) => sql`
      with found as (select q.id, c.name as course_name ${matching} order by ${order} ${window})
      select ${questionColumns(caller)}, found.course_name,
        (select s.title from courses.section s where s.id = q.section_id and s.course_id = q.course_id
          order by s.version_id desc limit 1) as section_title
      from found join courses.barrage_question q on q.id = found.id join courses.course c on c.id = q.course_id
      ${people(caller)} order by ${order}`,
  })
  return {
    // Who teaches a course without editing it deletes nothing of others.
    items: items.map(
      (row): LearnerQuestion => ({
        ...questionOf(caller, row, false),
        courseName: row.course_name,
        sectionTitle: row.section_title ?? '',
      }),
    ),
    recordCount,
  }
}

export async function saveQuestion(
  db: CoursesDb,
  input: { courseId: string; sectionId: string; time: number; text: string },
  { caller, now }: Context,
): Promise<{ id: string }> {
  const course = await getLearnt(db, caller, input.courseId, now)
  const { kind, unit, unitCount } = await getSectionOf(db, course, input.sectionId)
  if (unit !== 'ms') throw refuse(WRONG_SECTION_KIND, { kind })
  if (input.time > unitCount) {
    throw refuse(INVALID_INPUT, { fields: [{ path: 'time', rule: 'place', message: 'lies behind the end' }] })
  }
  await assertClean(db, caller.companyId, { text: input.text })
  await lockNames(db, `courses.barrage-question ${caller.memberId} ${course.id}`)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from courses.barrage_question
    where member_id = ${caller.memberId} and course_id = ${course.id} and section_id = ${input.sectionId}`.execute(db)
  if ((rows[0]?.count ?? 0) >= questionsMax) throw refuse(TOO_MANY, { max: questionsMax })
  const id = uuid()
  await db
    .insertInto('courses.barrage_question')
    .values({
      id,
      company_id: caller.companyId,
      course_id: course.id,
      section_id: input.sectionId,
      member_id: caller.memberId,
      time_ms: input.time,
      content: input.text.trim(),
      created_at: now,
    })
    .execute()
  await tellTeachers(db, course.id, { caller, now })
  return { id }
}

/** Author and lecturer, once however many ask before they look. */
async function tellTeachers(db: CoursesDb, courseId: string, { caller, now }: Pick<Context, 'caller' | 'now'>) {
  const course = await db
    .selectFrom('courses.course')
    .select(['name', 'author_id', 'lecturer_id'])
    .where('id', '=', courseId)
    .executeTakeFirstOrThrow()
  const recipients = [...new Set([course.author_id, course.lecturer_id ?? course.author_id])]
  await notify(db, {
    type: 'course.question-asked',
    companyId: caller.companyId,
    recipients: recipients.filter((id) => id !== caller.memberId),
    variables: { course: course.name },
    link: `/admin/course-questions?course=${courseId}`,
    collapseKey: `question ${courseId}`,
    now,
  })
}

/** The first answer wins; an answer replaces the one that its writer has read. */
export async function answerQuestion(
  db: CoursesDb,
  id: string,
  input: { readonly text: string; readonly replaces?: number },
  { caller, now }: Context,
): Promise<void> {
  const { rows } = await sql<{
    course_id: string
    course_name: string
    section_id: string
    member_id: string
    content: string
    answered_at: number | null
    answers: boolean
  }>`
    select q.course_id, c.name as course_name, q.section_id, q.member_id, q.content, q.answered_at,
      ${managesSql(caller, 'c')} as answers
    from courses.barrage_question q join courses.course c on c.id = q.course_id
    where q.id = ${id} and q.company_id = ${caller.companyId} and c.deleted_at is null
    for update of q`.execute(db)
  const question = rows[0]
  if (!question) throw refuse(NOT_FOUND)
  if (!question.answers || question.member_id === caller.memberId) throw refuse(NO_PERMISSION)
  const { answered_at: answeredAt } = question
  if (answeredAt !== (input.replaces ?? null)) throw refuse(ANSWER_CHANGED, { answeredAt })
  await assertClean(db, caller.companyId, { text: input.text })
  await db
    .updateTable('courses.barrage_question')
    // An answer of the same millisecond is another one.
    .set({ answer: input.text.trim(), answered_by: caller.memberId, answered_at: Math.max(now, (answeredAt ?? 0) + 1) })
    .where('id', '=', id)
    .execute()
  await todosChanged(db, caller.companyId, [caller.memberId])
  await notify(db, {
    type: 'course.question-answered',
    companyId: caller.companyId,
    recipients: [question.member_id],
    variables: { course: question.course_name, question: question.content },
    link: `/study/course/detail/${question.course_id}?section=${question.section_id}`,
    collapseKey: `answer ${id}`,
    now,
  })
}

export async function deleteQuestion(db: CoursesDb, caller: Caller, id: string): Promise<void> {
  const question = await db
    .selectFrom('courses.barrage_question')
    .select(['course_id', 'member_id'])
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .executeTakeFirst()
  if (!question) throw refuse(NOT_FOUND)
  const isOwn = question.member_id === caller.memberId
  if (!isOwn && !mayEdit(caller, await courseLifecycle.get(db, caller, question.course_id))) throw refuse(NO_PERMISSION)
  await db.deleteFrom('courses.barrage_question').where('id', '=', id).execute()
}
