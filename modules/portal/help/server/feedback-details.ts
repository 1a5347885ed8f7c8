/** One feedback with its conversation, as its sender and its handlers see it. */
import { type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { grantFiles } from '#modules/platform/files/server.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { FeedbackCategory, FeedbackState } from '../contract/feedback.ts'
import type { HelpDb } from './db.ts'
import type { DB } from './tables.ts'

export type FeedbackRecord = Selectable<DB['help.feedback']>

const pictureSeconds = 4 * 3600
const excerptLength = 80

export const excerptOf = (text: string): string =>
  text.length > excerptLength ? `${[...text].slice(0, excerptLength).join('')}…` : text

export const sharedOf = (row: FeedbackRecord) => ({
  id: row.id,
  category: row.category as FeedbackCategory,
  content: row.content,
  state: row.state as FeedbackState,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  messageCount: row.message_count,
})

export async function detailsOf(db: HelpDb, row: FeedbackRecord, caller: Caller, now: number) {
  const { companyId, memberId } = caller
  const messages = await db
    .selectFrom('help.message')
    .selectAll()
    .where('feedback_id', '=', row.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const authors = await membersByIds(db, companyId, [...new Set(messages.map(({ author_id }) => author_id))])
  const pictures = await grantFiles(db, { companyId, memberId, seconds: pictureSeconds, now }, row.picture_ids)
  return {
    contact: row.contact,
    page: row.page,
    browser: row.browser,
    pictureUrls: pictures.flatMap(({ url }) => url ?? []),
    messages: messages.map((message) => ({
      id: message.id,
      content: message.content,
      authorName: authors.get(message.author_id)?.fullName ?? '',
      isAnswer: message.is_answer,
      createdAt: message.created_at,
    })),
  }
}

interface NewMessage {
  readonly feedback: FeedbackRecord
  readonly authorId: string
  readonly content: string
  readonly isAnswer: boolean
  readonly state: FeedbackState
  readonly now: number
}

/** Adds a message to a feedback that is locked, and counts it. */
export async function addMessage(db: HelpDb, { feedback, authorId, content, isAnswer, state, now }: NewMessage) {
  await db
    .insertInto('help.message')
    .values({
      ...{ id: uuid(), feedback_id: feedback.id, company_id: feedback.company_id, author_id: authorId },
      ...{ is_answer: isAnswer, content, created_at: now },
    })
    .execute()
  await db
    .updateTable('help.feedback')
    .set({
      ...{ state, updated_at: now, message_count: sql<number>`message_count + 1` },
      ...(isAnswer && { first_answer_at: sql<number>`coalesce(first_answer_at, ${now}::bigint)` }),
    })
    .where('id', '=', feedback.id)
    .execute()
}
