/** What an asker adds to a question: read below it in its order, by the question’s author, who may be nameless. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { refuse } from '#kit/errors.ts'
import { assertNotMuted } from '#modules/content/moderation/server.ts'
import type { Context } from '#server/module.ts'
import { FOLLOW_UPS_FULL } from '../contract/codes.ts'
import { type FollowUp, followUpsMax, questionBusinessType } from '../contract/shapes.ts'
import type { AskDb } from './db.ts'
import { announce } from './messages.ts'
import { assertAsker, assertOpen, lockVisible } from './question-rows.ts'
import { queueReview } from './review.ts'
import { keptText } from './texts.ts'

/** Those who have answered learn of it, without a name. */
export async function addFollowUp(
  db: AskDb,
  questionId: string,
  input: { readonly content: string },
  { caller, now }: Pick<Context, 'caller' | 'now'>,
): Promise<{ id: string }> {
  await assertNotMuted(db, caller, now)
  const question = await lockVisible(db, caller, questionId)
  assertAsker(question, caller)
  assertOpen(question)
  if ((await followUpsOf(db, questionId)).length >= followUpsMax) throw refuse(FOLLOW_UPS_FULL, { max: followUpsMax })
  const { content, reviewWords } = await keptText(db, caller.companyId, input)
  const id = uuid()
  const row = { id, company_id: caller.companyId, question_id: questionId, content, created_at: now }
  await db.insertInto('ask.follow_up').values(row).execute()
  // Moderators read it with the question.
  await queueReview(db, caller, { businessType: questionBusinessType, businessId: questionId, reviewWords }, now)
  const { rows } = await sql<{ id: string }>`select distinct author_id as id from ask.answer
    where question_id = ${questionId} and removed_at is null and author_id is not null
      and author_id <> ${caller.memberId}`.execute(db)
  const recipients = rows.map((answer) => answer.id)
  await announce(db, question, { type: 'ask.followed-up', recipients, author: null, now })
  return { id }
}

export async function followUpsOf(db: AskDb, questionId: string): Promise<FollowUp[]> {
  return db
    .selectFrom('ask.follow_up')
    .select(['id', 'content', 'created_at as createTime'])
    .where('question_id', '=', questionId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
