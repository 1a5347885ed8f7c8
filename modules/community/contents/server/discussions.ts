/** Discussions of contents: comments of `topics`, under the names of the specification. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { memberAccountsSql } from '#modules/community/community/server.ts'
import { ownComments, plainComments, removeCommentOf, writeComment } from '#modules/content/topics/server.ts'
import { contentBusinessType } from '../contract/shapes.ts'
import type { contents } from '../contract.ts'
import type { ContentsDb } from './db.ts'
import { getReadable } from './reading.ts'
import { visibleContentSql } from './visible.ts'

const businessType = contentBusinessType

export async function listDiscussions(
  db: ContentsDb,
  caller: Caller,
  query: Input<typeof contents.discussions>['query'],
  now: number,
) {
  const { items, recordCount } = await plainComments(db, caller, { businessType, ...query }, now)
  return {
    items: items.map(({ author, ...comment }) => ({
      id: comment.id,
      content: comment.content,
      memberId: author?.memberId ?? null,
      memberName: author?.memberFullName ?? '',
      headPortrait: author?.headPortrait ?? '',
      praiseNum: comment.likeCount,
      replyNum: comment.replyCount,
      createTime: comment.createTime,
    })),
    recordCount,
  }
}

export async function addDiscussion(
  db: ContentsDb,
  caller: Caller,
  body: Input<typeof contents.discuss>['body'],
  now: number,
): Promise<{ id: string }> {
  return { id: await writeComment(db, caller, { businessType, ...body }, now) }
}

export async function removeDiscussion(
  db: ContentsDb,
  caller: Caller,
  { id, reason = '' }: Input<typeof contents.removeDiscussion>['query'],
  now: number,
): Promise<void> {
  await removeCommentOf(db, caller, { businessType, id, reason }, now)
}

/** What the caller has said, with the titles of the contents that the caller may still open. */
export async function ownDiscussions(
  db: ContentsDb,
  caller: Caller,
  query: Input<typeof contents.myDiscussions>['query'],
) {
  const { items, recordCount } = await ownComments(db, caller, { businessType, ...query })
  const ids = items.map((comment) => comment.businessId)
  const { rows } = await sql<{ id: string; title: string }>`select c.id, c.title from contents.content c
    where c.id = any(${ids}::uuid[]) and ${visibleContentSql(caller, 'c')}`.execute(db)
  const titles = new Map(rows.map(({ id, title }) => [id, title]))
  return { items: items.map((comment) => ({ ...comment, title: titles.get(comment.businessId) ?? '' })), recordCount }
}

/** 1: everybody who reads it may discuss it. */
export async function discussStatus(db: ContentsDb, caller: Caller, id: string): Promise<{ status: 0 | 1 }> {
  const content = await getReadable(db, caller, id)
  return { status: content.comments_open && content.state === 'active' && content.published_at !== null ? 1 : 0 }
}

/** The state of the review, also that of a change, for members of the account; others see only what is published. */
export async function auditStatus(db: ContentsDb, caller: Caller, id: string) {
  await getReadable(db, caller, id)
  const { rows } = await sql<{ status: 'none' | 'waiting' | 'rejected'; reason: string | null }>`
    select case when change.state is null then c.review_state when change.state = 'waiting' then 'waiting' else 'rejected' end as status,
      coalesce(change.reason, c.review_reason) as reason
    from contents.content c left join contents.change
      on change.content_id = c.id and c.account_id in ${memberAccountsSql(caller)}
    where c.id = ${id}`.execute(db)
  return rows[0] ?? { status: 'none' as const, reason: null }
}
