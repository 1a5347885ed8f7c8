/** Exercises for tests and samples of the modules whose content has them. */
import { v7 as uuid } from 'uuid'
import type { QuestionAnswer, QuestionContent } from '#modules/assessment/questions/contract.ts'
import type { Connection } from '#server/db/connection.ts'
import { exercisesTables } from './db.ts'
import type { ExerciseItem } from './hosts.ts'

interface BuiltInput extends ExerciseItem {
  readonly companyId: string
  readonly sectionId: string
  readonly content: QuestionContent
  readonly answer: { readonly memberId: string; readonly given: QuestionAnswer }
  readonly now: number
}

/** An exercise with one question at the start of a section, answered right by a member. */
export async function buildAnsweredExercise(connection: Connection, input: BuiltInput): Promise<void> {
  const db = exercisesTables(connection)
  const { companyId, sectionId, businessType, businessId, content, answer, now } = input
  const [exerciseId, questionId, contentId] = [uuid(), uuid(), uuid()]
  const own = { company_id: companyId }
  await db
    .insertInto('exercises.exercise')
    .values({
      ...{ ...own, id: exerciseId, business_type: businessType, business_id: businessId, section_id: sectionId },
      ...{ at_ms: 0, sort: 0, must_answer: false, attempts_max: 2 },
    })
    .execute()
  await db
    .insertInto('exercises.question')
    .values({ ...own, id: questionId, exercise_id: exerciseId, sort: 0, content_id: contentId })
    .execute()
  await db
    .insertInto('exercises.content')
    .values({ ...own, id: contentId, question_id: questionId, content: JSON.stringify(content), created_at: now })
    .execute()
  await db
    .insertInto('exercises.answer')
    .values({
      ...{ ...own, member_id: answer.memberId, question_id: questionId, content_id: contentId },
      ...{ given: JSON.stringify(answer.given), verdict: 'right', was_right_first: true, is_settled: true },
      ...{ submission_ids: [uuid()], first_at: now, answered_at: now },
    })
    .execute()
}
