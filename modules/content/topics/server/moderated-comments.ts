/** Comments as the moderators' queue sees and changes them. */
import { sql } from 'kysely'
import { moderated } from '#modules/content/moderation/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { commentBusinessType } from '../contract/comments.ts'
import { type CommentRow, itemOf } from './comment-rows.ts'
import { setRemoved } from './comment-writing.ts'
import { topicsTables } from './db.ts'
import { visibleItems } from './kinds.ts'
import { excerpt } from './messages.ts'

async function lock(connection: Connection, companyId: string, id: string): Promise<CommentRow | undefined> {
  // What stands above it is locked with it, as `moderateComments` does: its count of replies follows.
  const db = topicsTables(connection)
  await sql`select from topics.comment c where c.company_id = ${companyId} and (c.id = ${id}
    or c.id in (select parent_id from topics.comment where id = ${id})) order by c.id for no key update`.execute(db)
  const { rows } = await sql<CommentRow>`
    select * from topics.comment where id = ${id} and company_id = ${companyId}`.execute(db)
  return rows[0]
}

export const moderatedComment = moderated({
  businessType: commentBusinessType,
  label: { cn: '评论', en: 'Comment' },
  async describe(connection, companyId, ids) {
    const { rows } = await sql<CommentRow>`select * from topics.comment
      where company_id = ${companyId} and id = any(${[...ids]}::uuid[])`.execute(topicsTables(connection))
    return rows.map((row) => ({
      id: row.id,
      title: excerpt(row.content),
      excerpt: excerpt(row.content),
      text: row.content,
      link: '/manage/comments',
      authorId: row.member_id,
      organizationId: row.organization_id,
      state: row.removed === null ? ('shown' as const) : ('removed' as const),
    }))
  },
  /** What is commented, where the moderator may open it. */
  async linkFor(connection, caller, id) {
    const { rows } = await sql<CommentRow>`select * from topics.comment where id = ${id}
      and company_id = ${caller.companyId}`.execute(topicsTables(connection))
    const seen = await visibleItems(connection, caller, rows.map(itemOf))
    return rows[0] && seen(itemOf(rows[0]))?.link
  },
  async visible(connection, caller, ids) {
    const { rows } = await sql<CommentRow>`select * from topics.comment where company_id = ${caller.companyId}
      and id = any(${[...ids]}::uuid[]) and removed is null`.execute(topicsTables(connection))
    const seen = await visibleItems(connection, caller, rows.map(itemOf))
    return rows.filter((row) => seen(itemOf(row)) !== undefined).map(({ id }) => id)
  },
  async remove(connection, companyId, id, { reason, by, now }) {
    const comment = await lock(connection, companyId, id)
    if (!comment) return
    const moderator = { companyId, memberId: by }
    await setRemoved(topicsTables(connection), moderator, comment, {
      by: 'moderator',
      reason: reason.slice(0, 100),
      now,
    })
  },
  async restore(connection, companyId, id, { by, now }) {
    const comment = await lock(connection, companyId, id)
    // What its author has removed since is the author's to bring back.
    if (comment?.removed !== 'moderator') return
    const moderator = { companyId, memberId: by }
    await setRemoved(topicsTables(connection), moderator, comment, { by: null, reason: null, now })
  },
  async approve(connection, companyId, id) {
    await sql`update topics.comment set flagged = false where company_id = ${companyId} and id = ${id}`.execute(
      topicsTables(connection),
    )
  },
})
