/** Answers: reading, writing, editing, removing. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { assertNotSelf, type Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { EXPERT_FROZEN } from '#modules/community/community/contract.ts'
import { personalAccounts } from '#modules/community/community/server.ts'
import { assertNotMuted, closeCases } from '#modules/content/moderation/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/module.ts'
import { ANONYMOUS_ASKER, ANSWER_ACCEPTED, ANSWERED_ALREADY, EXPERTS_ONLY, TEXT_CHANGED } from '../contract/codes.ts'
import { type Answer, answerBusinessType } from '../contract/shapes.ts'
import type { ask } from '../contract.ts'
import { keepRevision, mention } from './asking.ts'
import { isReserved } from './bounties.ts'
import type { AskDb } from './db.ts'
import { followerNewsJob } from './follower-news.ts'
import { announce } from './messages.ts'
import { nameOf, writersOf } from './people.ts'
import { assertOpen, getQuestion, lockVisible, type QuestionRow } from './question-rows.ts'
import { queueReview } from './review.ts'
import { keptText } from './texts.ts'

interface AnswerRow {
  readonly id: string
  readonly companyId: string
  readonly questionId: string
  readonly authorId: string | null
  readonly expertId: string | null
  readonly content: string
  readonly acceptedAt: number | null
  readonly score: number
  readonly revision: number
  readonly createdAt: number
  readonly editedAt: number | null
}

const answerColumns = sql<AnswerRow>`a.id, a.company_id as "companyId", a.question_id as "questionId",
  a.author_id as "authorId", a.expert_id as "expertId", a.content, a.accepted_at as "acceptedAt", a.score, a.revision,
  a.created_at as "createdAt", a.edited_at as "editedAt"`

interface ReadRow extends AnswerRow {
  readonly ownVote: -1 | 1 | null
  readonly cardId: string | null
  readonly reviewAt: number | null
}

const orders = {
  best: sql`(a.accepted_at is null), a.score desc, a.created_at, a.id`,
  newest: sql`(a.accepted_at is null), a.created_at desc, a.id desc`,
} as const

export async function listAnswers(
  db: AskDb,
  questionId: string,
  query: Input<typeof ask.listAnswers>['query'],
  { caller, now }: Pick<Context, 'caller' | 'now'>,
) {
  await getQuestion(db, caller, questionId)
  const matching = sql`from ask.answer a left join ask.card c on c.answer_id = a.id
    where a.question_id = ${questionId} and a.company_id = ${caller.companyId} and a.removed_at is null`
  const page = await sqlPage<ReadRow>(db, query, {
    matching,
    rows: (window) => sql<ReadRow>`select ${answerColumns}, c.id as "cardId", c.review_at as "reviewAt",
      (select v.value from ask.vote v where v.subject_id = a.id and v.member_id = ${caller.memberId}) as "ownVote"
      ${matching} order by ${orders[query.order ?? 'best']} ${window}`,
  })
  const writerOf = await writersOf(db, caller.companyId, page.items)
  const items = page.items.map((row): Answer => {
    const { id, content, score, revision, editedAt } = row
    return {
      ...{ id, questionId, content, score, revision, editedAt },
      author: writerOf(row),
      isOwn: row.authorId === caller.memberId,
      ownVote: row.ownVote ?? 0,
      accepted: row.acceptedAt !== null,
      createTime: row.createdAt,
      card:
        row.cardId === null || row.reviewAt === null
          ? null
          : { id: row.cardId, reviewAt: row.reviewAt, stale: row.reviewAt <= now },
    }
  })
  return { items, recordCount: page.recordCount }
}

/** The account under which the caller answers; refuses a frozen one, and members where experts are asked only. */
async function answeringExpert(db: AskDb, caller: Caller, expertsOnly: boolean): Promise<string | null> {
  const [own] = await personalAccounts(db, caller.companyId, { by: 'member', ids: [caller.memberId] })
  if (own?.frozen) throw refuse(EXPERT_FROZEN)
  if (!own && expertsOnly) throw refuse(EXPERTS_ONLY)
  return own?.id ?? null
}

export async function answerQuestion(
  db: AskDb,
  questionId: string,
  input: Input<typeof ask.answerQuestion>['body'],
  context: Pick<Context, 'caller' | 'now'>,
) {
  const { caller, now } = context
  const { companyId, memberId } = caller
  await assertNotMuted(db, caller, now)
  const question = await lockVisible(db, caller, questionId)
  assertOpen(question)
  if (question.isAnonymous && question.authorId === memberId) throw refuse(ANONYMOUS_ASKER)
  const expertId = await answeringExpert(db, caller, question.expertsOnly)
  const text = await keptText(db, companyId, { content: input.content })
  const id = uuid()
  const { numAffectedRows } = await sql`
    insert into ask.answer (id, company_id, question_id, author_id, expert_id, content, excerpt, created_at)
    values (${id}, ${companyId}, ${questionId}, ${memberId}, ${expertId}, ${text.content}, ${text.excerpt}, ${now})
    on conflict (question_id, author_id) where removed_at is null do nothing`.execute(db)
  if (numAffectedRows === 0n) throw refuse(ANSWERED_ALREADY)
  await sql`update ask.question set answer_count = answer_count + 1 where id = ${questionId}`.execute(db)
  await sql`update ask.invitation set answered_at = ${now}
    where question_id = ${questionId} and member_id = ${memberId} and answered_at is null`.execute(db)
  const { reviewWords } = text
  await queueReview(db, caller, { businessType: answerBusinessType, businessId: id, reviewWords }, now)
  await notifyOfAnswer(db, question, id, context)
  await mention(db, { ...question, isAnonymous: false, mentionIds: input.mentionIds ?? [] }, context)
  return { id }
}

async function notifyOfAnswer(
  db: AskDb,
  question: QuestionRow,
  answerId: string,
  { caller, now }: Pick<Context, 'caller' | 'now'>,
): Promise<void> {
  const author = { id: caller.memberId, name: await nameOf(db, caller.companyId, caller.memberId) }
  const recipients = question.authorId === null || question.authorId === caller.memberId ? [] : [question.authorId]
  await announce(db, question, { type: 'ask.answered', recipients, author, answerId, now })
  const payload = {
    companyId: caller.companyId,
    questionId: question.id,
    answerId,
    authorId: caller.memberId,
    after: null,
  }
  await enqueue(db, followerNewsJob, payload)
}

/** An answer that stands, of a question that the caller may read. The question is locked before it, as everywhere. */
export async function lockAnswer(db: AskDb, caller: Caller, id: string) {
  const questionId = await questionIdOf(db, caller.companyId, id)
  const question = await lockVisible(db, caller, questionId)
  const { rows } = await sql<AnswerRow>`select ${answerColumns} from ask.answer a
    where a.id = ${id} and a.removed_at is null for no key update`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return { question, answer: rows[0] }
}

async function questionIdOf(db: AskDb, companyId: string, answerId: string): Promise<string> {
  const row = await db
    .selectFrom('ask.answer')
    .select('question_id')
    .where('id', '=', answerId)
    .where('company_id', '=', companyId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw refuse(NOT_FOUND)
  return row.question_id
}

/** Refuses ids of answers that the caller may not read. */
export async function assertReadable(db: AskDb, caller: Caller, answerId: string): Promise<void> {
  await getQuestion(db, caller, await questionIdOf(db, caller.companyId, answerId))
}

export async function editAnswer(
  db: AskDb,
  id: string,
  input: Input<typeof ask.editAnswer>['body'],
  context: Pick<Context, 'caller' | 'now'>,
) {
  const { caller, now } = context
  await assertNotMuted(db, caller, now)
  const { question, answer } = await lockAnswer(db, caller, id)
  if (answer.authorId !== caller.memberId) throw refuse(NO_PERMISSION)
  await answeringExpert(db, caller, false)
  if (answer.revision !== input.revision) throw refuse(TEXT_CHANGED, { revision: answer.revision })
  const { reviewWords, ...text } = await keptText(db, caller.companyId, { content: input.content })
  await keepRevision(db, { ...answer, subjectId: id, title: null })
  const revision = answer.revision + 1
  await db
    .updateTable('ask.answer')
    .set({ ...text, revision, edited_at: now })
    .where('id', '=', id)
    .execute()
  await queueReview(db, caller, { businessType: answerBusinessType, businessId: id, reviewWords }, now)
  await mention(db, { ...question, isAnonymous: false, mentionIds: input.mentionIds ?? [] }, context)
  return { revision }
}

const caseOf = (companyId: string, businessId: string) => ({ companyId, businessType: answerBusinessType, businessId })

export async function takeAway(db: AskDb, question: QuestionRow, id: string, reason: string | null, now: number) {
  await db
    .updateTable('ask.answer')
    .set({ removed_at: now, removed_reason: reason, accepted_at: null })
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('ask.card').where('answer_id', '=', id).execute()
  await sql`update ask.question set answer_count = answer_count - 1,
    accepted_answer_id = nullif(accepted_answer_id, ${id}::uuid) where id = ${question.id}`.execute(db)
}

export async function deleteAnswer(db: AskDb, caller: Caller, id: string, now: number) {
  const { question, answer } = await lockAnswer(db, caller, id)
  if (answer.authorId !== caller.memberId) throw refuse(NO_PERMISSION)
  if (answer.acceptedAt !== null) throw refuse(ANSWER_ACCEPTED)
  await takeAway(db, question, id, null, now)
  await closeCases(db, caseOf(caller.companyId, id), 'withdrawn', now)
  return {}
}

/** Who has answered as well while a bounty waits: they would be left with fewer to share the chance with. */
async function rivalsOf(db: AskDb, question: QuestionRow, answerId: string): Promise<string[]> {
  if (!isReserved(question)) return []
  const { rows } = await sql<{ id: string }>`select author_id as id from ask.answer
    where question_id = ${question.id} and id <> ${answerId} and removed_at is null and author_id is not null`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function removeAnswer(
  db: AskDb,
  id: string,
  reason: string,
  { caller, now, audit }: Pick<Context, 'caller' | 'now' | 'audit'>,
) {
  const { question, answer } = await lockAnswer(db, caller, id)
  assertNotSelf(caller, [question.authorId, answer.authorId, ...(await rivalsOf(db, question, id))])
  const why = reason.trim()
  await takeAway(db, question, id, why, now)
  await closeCases(db, caseOf(caller.companyId, id), 'remove', now)
  const recipients = answer.authorId === null ? [] : [answer.authorId]
  await announce(db, question, { type: 'ask.removed', recipients, author: null, reason: why, now })
  audit({
    type: 'ask-answer',
    id,
    name: question.title,
    before: { status: 'shown' },
    after: { status: 'removed', reason: why },
  })
  return {}
}
