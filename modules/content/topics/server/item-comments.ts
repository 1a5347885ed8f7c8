/** Comments for modules that show them under names of their own: a plain list, and what a member has written. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { type PageOf, type Paging, sqlPage } from '#server/db/page.ts'
import { authorOf, authorsOf, getComment } from './comment-rows.ts'
import { addComment, removeComment } from './comment-writing.ts'
import { type TopicsDb, topicsTables } from './db.ts'
import { getOpenItem, type ItemRef } from './kinds.ts'
import type { Pointers } from './mentions.ts'

export interface PlainComment {
  readonly id: string
  readonly content: string
  readonly author: ReturnType<typeof authorOf>
  readonly likeCount: number
  readonly replyCount: number
  readonly createTime: number
}

interface Row {
  readonly id: string
  readonly content: string
  readonly member_id: string | null
  readonly like_count: number
  readonly reply_count: number
  readonly created_at: number
}

/** A page of what is said about an item, without replies and without what was removed, newest first. */
export async function plainComments(
  connection: Connection,
  caller: Caller,
  { businessType, businessId, ...paging }: ItemRef & Paging,
  now: number,
): Promise<PageOf<PlainComment>> {
  const db = topicsTables(connection)
  await getOpenItem(db, caller, { businessType, businessId }, now)
  const matching = sql`from topics.comment c where c.company_id = ${caller.companyId}
    and c.business_type = ${businessType} and c.business_id = ${businessId} and c.parent_id is null and c.removed is null`
  const { items: rows, recordCount } = await sqlPage(db, paging, {
    matching,
    rows: (
      window,
    ) => sql<Row>`select c.id, c.content, c.member_id, c.like_count, c.reply_count, c.created_at ${matching}
      order by c.created_at desc, c.id desc ${window}`,
  })
  const authors = await authorsOf(db, caller, rows)
  const items = rows.map((row) => ({
    id: row.id,
    content: row.content,
    author: authorOf(authors, row.member_id),
    likeCount: row.like_count,
    replyCount: row.reply_count,
    createTime: row.created_at,
  }))
  return { items, recordCount }
}

export interface OwnComment {
  readonly id: string
  readonly content: string
  readonly businessId: string
  readonly createTime: number
}

/** What the caller has written about items of one kind, replies as well, newest first. */
export function ownComments(
  connection: Connection,
  caller: Caller,
  { businessType, ...paging }: { readonly businessType: number } & Paging,
): Promise<PageOf<OwnComment>> {
  const matching = sql`from topics.comment c where c.member_id = ${caller.memberId}
    and c.business_type = ${businessType} and c.removed is null`
  return sqlPage(topicsTables(connection), paging, {
    matching,
    rows: (window) => sql<OwnComment>`select c.id, c.content, c.business_id as "businessId",
      c.created_at as "createTime" ${matching} order by c.created_at desc, c.id desc ${window}`,
  })
}

/** Writes a comment as `POST /system/comment` does, and answers its id. */
export async function writeComment(
  connection: Connection,
  caller: Caller,
  comment: ItemRef & Pointers & { readonly content: string },
  now: number,
): Promise<string> {
  return (await addComment(topicsTables(connection), caller, comment, now)).id
}

/** Removes a comment of an item of one kind, as `DELETE /system/comment/{id}` does; others are not there. */
export async function removeCommentOf(
  connection: Connection,
  caller: Caller,
  { businessType, id, reason }: { readonly businessType: number; readonly id: string; readonly reason: string },
  now: number,
): Promise<void> {
  const db: TopicsDb = topicsTables(connection)
  const comment = await getComment(db, caller.companyId, id)
  if (comment.business_type !== businessType) throw refuse(NOT_FOUND)
  await removeComment(db, caller, id, { reason, now })
}
