/** Colleagues that a comment names, the comment that it quotes, and the best one of an item. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { Id } from '#kit/schema.ts'
import { assertMembersOfCompany, callerOfMember, membersByIds } from '#modules/platform/identity/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { COMMENT_REMOVED } from '../contract/codes.ts'
import { type CommentRow, getComment, itemOf, lockComment } from './comment-rows.ts'
import { type TopicsDb, topicsTables } from './db.ts'
import { findKind, getItem, type ItemRef } from './kinds.ts'
import { notifyOfMention } from './messages.ts'

/** What a comment points at, besides its text. */
export interface Pointers {
  readonly quotedId?: string | undefined
  readonly mentionIds?: readonly string[] | undefined
}

/** Refuses a quoted comment that does not stand under the item, and members that the company does not have (900005). */
export async function assertPointers(
  db: TopicsDb,
  caller: Caller,
  ref: ItemRef,
  { quotedId, mentionIds = [] }: Pointers,
): Promise<void> {
  await assertMembersOfCompany(db, caller.companyId, mentionIds)
  if (quotedId === undefined) return
  const quoted = await getComment(db, caller.companyId, quotedId)
  if (quoted.business_type !== ref.businessType || quoted.business_id !== ref.businessId) throw refuse(NOT_FOUND)
  if (quoted.removed !== null) throw refuse(COMMENT_REMOVED)
}

/** Keeps the members that a new comment names. A job notifies them, for each of them has to see the item. */
export async function storeMentions(
  db: TopicsDb,
  caller: Caller,
  commentId: string,
  memberIds: readonly string[],
): Promise<void> {
  if (memberIds.length === 0) return
  await sql`insert into topics.mention (comment_id, member_id, company_id)
    select ${commentId}, m.id, ${caller.companyId} from unnest(${[...memberIds]}::uuid[]) as m (id)
    on conflict do nothing`.execute(db)
  await enqueue(db, tellMentionedJob, { commentId, companyId: caller.companyId })
}

/** Notifies each member once, and nobody who does not see the item; whoever is quiet about it hears nothing. */
export const tellMentionedJob = job({
  name: 'topics.tell-mentioned',
  payload: Type.Object({ commentId: Id, companyId: Id }),
  async run(connection, { commentId, companyId }, { now }) {
    const db = topicsTables(connection)
    const { rows } = await sql<CommentRow>`select * from topics.comment
      where id = ${commentId} and company_id = ${companyId} and removed is null`.execute(db)
    const [comment] = rows
    if (!comment || comment.member_id === null) return
    const ref = itemOf(comment)
    const kind = findKind(ref.businessType)
    const { rows: mentioned } = await sql<{ id: string }>`select member_id as id from topics.mention
      where comment_id = ${commentId} and member_id <> ${comment.member_id}`.execute(db)
    const author = (await membersByIds(db, companyId, [comment.member_id])).get(comment.member_id)
    for (const { id } of mentioned) {
      const reader = await callerOfMember(db, id)
      const [item] = reader && kind ? await kind.visible(db, reader, [ref.businessId]) : []
      if (!item) continue
      const facts = { companyId, ref, item, recipientId: id, content: comment.content, now }
      await notifyOfMention(db, { ...facts, authorId: comment.member_id, author: author?.fullName ?? '' })
    }
  },
})

/** Marks a comment as the best of its item, or no longer; for who wrote the item. One comment at most has the mark. */
export async function markBest(db: TopicsDb, caller: Caller, id: string, isBest: boolean): Promise<void> {
  const known = await getComment(db, caller.companyId, id)
  const ref = itemOf(known)
  const { kind } = await getItem(db, caller, ref)
  if (!(await kind.mayMarkBest?.(db, caller, ref.businessId))) throw refuse(NO_PERMISSION)
  // All comments of the item that have the mark or get it, in one order.
  await sql`select from topics.comment where company_id = ${caller.companyId} and business_type = ${ref.businessType}
    and business_id = ${ref.businessId} and (is_best or id = ${id}) order by id for no key update`.execute(db)
  const comment = await lockComment(db, caller.companyId, id)
  if (isBest && comment.removed !== null) throw refuse(COMMENT_REMOVED)
  if (comment.is_best === isBest) return
  if (isBest)
    await sql`update topics.comment set is_best = false where company_id = ${caller.companyId}
      and business_type = ${ref.businessType} and business_id = ${ref.businessId} and is_best`.execute(db)
  await sql`update topics.comment set is_best = ${isBest} where id = ${id}`.execute(db)
}
