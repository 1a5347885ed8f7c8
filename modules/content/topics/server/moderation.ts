/** The moderator's list of comments. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { closeCases, mutedMembers } from '#modules/content/moderation/server.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import type { Context } from '#server/module.ts'
import type { ModeratedComment } from '../contract/comments.ts'
import { authorOf, authorsOf, type CommentRow, itemOf, moderatedSql } from './comment-rows.ts'
import { caseOf, setRemoved } from './comment-writing.ts'
import type { TopicsDb } from './db.ts'
import { shownItem, visibleItems } from './kinds.ts'
import { notifyOfRemoval } from './messages.ts'

export interface ModerationQuery extends Paging {
  readonly keyword?: string
  readonly state?: 'shown' | 'removed' | 'flagged'
  readonly businessType?: number
  readonly memberId?: string
  readonly from?: number
  readonly to?: number
}

const states = {
  shown: sql`c.removed is null`,
  removed: sql`c.removed is not null`,
  flagged: sql`c.flagged and c.removed is null`,
} as const

function conditionOf(caller: Caller, query: ModerationQuery) {
  const parts = [
    sql`c.company_id = ${caller.companyId}`,
    moderatedSql(caller, false),
    containsSql(sql`c.content`, query.keyword),
    ...(query.state ? [states[query.state]] : []),
    ...(query.businessType === undefined ? [] : [sql`c.business_type = ${query.businessType}`]),
    ...(query.memberId === undefined ? [] : [sql`c.member_id = ${query.memberId}`]),
    ...(query.from === undefined ? [] : [sql`c.created_at >= ${query.from}`]),
    ...(query.to === undefined ? [] : [sql`c.created_at <= ${query.to}`]),
  ]
  return sql`${sql.join(parts, sql` and `)}`
}

export async function moderatedComments(db: TopicsDb, { caller, now }: Context, query: ModerationQuery) {
  const condition = conditionOf(caller, query)
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching: sql`from topics.comment c where ${condition}`,
    rows: (window) => sql<CommentRow>`select c.* from topics.comment c
      where ${condition} order by c.created_at desc, c.id ${window}`,
  })
  const authors = await authorsOf(db, caller, rows)
  const muted = await mutedMembers(db, caller.companyId, [...authors.keys()], now)
  const visible = await visibleItems(db, caller, rows.map(itemOf))
  const items = rows.map(
    (row): ModeratedComment => ({
      id: row.id,
      ...itemOf(row),
      content: row.content,
      author: authorOf(authors, row.member_id),
      item: shownItem(visible(itemOf(row))),
      isReply: row.parent_id !== null,
      createTime: row.created_at,
      likeCount: row.like_count,
      flagged: row.flagged,
      removed: row.removed,
      removedReason: row.removed_reason,
      removedBy: row.removed_by,
      removedAt: row.removed_at,
      mutedUntil: row.member_id === null ? null : (muted.get(row.member_id) ?? null),
    }),
  )
  return { items, recordCount }
}

export interface Moderation {
  readonly ids: readonly string[]
  readonly action: 'remove' | 'restore' | 'approve'
  readonly reason?: string
}

/**
 * The comments among these that the caller moderates, locked in one order; others are passed over. What stands above them is
 * locked with them, because its count of replies follows: whoever likes it holds its row, and then waits for the item's figures.
 */
async function lockModerated(db: TopicsDb, caller: Caller, ids: readonly string[]): Promise<CommentRow[]> {
  await sql`select from topics.comment c where c.company_id = ${caller.companyId} and (c.id = any(${[...ids]}::uuid[])
    or c.id in (select parent_id from topics.comment where id = any(${[...ids]}::uuid[])))
    order by c.id for no key update`.execute(db)
  const { rows } = await sql<CommentRow>`
    select c.* from topics.comment c
    where c.company_id = ${caller.companyId} and c.id = any(${[...ids]}::uuid[]) and ${moderatedSql(caller, false)}
    order by c.id for no key update of c`.execute(db)
  return rows
}

export async function moderateComments(
  db: TopicsDb,
  { caller, now, audit }: Context,
  { ids, action, reason = '' }: Moderation,
) {
  const comments = (await lockModerated(db, caller, ids)).filter((comment) => {
    if (action === 'remove') return comment.removed === null
    // Another moderator decides about what this one has written.
    if (comment.member_id === caller.memberId) return false
    // What its author removed is the author's to bring back.
    return action === 'restore' ? comment.removed === 'moderator' : comment.flagged
  })
  if (action === 'approve')
    await sql`update topics.comment set flagged = false where id = any(${comments.map(({ id }) => id)}::uuid[])`.execute(
      db,
    )
  else {
    const by = action === 'remove' ? ('moderator' as const) : null
    for (const comment of comments) await setRemoved(db, caller, comment, { by, reason: reason.trim(), now })
  }
  if (action !== 'restore')
    for (const comment of comments) await closeCases(db, caseOf(comment), action === 'remove' ? 'remove' : 'keep', now)
  if (action === 'remove') await notifyOfRemoval(db, { caller, comments, reason: reason.trim(), now })
  for (const { id, content } of comments)
    audit({ type: 'comment', id, name: content.slice(0, 50), after: { action, ...(reason !== '' && { reason }) } })
  return { changedCount: comments.length }
}
