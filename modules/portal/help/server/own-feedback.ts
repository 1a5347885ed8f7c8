/** Feedback as members send it and follow it. */
import { v7 as uuid } from 'uuid'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { filesByIds, filesOfOwner, restrictFiles } from '#modules/platform/files/server.ts'
import { holdersOfPermission, membersByIds } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { findPage } from '#server/db/page.ts'
import type { Context } from '#server/module.ts'
import { managesHelp } from '../contract/access.ts'
import { FEEDBACK_CLOSED } from '../contract/codes.ts'
import type { help } from '../contract.ts'
import type { HelpDb } from './db.ts'
import { addMessage, detailsOf, excerptOf, type FeedbackRecord, sharedOf } from './feedback-details.ts'
import { feedbackReceived } from './message-types.ts'

const browserLengthMax = 300

async function assertPictures(db: HelpDb, ids: readonly string[], { caller }: Context): Promise<void> {
  if (ids.length === 0) return
  const own = await filesOfOwner(db, caller, ids)
  const files = await filesByIds(db, caller.companyId, ids)
  const isPicture = (id: string) => own.has(id) && files.get(id)?.contentType.startsWith('image/') === true
  if (!ids.every(isPicture)) throw refuse(NOT_FOUND)
  // A screenshot may show what is for the sender's eyes alone: from now on only the reader of the feedback opens it.
  await restrictFiles(db, caller.companyId, ids)
}

async function notifyHandlers(
  db: HelpDb,
  feedback: { readonly id: string; readonly handlerId: string | null; readonly content: string },
  { caller, now }: Context,
): Promise<void> {
  const { companyId, memberId } = caller
  const { permission } = managesHelp
  const recipients = feedback.handlerId
    ? [feedback.handlerId]
    : await holdersOfPermission(db, { companyId, permission, organizationId: companyId })
  const sender = (await membersByIds(db, companyId, [memberId])).get(memberId)
  await notify(db, {
    companyId,
    type: feedbackReceived.code,
    recipients,
    variables: { sender: sender?.fullName ?? '', excerpt: excerptOf(feedback.content) },
    link: '/manage/feedback',
    collapseKey: `help.feedback:${feedback.id}`,
    actorId: memberId,
    now,
  })
}

/** What is written to those who run the platform is not published, so its words are not looked through. */
export async function sendFeedback(db: HelpDb, input: Input<typeof help.sendFeedback>['body'], context: Context) {
  const { caller, now, userAgent } = context
  await assertPictures(db, input.pictureIds, context)
  const id = uuid()
  const content = input.content.trim()
  await db
    .insertInto('help.feedback')
    .values({
      ...{ id, company_id: caller.companyId, sender_id: caller.memberId, category: input.category, content },
      ...{ contact: input.contact?.trim() || null, page: input.page?.trim() || null },
      ...{ browser: userAgent.slice(0, browserLengthMax), picture_ids: [...input.pictureIds] },
      ...{ state: 'new', created_at: now, updated_at: now },
    })
    .execute()
  await notifyHandlers(db, { id, handlerId: null, content }, context)
  return { id }
}

export async function listOwnFeedback(
  db: HelpDb,
  query: Input<typeof help.ownFeedbackList>['query'],
  { caller }: Context,
) {
  const matching = db
    .selectFrom('help.feedback')
    .where('company_id', '=', caller.companyId)
    .where('sender_id', '=', caller.memberId)
  const page = await findPage(query, matching, (q) => q.selectAll().orderBy('updated_at', 'desc').orderBy('id', 'desc'))
  return { items: page.items.map(sharedOf), recordCount: page.recordCount }
}

async function ownRecord(db: HelpDb, id: string, { caller }: Context, isLocked: boolean): Promise<FeedbackRecord> {
  let found = db
    .selectFrom('help.feedback')
    .selectAll()
    .where('company_id', '=', caller.companyId)
    .where('sender_id', '=', caller.memberId)
    .where('id', '=', id)
  if (isLocked) found = found.forNoKeyUpdate()
  const record = await found.executeTakeFirst()
  if (!record) throw refuse(NOT_FOUND)
  return record
}

export async function getOwnFeedback(db: HelpDb, id: string, context: Context) {
  const record = await ownRecord(db, id, context, false)
  return { ...sharedOf(record), ...(await detailsOf(db, record, context.caller, context.now)) }
}

export async function replyToAnswer(db: HelpDb, id: string, text: string, context: Context) {
  const { caller, now } = context
  const feedback = await ownRecord(db, id, context, true)
  if (feedback.state === 'closed') throw refuse(FEEDBACK_CLOSED)
  // An answered feedback that goes on waits for somebody again.
  const state = feedback.state === 'new' ? 'new' : 'in-progress'
  const content = text.trim()
  await addMessage(db, { feedback, authorId: caller.memberId, content, isAnswer: false, state, now })
  await notifyHandlers(db, { id, handlerId: feedback.handler_id, content }, context)
  return {}
}
