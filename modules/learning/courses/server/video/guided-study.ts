/** Guided study: where videos stop, what was answered, and the questions that pass by (COURSE-091, COURSE-092). */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { giveScore } from '#modules/content/topics/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import { TOO_MANY, WRONG_SECTION_KIND } from '../../contract/errors.ts'
import {
  type BarrageQuestion,
  type GuideInfo,
  type GuideRecord,
  type GuideStatus,
  questionsMax,
} from '../../contract/guided.ts'
import { businessType, type Person } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { mayEdit } from '../policy.ts'
import { courseLifecycle } from '../publishing/course-lifecycle.ts'
import { getLearnt, getReadable, getSectionOf, type ReadCourse } from '../study/readers.ts'
import { type ExerciseRow, exerciseState, shownOptions } from './exercises.ts'

const listedMax = 500

interface GuideRow {
  readonly section_id: string
  readonly title: string
  readonly question_count: number
  readonly stops: GuideInfo['sections'][number]['stops']
}

export async function guideInfo(db: CoursesDb, caller: Caller, courseId: string): Promise<GuideInfo> {
  const course = await getReadable(db, caller, courseId)
  const { rows } = await sql<GuideRow>`
    select s.id as section_id, s.title, coalesce(q.count, 0)::int as question_count, coalesce(x.stops, '[]') as stops
    from courses.section s
    join courses.chapter ch on ch.version_id = s.version_id and ch.id = s.chapter_id
    left join (select section_id, json_agg(json_build_object('exerciseId', id, 'at', at_ms, 'kind', kind,
        'mustAnswer', must_answer) order by at_ms, id) as stops
      from courses.exercise where course_id = ${courseId} and removed_at is null group by section_id) x
      on x.section_id = s.id
    left join (select section_id, count(*) as count from courses.barrage_question
      where course_id = ${courseId} group by section_id) q on q.section_id = s.id
    where s.version_id = ${course.versionId} and (x.stops is not null or q.count > 0)
    order by ch.sort, ch.id, s.sort, s.id`.execute(db)
  const sections = rows.map(({ section_id: sectionId, title, stops, question_count: questionCount }) => ({
    sectionId,
    title,
    stops,
    questionCount,
  }))
  return {
    courseId,
    isGuided: sections.length > 0,
    stopCount: sections.reduce((sum, { stops }) => sum + stops.length, 0),
    questionCount: sections.reduce((sum, section) => sum + section.questionCount, 0),
    sections,
  }
}

interface AnsweredRow extends ExerciseRow {
  readonly first_at: number | null
  readonly answered_at: number | null
}

/** The exercises of the reader's outline in its order, each with what the caller answered. */
async function exercisesOfCourse(db: CoursesDb, caller: Caller, course: ReadCourse): Promise<AnsweredRow[]> {
  const { rows } = await sql<AnsweredRow>`
    select x.id, x.section_id, x.at_ms, x.kind, x.question, x.options, x.explanation, x.must_answer,
      a.first_at, a.answered_at,
      case when a.member_id is not null then json_build_object('given', a.given, 'is_right', a.is_right,
        'was_right_first', a.was_right_first, 'attempts', a.attempts) end as answer
    from courses.exercise x
    join courses.section s on s.version_id = ${course.versionId} and s.id = x.section_id
    join courses.chapter ch on ch.version_id = s.version_id and ch.id = s.chapter_id
    left join courses.exercise_answer a on a.member_id = ${caller.memberId} and a.exercise_id = x.id
    where x.course_id = ${course.id} and x.removed_at is null
    order by ch.sort, ch.id, s.sort, s.id, x.at_ms, x.id`.execute(db)
  return rows
}

function statusOf(stopCount: number, answeredCount: number): GuideStatus {
  if (answeredCount === 0) return 0
  return answeredCount < stopCount ? 1 : 2
}

export async function guideStatus(db: CoursesDb, caller: Caller, courseId: string) {
  const exercises = await exercisesOfCourse(db, caller, await getReadable(db, caller, courseId))
  const answeredCount = exercises.filter(({ answer }) => answer !== null).length
  return { status: statusOf(exercises.length, answeredCount), stopCount: exercises.length, answeredCount }
}

export async function guideRecord(db: CoursesDb, caller: Caller, courseId: string): Promise<GuideRecord> {
  const exercises = await exercisesOfCourse(db, caller, await getReadable(db, caller, courseId))
  const answers = exercises.flatMap((exercise) => {
    const { answer, answered_at: answeredAt } = exercise
    if (!answer || answeredAt === null) return []
    const { id: exerciseId, section_id: sectionId, at_ms: at, kind, question } = exercise
    const state = exerciseState(exercise, answer)
    return [{ exerciseId, sectionId, at, kind, question, options: shownOptions(exercise), answeredAt, state }]
  })
  const started = exercises.flatMap(({ first_at: at }) => (at === null ? [] : [at]))
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from courses.barrage_question
    where member_id = ${caller.memberId} and course_id = ${courseId}`.execute(db)
  return {
    courseId,
    status: statusOf(exercises.length, answers.length),
    stopCount: exercises.length,
    answeredCount: answers.length,
    rightCount: answers.filter(({ state }) => state.isRight).length,
    rightFirstCount: answers.filter(({ state }) => state.wasRightFirst).length,
    askedCount: rows[0]?.count ?? 0,
    startedAt: started.length === 0 ? null : Math.min(...started),
    lastAnsweredAt: answers.length === 0 ? null : Math.max(...answers.map(({ answeredAt }) => answeredAt)),
    answers,
  }
}

interface QuestionRow {
  readonly id: string
  readonly section_id: string
  readonly time_ms: number
  readonly content: string
  readonly created_at: number
  readonly member: Person
}

export interface QuestionQuery {
  readonly courseId: string
  readonly sectionId?: string
  readonly time?: number
  readonly until?: number
}

export async function listQuestions(db: CoursesDb, caller: Caller, query: QuestionQuery) {
  const course = await getReadable(db, caller, query.courseId)
  const { time = 0, until = 2_000_000_000 } = query
  const ofSection = query.sectionId === undefined ? sql`true` : sql`q.section_id = ${query.sectionId}`
  const { rows } = await sql<QuestionRow>`
    select q.id, q.section_id, q.time_ms, q.content, q.created_at,
      json_build_object('id', q.member_id, 'fullName', coalesce(m.full_name, ''),
        'avatarPath', coalesce(m.avatar_path, '')) as member
    from courses.barrage_question q left join ${directorySql(caller.companyId)} m on m.id = q.member_id
    where q.course_id = ${course.id} and q.company_id = ${caller.companyId} and ${ofSection}
      and q.time_ms between ${time} and ${until}
    order by q.section_id, q.time_ms, q.id limit ${listedMax}`.execute(db)
  const items: BarrageQuestion[] = rows.map((row) => ({
    id: row.id,
    courseId: course.id,
    sectionId: row.section_id,
    time: row.time_ms,
    text: row.content,
    createTime: row.created_at,
    member: row.member,
    mayDelete: course.mayEdit || row.member.id === caller.memberId,
  }))
  return { items, recordCount: items.length }
}

export async function saveQuestion(
  db: CoursesDb,
  input: { courseId: string; sectionId: string; time: number; text: string },
  { caller, now }: Context,
): Promise<{ id: string }> {
  const course = await getLearnt(db, caller, input.courseId)
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
  return { id }
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

/** Stars for a course: once a member, and of those who have started it (COURSE-064). */
export async function scoreCourse(
  db: CoursesDb,
  { courseId, score }: { courseId: string; score: number },
  { caller, now }: Context,
): Promise<void> {
  await giveScore(db, caller, { businessType, businessId: courseId, score }, now)
}
