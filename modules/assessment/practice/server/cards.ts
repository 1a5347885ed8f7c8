/** The cards of a member: answers are recorded in them, however many there are, with few statements. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { questionsOfVersions } from '#modules/assessment/questions/server.ts'
import { afterAnswer, type CardState, type Evaluated, isDue } from './card-state.ts'
import { dayOf } from './days.ts'
import type { PracticeDb } from './db.ts'
import { preferencesOf } from './preferences.ts'

export type Member = Pick<Caller, 'companyId' | 'memberId'>

const stateColumns = sql`answered_count, wrong_count, streak, last_share, last_answered_at, book, entered_at, last_wrong_at,
  last_wrong_answer, wrong_version_id, source_name, memory, due_day, last_day`

interface CardRow extends CardState {
  readonly question_id: string
}

/** Makes the cards that are missing. The row is there before it is locked, so that two first answers cannot overwrite each other. */
async function insertMissing(
  db: PracticeDb,
  { companyId, memberId }: Member,
  answers: readonly Evaluated[],
  now: number,
) {
  const versions = await questionsOfVersions(
    db,
    companyId,
    answers.map(({ versionId }) => versionId),
  )
  const rows = [...versions.values()].map(({ questionId, kind, searchText, excerpt }) => ({
    ...{ question_id: questionId, kind, search_text: searchText, excerpt },
  }))
  await sql`
    insert into practice.card (member_id, company_id, question_id, kind, search_text, excerpt, last_share, last_answered_at)
    select distinct on (r.question_id) ${memberId}::uuid, ${companyId}::uuid, r.question_id, r.kind, r.search_text, r.excerpt,
      0, ${now}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(question_id uuid, kind text, search_text text, excerpt text)
    order by r.question_id
    on conflict (member_id, question_id) do update
      set kind = excluded.kind, search_text = excluded.search_text, excerpt = excluded.excerpt`.execute(db)
}

/** Nobody else changes these cards until we are done; always locked in one order. */
export async function lockCards(
  db: PracticeDb,
  { companyId, memberId }: Member,
  questionIds: readonly string[],
): Promise<Map<string, CardState>> {
  const { rows } = await sql<CardRow>`
    select question_id, ${stateColumns} from practice.card
    where member_id = ${memberId} and company_id = ${companyId} and question_id = any(${[...questionIds]}::uuid[])
    order by question_id for update`.execute(db)
  return new Map(rows.map(({ question_id: id, ...state }) => [id, state]))
}

export async function storeCards(
  db: PracticeDb,
  { companyId, memberId }: Member,
  cards: ReadonlyMap<string, CardState>,
): Promise<void> {
  const rows = [...cards].map(([id, state]) => ({ question_id: id, ...state }))
  await sql`
    update practice.card c set (${stateColumns}) = (select r.answered_count, r.wrong_count, r.streak, r.last_share,
      r.last_answered_at, r.book, r.entered_at, r.last_wrong_at, r.last_wrong_answer, r.wrong_version_id, r.source_name,
      r.memory, r.due_day, r.last_day)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(question_id uuid, answered_count int, wrong_count int,
      streak int, last_share int, last_answered_at bigint, book text, entered_at bigint, last_wrong_at bigint,
      last_wrong_answer jsonb, wrong_version_id uuid, source_name text, memory jsonb, due_day int, last_day int)
    where c.member_id = ${memberId} and c.company_id = ${companyId} and c.question_id = r.question_id`.execute(db)
}

interface Recorded {
  readonly reviewId: string
  readonly card: CardState
}

/**
 * Records answers in the order in which they were given; one question may come several times. Answers the review of each and
 * the card after it.
 */
export async function recordAnswers(
  db: PracticeDb,
  member: Member,
  answers: readonly Evaluated[],
  { practiceId, now }: { readonly practiceId: string | null; readonly now: number },
): Promise<Recorded[]> {
  if (answers.length === 0) return []
  await insertMissing(db, member, answers, now)
  const questionIds = answers.map(({ questionId }) => questionId)
  const cards = await lockCards(db, member, questionIds)
  const { masterAfter } = await preferencesOf(db, member)
  const day = await dayOf(db, member.companyId, now)
  const recorded = answers.map((answer) => {
    const before = cards.get(answer.questionId)
    if (!before) throw new Error(`the question ${answer.questionId} has no card`)
    const card = afterAnswer(before, answer, { now, day, masterAfter })
    cards.set(answer.questionId, card)
    return { reviewId: uuid(), before, card, answer }
  })
  await storeCards(db, member, cards)
  await db
    .insertInto('practice.review')
    .values(
      recorded.map(({ reviewId, before, answer: { questionId, versionId, share, rating } }) => ({
        ...{ id: reviewId, company_id: member.companyId, member_id: member.memberId, practice_id: practiceId },
        ...{ question_id: questionId, version_id: versionId, share, rating, day, reviewed_at: now },
        ...{ was_due: isDue(before, day), before: JSON.stringify(before) },
      })),
    )
    .execute()
  return recorded.map(({ reviewId, card }) => ({ reviewId, card }))
}

/**
 * Evaluates an answer again, from the card as it was before it. Undefined where another answer to the question has followed:
 * that one would be lost.
 */
export async function replaceReview(
  db: PracticeDb,
  member: Member,
  reviewId: string,
  answer: Evaluated,
): Promise<CardState | undefined> {
  await lockCards(db, member, [answer.questionId])
  const { rows } = await sql<{ before: CardState; day: number; reviewed_at: number }>`
    select r.before, r.day, r.reviewed_at from practice.review r
    where r.id = ${reviewId} and r.member_id = ${member.memberId} and not exists (
      select from practice.review later where later.member_id = r.member_id and later.question_id = r.question_id
        and later.id > r.id)`.execute(db)
  const [review] = rows
  if (!review) return undefined
  const { masterAfter } = await preferencesOf(db, member)
  const card = afterAnswer(review.before, answer, { now: review.reviewed_at, day: review.day, masterAfter })
  await storeCards(db, member, new Map([[answer.questionId, card]]))
  await db
    .updateTable('practice.review')
    .set({ rating: answer.rating, share: answer.share })
    .where('id', '=', reviewId)
    .execute()
  return card
}
