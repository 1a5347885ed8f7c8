/** One question is answered, and the learner learns at once how. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { activeQuestionsSql } from '#modules/assessment/questions/server.ts'
import { BANK_UPDATED, NOT_RATABLE, PRACTICE_NOT_FOUND, PRACTICE_OVER } from '../contract/codes.ts'
import type { Answered, Rating } from '../contract/practicing.ts'
import type { practice } from '../contract.ts'
import type { CardState } from './card-state.ts'
import { lockCards, recordAnswers, replaceReview } from './cards.ts'
import { dayOf } from './days.ts'
import type { PracticeDb } from './db.ts'
import { evaluate, feedbackOf, needsPerson, ratedEvaluation, ratingsOf } from './feedback.ts'
import { contentOf, contentsOf, getOwn, type ItemRecord, itemsOf, type PracticeRecord } from './practices.ts'
import { preferencesOf } from './preferences.ts'
import { assertNotInExam } from './sources.ts'

interface Answering {
  readonly practice: PracticeRecord
  readonly item: ItemRecord
  readonly content: Awaited<ReturnType<typeof contentOfItem>>
}

async function contentOfItem(db: PracticeDb, companyId: string, item: ItemRecord) {
  return contentOf(await contentsOf(db, companyId, [item]), item.versionId)
}

/** Locks the practice, and refuses what may not be shown now. */
async function lockItem(db: PracticeDb, caller: Caller, id: string, place: number): Promise<Answering> {
  const practice = await getOwn(db, caller, id, true)
  const [item] = await itemsOf(db, id, place)
  if (!item) throw refuse(PRACTICE_NOT_FOUND)
  await assertNotInExam(db, caller, [item.questionId])
  return { practice, item, content: await contentOfItem(db, caller.companyId, item) }
}

async function assertNewest(db: PracticeDb, companyId: string, { questionId, versionId }: ItemRecord): Promise<void> {
  const { rows } = await sql`select from ${activeQuestionsSql(companyId)} q
    where q.id = ${questionId} and q.version_id = ${versionId}`.execute(db)
  if (rows.length === 0) throw refuse(BANK_UPDATED)
}

async function answeredOf(
  db: PracticeDb,
  caller: Caller,
  { item, content }: Pick<Answering, 'item' | 'content'>,
  now: number,
): Promise<Answered> {
  const card: CardState | undefined = (await lockCards(db, caller, [item.questionId])).get(item.questionId)
  const { masterAfter } = await preferencesOf(db, caller)
  const day = await dayOf(db, caller.companyId, now)
  return {
    ...{ place: item.place, ...feedbackOf(content, item) },
    standing: {
      inBook: card?.book === 'open',
      isMastered: card?.book === 'mastered',
      wrongCount: card?.wrong_count ?? 0,
      streak: card?.streak ?? 0,
      masterAfter,
      dueInDays: card?.due_day == null ? null : card.due_day - day,
    },
  }
}

type ItemChange = Pick<ItemRecord, 'answer' | 'verdict' | 'share' | 'reviewId'>

async function storeItem(db: PracticeDb, { practice, item }: Answering, change: ItemChange, now: number) {
  const { answer, verdict, share, reviewId } = change
  await db
    .updateTable('practice.item')
    .set({
      ...{ is_answered: true, answered_at: now, verdict, share, review_id: reviewId },
      answer: answer === null ? null : JSON.stringify(answer),
    })
    .where('practice_id', '=', practice.id)
    .where('place', '=', item.place)
    .execute()
  await db.updateTable('practice.practice').set({ saved_at: now }).where('id', '=', practice.id).execute()
  return { ...item, ...change, isAnswered: true }
}

/**
 * The first answer of a round counts, because its feedback shows the key: what is sent again, after a lost answer or from another tab,
 * is answered with what is stored.
 */
export async function answerQuestion(
  db: PracticeDb,
  caller: Caller,
  id: string,
  { round, place, answer }: Input<typeof practice.answerQuestion>['body'],
  now: number,
): Promise<Answered> {
  const answering = await lockItem(db, caller, id, place)
  const { practice, item, content } = answering
  if (practice.round !== round) throw refuse(BANK_UPDATED)
  if (item.isAnswered) return answeredOf(db, caller, answering, now)
  if (practice.finishedAt !== null) throw refuse(PRACTICE_OVER)
  await assertNewest(db, caller.companyId, item)
  const evaluation = evaluate(content, answer)
  let reviewId: string | null = null
  if (evaluation) {
    const { questionId, versionId } = item
    const evaluated = { questionId, versionId, answer, sourceName: practice.name, ...evaluation }
    const [recorded] = await recordAnswers(db, caller, [evaluated], { practiceId: id, now })
    reviewId = recorded?.reviewId ?? null
  }
  const { verdict = null, share = null } = evaluation ?? {}
  const stored = await storeItem(db, answering, { answer, verdict, share, reviewId }, now)
  return answeredOf(db, caller, { item: stored, content }, now)
}

/** How well the learner knew it: evaluates an answer that no rule can, or moves a right one nearer or further away. */
export async function rateAnswer(
  db: PracticeDb,
  caller: Caller,
  { id, place }: { readonly id: string; readonly place: number },
  rating: Rating,
  now: number,
): Promise<Answered> {
  const answering = await lockItem(db, caller, id, place)
  const { practice, item, content } = answering
  if (!item.isAnswered || !ratingsOf(content, item.verdict).includes(rating)) throw refuse(NOT_RATABLE)
  const evaluation = needsPerson(content) ? ratedEvaluation(rating) : { verdict: 'right' as const, share: 1000, rating }
  const { questionId, versionId, answer } = item
  const evaluated = { questionId, versionId, answer, sourceName: practice.name, ...evaluation }
  let { reviewId } = item
  if (reviewId === null) {
    const [recorded] = await recordAnswers(db, caller, [evaluated], { practiceId: id, now })
    reviewId = recorded?.reviewId ?? null
  } else if (!(await replaceReview(db, caller, reviewId, evaluated))) throw refuse(NOT_RATABLE)
  const { verdict, share } = evaluation
  const stored = await storeItem(db, answering, { answer, verdict, share, reviewId }, now)
  return answeredOf(db, caller, { item: stored, content }, now)
}
