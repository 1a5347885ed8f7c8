/** Writing, removing and restoring comments. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NO_PERMISSION, refuse } from '#kit/errors.ts'
import { assertNotMuted, closeCases, openReview, reopenCase } from '#modules/content/moderation/server.ts'
import { covers } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { COMMENT_REMOVED, COMMENTS_CLOSED } from '../contract/codes.ts'
import { type Comment, commentBusinessType, type Reply } from '../contract/comments.ts'
import {
  type CommentRow,
  getComment,
  itemOf,
  lockComment,
  MODERATION,
  moderatesItem,
  readOne,
  removedByCaseSql,
  UNDO_MS,
} from './comment-rows.ts'
import { lengthsOf } from './comments.ts'
import type { TopicsDb } from './db.ts'
import { addFigures } from './figures.ts'
import { getItem, getOpenItem, type ItemKind, type ItemRef } from './kinds.ts'
import { assertPointers, type Pointers, storeMentions } from './mentions.ts'
import { notifyOfRemoval, notifyOfReply } from './messages.ts'

/** Plain text as it is kept: no control characters but line ends, no more than one empty line at a time. */
function plainText(typed: string): string {
  return typed
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The text as it is kept. Refuses what is too long or empty, whoever may not write here, and sensitive words. */
async function assertMayWrite(
  db: TopicsDb,
  caller: Caller,
  input: { kind: ItemKind; businessId: string; typed: string; lengthMax: number; now: number },
): Promise<{ content: string; hits: readonly string[] }> {
  const content = plainText(input.typed)
  const length = [...content].length
  if (length === 0 || length > input.lengthMax) {
    const rule = length === 0 ? 'minLength' : 'maxLength'
    const message = `must have 1 to ${input.lengthMax} characters`
    throw refuse(INVALID_INPUT, { fields: [{ path: 'content', rule, message }] })
  }
  await assertNotMuted(db, caller, input.now)
  if (input.kind.mayComment && !(await input.kind.mayComment(db, caller, input.businessId)))
    throw refuse(COMMENTS_CLOSED)
  // The text as it was sent, so that the places of hits are those of what the writer has before them.
  const { review } = await assertClean(db, caller.companyId, { content: input.typed })
  return { content, hits: review }
}

/** The case of a comment, where it has one. */
export const caseOf = ({ id, company_id: companyId }: CommentRow) => ({
  ...{ companyId, businessType: commentBusinessType, businessId: id },
})

interface NewComment extends ItemRef {
  readonly parentId: string | null
  readonly repliedToId: string | null
  readonly content: string
  /** Sensitive words for a moderator's look. */
  readonly hits: readonly string[]
  readonly pointers: Pointers
}

async function insertComment(db: TopicsDb, caller: Caller, comment: NewComment, now: number): Promise<string> {
  const id = uuid()
  await db
    .insertInto('topics.comment')
    .values({
      id,
      company_id: caller.companyId,
      business_type: comment.businessType,
      business_id: comment.businessId,
      parent_id: comment.parentId,
      replied_to_id: comment.repliedToId,
      member_id: caller.memberId,
      organization_id: caller.organizationId,
      content: comment.content,
      flagged: comment.hits.length > 0,
      quoted_id: comment.pointers.quotedId ?? null,
      created_at: now,
    })
    .execute()
  await storeMentions(db, caller, id, comment.pointers.mentionIds ?? [])
  await addFigures(db, caller.companyId, comment, { comments: 1 })
  if (comment.hits.length > 0) {
    const { companyId, organizationId, memberId: authorId } = caller
    const ref = { businessType: commentBusinessType, businessId: id }
    await openReview(db, { ...ref, companyId, organizationId, authorId, cause: 'words', hits: comment.hits }, now)
  }
  return id
}

export async function addComment(
  db: TopicsDb,
  caller: Caller,
  { businessType, businessId, content: typed, ...pointers }: ItemRef & Pointers & { readonly content: string },
  now: number,
): Promise<Comment> {
  const ref = { businessType, businessId }
  const { kind } = await getOpenItem(db, caller, ref, now)
  const { commentLengthMax: lengthMax } = lengthsOf(kind)
  const text = await assertMayWrite(db, caller, { kind, businessId, typed, lengthMax, now })
  await assertPointers(db, caller, ref, pointers)
  const id = await insertComment(db, caller, { ...ref, ...text, pointers, parentId: null, repliedToId: null }, now)
  const moderates = await moderatesItem(db, caller, kind, businessId)
  const { repliedTo: _, ...comment } = await readOne(db, caller, id, { moderates, now })
  return { ...comment, replyCount: 0, replies: [] }
}

/** Answers a comment, or a reply under it: both stand on the one level below the comment. */
export async function addReply(
  db: TopicsDb,
  caller: Caller,
  answeredId: string,
  { content: typed, ...pointers }: Pointers & { readonly content: string },
  now: number,
): Promise<Reply> {
  const answered = await getComment(db, caller.companyId, answeredId)
  const ref = itemOf(answered)
  const { kind, item } = await getOpenItem(db, caller, ref, now)
  const { replyLengthMax: lengthMax } = lengthsOf(kind)
  const text = await assertMayWrite(db, caller, { kind, businessId: ref.businessId, typed, lengthMax, now })
  const parent = await lockComment(db, caller.companyId, answered.parent_id ?? answered.id)
  if (answered.removed !== null || parent.removed !== null) throw refuse(COMMENT_REMOVED)
  await assertPointers(db, caller, ref, pointers)
  const repliedToId = answered.id === parent.id ? null : answered.id
  const id = await insertComment(db, caller, { ...ref, ...text, pointers, parentId: parent.id, repliedToId }, now)
  await addReplies(db, parent.id, 1)
  const recipientIds = [parent.member_id, answered.member_id].filter((memberId) => memberId !== null)
  await notifyOfReply(db, {
    caller,
    ref,
    item,
    parentId: parent.id,
    recipientIds,
    content: text.content,
    now,
  })
  return readOne(db, caller, id, { moderates: await moderatesItem(db, caller, kind, ref.businessId), now })
}

async function addReplies(db: TopicsDb, parentId: string, count: number): Promise<void> {
  await sql`update topics.comment set reply_count = reply_count + ${count} where id = ${parentId}`.execute(db)
}

/** Whether the caller moderates the comment: by a grant for its author's organization, or as who moderates the item. */
async function mayModerate(db: TopicsDb, caller: Caller, comment: CommentRow): Promise<boolean> {
  if (await covers(db, caller, MODERATION, comment.organization_id)) return true
  // Refused with 900005 where the caller does not even see the item.
  const { kind } = await getItem(db, caller, itemOf(comment))
  return (await kind.mayModerate?.(db, caller, comment.business_id)) ?? false
}

/** Marks as removed; the figures and the count of replies follow. */
export async function setRemoved(
  db: TopicsDb,
  caller: Pick<Caller, 'companyId' | 'memberId'>,
  comment: CommentRow,
  { by, reason, now }: { by: 'author' | 'moderator' | null; reason: string | null; now: number },
): Promise<void> {
  if ((comment.removed === null) === (by === null)) return
  await db
    .updateTable('topics.comment')
    .set({
      removed: by,
      removed_by: by && caller.memberId,
      removed_reason: by && reason,
      removed_at: by && now,
      ...(by !== null && { is_best: false }),
      // Somebody has looked at it.
      ...(by !== 'author' && { flagged: false }),
    })
    .where('id', '=', comment.id)
    .where('company_id', '=', caller.companyId)
    .execute()
  const change = by === null ? 1 : -1
  if (comment.parent_id !== null) await addReplies(db, comment.parent_id, change)
  await addFigures(db, caller.companyId, itemOf(comment), { comments: change })
}

/** Removes a comment, for its author or a moderator. The author learns the reason. */
export async function removeComment(
  db: TopicsDb,
  caller: Caller,
  id: string,
  { reason, now }: { reason: string; now: number },
) {
  const comment = await lockComment(db, caller.companyId, id)
  const isOwn = comment.member_id === caller.memberId
  if (!isOwn && !(await mayModerate(db, caller, comment))) throw refuse(NO_PERMISSION)
  if (comment.removed !== null) return {}
  const by = isOwn ? 'author' : 'moderator'
  await setRemoved(db, caller, comment, { by, reason: isOwn ? null : reason.trim(), now })
  await closeCases(db, caseOf(comment), isOwn ? 'withdrawn' : 'remove', now)
  if (!isOwn) await notifyOfRemoval(db, { caller, comments: [comment], reason: reason.trim(), now })
  return {}
}

/** What a decision has removed is not for who moderates the item alone: its author appeals. */
async function mayBringBack(db: TopicsDb, caller: Caller, comment: CommentRow): Promise<boolean> {
  if (!(await mayModerate(db, caller, comment))) return false
  if (await covers(db, caller, MODERATION, comment.organization_id)) return true
  const { rows } = await sql<{ decided: boolean }>`select ${removedByCaseSql(caller)} as decided
    from topics.comment c where c.id = ${comment.id}`.execute(db)
  return rows[0]?.decided === false
}

/** What its author removed, the author brings back within ten minutes; what a moderator removed, a moderator. */
export async function restoreComment(db: TopicsDb, caller: Caller, id: string, now: number) {
  const comment = await lockComment(db, caller.companyId, id)
  const may =
    comment.removed === 'author'
      ? comment.member_id === caller.memberId && now - (comment.removed_at ?? 0) <= UNDO_MS
      : // Another moderator decides about what this one has written.
        comment.member_id !== caller.memberId && (await mayBringBack(db, caller, comment))
  if (!may) throw refuse(NO_PERMISSION)
  await setRemoved(db, caller, comment, { by: null, reason: null, now })
  if (comment.removed === 'author') await reopenCase(db, caseOf(comment), now)
  return { content: comment.content }
}
