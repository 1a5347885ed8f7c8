/** Likes of comments. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { COMMENT_REMOVED } from '../contract/codes.ts'
import { getComment, itemOf } from './comment-rows.ts'
import type { TopicsDb } from './db.ts'
import { getItem, getOpenItem } from './kinds.ts'
import { notifyOfLike } from './messages.ts'

async function addLikes(db: TopicsDb, commentId: string, count: number): Promise<number> {
  const { rows } = await sql<{ like_count: number }>`
    update topics.comment set like_count = like_count + ${count} where id = ${commentId} returning like_count`.execute(
    db,
  )
  return rows[0]?.like_count ?? 0
}

export async function likeComment(db: TopicsDb, caller: Caller, id: string, now: number) {
  const comment = await getComment(db, caller.companyId, id)
  const ref = itemOf(comment)
  const { item } = await getOpenItem(db, caller, ref, now)
  if (comment.removed !== null) throw refuse(COMMENT_REMOVED)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('topics.comment_like')
    .values({ comment_id: id, member_id: caller.memberId, company_id: caller.companyId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  const isNew = numInsertedOrUpdatedRows === 1n
  const likeCount = await addLikes(db, id, isNew ? 1 : 0)
  if (isNew) await notifyOfLike(db, { caller, ref, item, comment, likeCount, now })
  return { liked: true, likeCount }
}

export async function unlikeComment(db: TopicsDb, caller: Caller, id: string) {
  const comment = await getComment(db, caller.companyId, id)
  await getItem(db, caller, itemOf(comment))
  const { numDeletedRows } = await db
    .deleteFrom('topics.comment_like')
    .where('comment_id', '=', id)
    .where('member_id', '=', caller.memberId)
    .executeTakeFirstOrThrow()
  return { liked: false, likeCount: await addLikes(db, id, -Number(numDeletedRows)) }
}
