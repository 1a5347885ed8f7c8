/** Guided study: where videos stop, and what was answered there (COURSE-092). */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { exercisesOf, type MemberExercise, stopsOf } from '#modules/assessment/exercises/server.ts'
import { giveScore } from '#modules/content/topics/server.ts'
import type { Context } from '#server/module.ts'
import type { GuideInfo, GuideRecord, GuideStatus } from '../../contract/guided.ts'
import { businessType } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { getReadable, type ReadCourse } from '../study/readers.ts'
import { exercisesIn, sectionsInOrder } from './exercises.ts'

interface AskedRow {
  readonly section_id: string
  readonly count: number
}

export async function guideInfo(db: CoursesDb, caller: Caller, courseId: string): Promise<GuideInfo> {
  const course = await getReadable(db, caller, courseId)
  const { rows: asked } = await sql<AskedRow>`
    select section_id, count(*)::int as count from courses.barrage_question
    where course_id = ${courseId} group by section_id`.execute(db)
  const all = await stopsOf(db, exercisesIn(caller.companyId, courseId))
  const sections = (await sectionsInOrder(db, course)).flatMap(({ id: sectionId, title }) => {
    const stops = all.filter((stop) => stop.sectionId === sectionId).map(({ sectionId: _, ...stop }) => stop)
    const questionCount = asked.find((row) => row.section_id === sectionId)?.count ?? 0
    return stops.length === 0 && questionCount === 0 ? [] : [{ sectionId, title, stops, questionCount }]
  })
  return {
    courseId,
    isGuided: sections.length > 0,
    stopCount: sections.reduce((sum, { stops }) => sum + stops.length, 0),
    questionCount: sections.reduce((sum, section) => sum + section.questionCount, 0),
    sections,
  }
}

/** The exercises of the reader's outline in its order, each with what the caller answered. */
async function exercisesOfCourse(db: CoursesDb, caller: Caller, course: ReadCourse): Promise<MemberExercise[]> {
  const sections = await sectionsInOrder(db, course)
  const ids = sections.map(({ id }) => id)
  const found = await exercisesOf(db, exercisesIn(caller.companyId, course.id, ids), caller.memberId)
  return ids.flatMap((id) => found.filter(({ sectionId }) => sectionId === id))
}

/** Every question of it has an answer. */
const isAnswered = ({ questions }: MemberExercise) => questions.every(({ state }) => state !== null)

function statusOf(exercises: readonly MemberExercise[]): GuideStatus {
  if (exercises.every(({ questions }) => questions.every(({ state }) => state === null))) return 0
  return exercises.every(isAnswered) ? 2 : 1
}

export async function guideStatus(db: CoursesDb, caller: Caller, courseId: string) {
  const exercises = await exercisesOfCourse(db, caller, await getReadable(db, caller, courseId))
  const answeredCount = exercises.filter(isAnswered).length
  return { status: statusOf(exercises), stopCount: exercises.length, answeredCount }
}

export async function guideRecord(db: CoursesDb, caller: Caller, courseId: string): Promise<GuideRecord> {
  const exercises = await exercisesOfCourse(db, caller, await getReadable(db, caller, courseId))
  const answers = exercises.flatMap(({ id: exerciseId, sectionId, at, questions, answeredAt: times }) =>
    questions.flatMap((question, index) => {
      const answeredAt = times[index] ?? null
      return answeredAt === null ? [] : [{ exerciseId, sectionId, at, answeredAt, question }]
    }),
  )
  const started = exercises.flatMap(({ firstAt }) => firstAt ?? [])
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from courses.barrage_question
    where member_id = ${caller.memberId} and course_id = ${courseId}`.execute(db)
  return {
    courseId,
    status: statusOf(exercises),
    stopCount: exercises.length,
    answeredCount: exercises.filter(isAnswered).length,
    rightCount: answers.filter(({ question }) => question.state?.verdict === 'right').length,
    rightFirstCount: answers.filter(({ question }) => question.state?.wasRightFirst).length,
    askedCount: rows[0]?.count ?? 0,
    startedAt: started.length === 0 ? null : Math.min(...started),
    lastAnsweredAt: answers.length === 0 ? null : Math.max(...answers.map(({ answeredAt }) => answeredAt)),
    answers,
  }
}

/** Stars for a course: once a member, and of those who have started it (COURSE-064). */
export async function scoreCourse(
  db: CoursesDb,
  { courseId, score }: { courseId: string; score: number },
  { caller, now }: Context,
): Promise<void> {
  await giveScore(db, caller, { businessType, businessId: courseId, score }, now)
}
