/** Guided study: where videos stop, and what was answered there (COURSE-092). */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { giveScore } from '#modules/content/topics/server.ts'
import type { Context } from '#server/module.ts'
import type { GuideInfo, GuideRecord, GuideStatus } from '../../contract/guided.ts'
import { businessType } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { getReadable, type ReadCourse } from '../study/readers.ts'
import { type ExerciseRow, exerciseState, shownOptions } from './exercises.ts'

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

/** Stars for a course: once a member, and of those who have started it (COURSE-064). */
export async function scoreCourse(
  db: CoursesDb,
  { courseId, score }: { courseId: string; score: number },
  { caller, now }: Context,
): Promise<void> {
  await giveScore(db, caller, { businessType, businessId: courseId, score }, now)
}
