/** Asking and editing questions. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { personalAccounts } from '#modules/community/community/server.ts'
import { assertNotMuted } from '#modules/content/moderation/server.ts'
import { setTopics } from '#modules/content/topics/server.ts'
import type { Context } from '#server/module.ts'
import { TEXT_CHANGED } from '../contract/codes.ts'
import { questionBusinessType, questionTopicsMax } from '../contract/shapes.ts'
import type { ask } from '../contract.ts'
import { reserveBounty } from './bounties.ts'
import type { AskDb } from './db.ts'
import { announce } from './messages.ts'
import { nameOf } from './people.ts'
import { assertAsker, assertOpen, lockVisible } from './question-rows.ts'
import { queueReview } from './review.ts'
import { gramsOf, keptText } from './texts.ts'

type AskInput = Input<typeof ask.askQuestion>['body']

/** The caller's own active expert account; null for other members. */
async function ownExpertId(db: AskDb, { caller }: Pick<Context, 'caller'>): Promise<string | null> {
  const [own] = await personalAccounts(db, caller.companyId, { by: 'member', ids: [caller.memberId] })
  return own && !own.frozen ? own.id : null
}

async function insertQuestion(db: AskDb, input: AskInput, context: Pick<Context, 'caller' | 'now'>) {
  const { caller, now } = context
  const { title, isAnonymous } = input
  const typed = { title, content: input.content, mayBeEmpty: true, sourceTitle: input.source?.title }
  const text = await keptText(db, caller.companyId, typed)
  const { rows } = await sql<{ id: string }>`
    insert into ask.question (id, company_id, author_id, request_key, expert_id, is_anonymous, experts_only, title,
      content, excerpt, grams, source, created_at)
    values (${uuid()}, ${caller.companyId}, ${caller.memberId}, ${input.key},
      ${isAnonymous ? null : await ownExpertId(db, context)}, ${isAnonymous}, ${input.expertsOnly}, ${title},
      ${text.content}, ${text.excerpt}, ${gramsOf(title)}, ${input.source && JSON.stringify(input.source)}::jsonb, ${now})
    on conflict (company_id, author_id, request_key) do nothing returning id`.execute(db)
  return rows[0] && { id: rows[0].id, reviewWords: text.reviewWords }
}

export async function askQuestion(db: AskDb, input: AskInput, context: Pick<Context, 'caller' | 'now'>) {
  const { companyId, memberId } = context.caller
  await assertNotMuted(db, context.caller, context.now)
  const inserted = await insertQuestion(db, input, context)
  if (!inserted) {
    const known = await db
      .selectFrom('ask.question')
      .select('id')
      .where('company_id', '=', companyId)
      .where('author_id', '=', memberId)
      .where('request_key', '=', input.key)
      .executeTakeFirstOrThrow()
    return known
  }
  const { id, reviewWords } = inserted
  const item = { companyId, businessType: questionBusinessType, businessId: id }
  await setTopics(db, { ...item, topicIds: input.topicIds, topicsMax: questionTopicsMax })
  if (input.bounty !== null) {
    const { title, isAnonymous } = input
    await reserveBounty(db, { id, title, isAnonymous, amount: BigInt(input.bounty) }, context)
  }
  await queueReview(
    db,
    context.caller,
    { businessType: questionBusinessType, businessId: id, reviewWords },
    context.now,
  )
  await mention(db, { ...input, id, mentionIds: input.mentionIds ?? [] }, context)
  return { id }
}

interface Mentioning {
  readonly id: string
  readonly title: string
  readonly isAnonymous: boolean
  readonly mentionIds: readonly string[]
}

/** The mentioned members learn of it; a mention in an anonymous question names nobody. */
export async function mention(
  db: AskDb,
  { id, title, isAnonymous, mentionIds }: Mentioning,
  { caller, now }: Pick<Context, 'caller' | 'now'>,
): Promise<void> {
  const recipients = mentionIds.filter((memberId) => memberId !== caller.memberId)
  if (recipients.length === 0) return
  const author = isAnonymous ? null : { id: caller.memberId, name: await nameOf(db, caller.companyId, caller.memberId) }
  const question = { id, title, companyId: caller.companyId }
  await announce(db, question, {
    type: author ? 'ask.mentioned' : 'ask.mentioned-anonymously',
    recipients,
    author,
    // Each edit names them again: nobody fills a colleague's list by editing.
    collapseKey: `ask.mentioned:${id}:${author?.id ?? ''}`,
    now,
  })
}

export async function editQuestion(
  db: AskDb,
  id: string,
  input: Input<typeof ask.editQuestion>['body'],
  context: Pick<Context, 'caller' | 'now'>,
) {
  const { caller, now } = context
  const { companyId } = caller
  await assertNotMuted(db, caller, now)
  const question = await lockVisible(db, caller, id)
  assertAsker(question, caller)
  assertOpen(question)
  if (question.revision !== input.revision) throw refuse(TEXT_CHANGED, { revision: question.revision })
  const typed = { title: input.title, content: input.content, mayBeEmpty: true }
  const { reviewWords, ...text } = await keptText(db, companyId, typed)
  await keepRevision(db, { ...question, subjectId: id, title: question.title })
  const revision = question.revision + 1
  await db
    .updateTable('ask.question')
    .set({
      ...{ title: input.title, ...text, grams: gramsOf(input.title), experts_only: input.expertsOnly },
      ...{ revision, edited_at: now },
    })
    .where('id', '=', id)
    .execute()
  const item = { companyId, businessType: questionBusinessType, businessId: id }
  await setTopics(db, { ...item, topicIds: input.topicIds, topicsMax: questionTopicsMax })
  await queueReview(db, caller, { businessType: questionBusinessType, businessId: id, reviewWords }, now)
  const { isAnonymous } = question
  await mention(db, { id, isAnonymous, title: input.title, mentionIds: input.mentionIds ?? [] }, context)
  return { revision }
}

interface RevisedText {
  readonly companyId: string
  readonly subjectId: string
  readonly title: string | null
  readonly content: string
  readonly revision: number
  readonly createdAt: number
  readonly editedAt: number | null
}

/** Keeps what a question or an answer says before it is edited. */
export async function keepRevision(db: AskDb, text: RevisedText): Promise<void> {
  const { companyId, subjectId, title, content, revision, createdAt, editedAt } = text
  await db
    .insertInto('ask.revision')
    .values({
      ...{ company_id: companyId, subject_id: subjectId, title, content },
      ...{ number: revision, created_at: editedAt ?? createdAt },
    })
    .execute()
}
