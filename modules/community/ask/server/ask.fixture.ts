/** Questions and answers for tests and demo data. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { setTopics } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type QuestionState, questionBusinessType } from '../contract/shapes.ts'
import { askTables } from './db.ts'
import { gramsOf } from './texts.ts'

export interface QuestionInput {
  readonly id?: string
  readonly companyId: string
  readonly authorId: string
  readonly now: number
  readonly title?: string
  readonly content?: string
  readonly isAnonymous?: boolean
  readonly expertsOnly?: boolean
  readonly state?: QuestionState
  readonly expertId?: string | null
  readonly topicIds?: readonly string[]
}

export async function buildQuestion(connection: Connection, input: QuestionInput): Promise<string> {
  const { id = uuid(), companyId, authorId, now, title = '如何申请年假', topicIds = [] } = input
  const { content = '<p>需要提前几天提交？</p>' } = input
  await askTables(connection)
    .insertInto('ask.question')
    .values({
      id,
      company_id: companyId,
      author_id: authorId,
      request_key: uuid(),
      expert_id: input.expertId ?? null,
      is_anonymous: input.isAnonymous ?? false,
      experts_only: input.expertsOnly ?? false,
      title,
      content,
      excerpt: content.replace(/<[^>]*>/g, ''),
      grams: gramsOf(title),
      state: input.state ?? 'open',
      created_at: now,
    })
    .execute()
  if (topicIds.length > 0)
    await setTopics(connection, { companyId, businessType: questionBusinessType, businessId: id, topicIds })
  return id
}

export interface AnswerInput {
  readonly companyId: string
  readonly questionId: string
  readonly authorId: string
  readonly now: number
  readonly content?: string
  readonly expertId?: string | null
  readonly accepted?: boolean
}

export async function buildAnswer(connection: Connection, input: AnswerInput): Promise<string> {
  const db = askTables(connection)
  const { companyId, questionId, authorId, now, content = '<p>提前三个工作日提交即可。</p>', accepted = false } = input
  const id = uuid()
  await db
    .insertInto('ask.answer')
    .values({
      id,
      company_id: companyId,
      question_id: questionId,
      author_id: authorId,
      expert_id: input.expertId ?? null,
      content,
      excerpt: content.replace(/<[^>]*>/g, ''),
      accepted_at: accepted ? now : null,
      created_at: now,
    })
    .execute()
  await sql`update ask.question set answer_count = answer_count + 1,
    accepted_answer_id = case when ${accepted}::boolean then ${id}::uuid else accepted_answer_id end
    where id = ${questionId}`.execute(db)
  return id
}

export interface CardInput {
  readonly companyId: string
  readonly answerId: string
  readonly ownerId: string
  readonly title: string
  readonly now: number
  readonly reviewAt: number
}

export async function buildCard(connection: Connection, input: CardInput): Promise<string> {
  const id = uuid()
  await askTables(connection)
    .insertInto('ask.card')
    .values({
      id,
      company_id: input.companyId,
      answer_id: input.answerId,
      title: input.title,
      owner_id: input.ownerId,
      review_at: input.reviewAt,
      reviewed_at: input.now,
    })
    .execute()
  return id
}

/** The body of a call that asks. */
export const questionBody = (input: object = {}) => ({
  key: uuid(),
  title: '如何申请年假',
  content: '<p>需要提前几天提交？</p>',
  topicIds: [],
  isAnonymous: false,
  expertsOnly: false,
  bounty: null,
  source: null,
  ...input,
})
