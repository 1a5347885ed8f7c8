/** The first page of a thread as everybody reads it who moderates nothing of it: kept until a comment of the item changes. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { mutedUntilSql } from '#modules/content/moderation/server.ts'
import { kept } from '#server/db/kept.ts'
import { type Written, writes } from '#server/http/written.ts'
import { Comment, type Reply } from '../contract/comments.ts'
import type { TopicsDb } from './db.ts'
import type { ItemRef } from './kinds.ts'

/** Where the caller stands in a thread, and when it changed last. */
export interface Standing {
  /** Comments and replies that are shown. */
  readonly commentCount: number
  /** Names the transaction that changed a comment last; null where nobody has written yet. */
  readonly threadEdit: string | null
  /** The caller wants to hear nothing of what is said here. */
  readonly isQuiet: boolean
  /** Until when the caller is to be silent; null for who may write. */
  readonly mutedUntil: number | null
  /** A comment of the caller was removed: its place is shown to the caller alone. */
  readonly hasRemovedOwn: boolean
  readonly bestId: string | null
}

/** One statement, also for an item of which nothing is known. */
export async function standingIn(
  db: TopicsDb,
  caller: Caller,
  { businessType, businessId }: ItemRef,
  now: number,
): Promise<Standing> {
  const ofItem = (name: string): RawBuilder<unknown> => sql`${sql.ref(`${name}.business_type`)} = ${businessType}
    and ${sql.ref(`${name}.business_id`)} = ${businessId}`
  const { rows } = await sql<Standing>`
    select coalesce(f.comment_count, 0) as "commentCount", f.thread_edit::text as "threadEdit",
      exists (select from topics.quiet_thread q where q.member_id = ${caller.memberId} and ${ofItem('q')}) as "isQuiet",
      ${mutedUntilSql(caller, now)} as "mutedUntil",
      exists (select from topics.comment c where c.member_id = ${caller.memberId} and ${ofItem('c')}
        and c.removed is not null) as "hasRemovedOwn",
      (select c.id from topics.comment c where c.company_id = ${caller.companyId} and ${ofItem('c')}
        and c.is_best) as "bestId"
    from (select) as one left join topics.item_figures f
      on f.company_id = ${caller.companyId} and ${ofItem('f')}`.execute(db)
  if (!rows[0]) throw new Error('a select without a condition has a row')
  return rows[0]
}

const writeComment = writes(Comment)

/** A page of comments, and who wrote each comment and reply: null where the account was erased. */
export interface ThreadPage {
  readonly items: readonly Comment[]
  readonly next: string | null
  readonly writers: Readonly<Record<string, string | null>>
}

/** The id of no member: whose reading shows nothing of anybody's own. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'

/** The page under the last change of the thread and the last edit of the company, which changes names and pictures. */
export function keptPage(
  db: TopicsDb,
  { companyId, lastEdit }: Caller,
  { businessType, businessId }: ItemRef,
  { threadEdit, order }: { readonly threadEdit: string | null; readonly order: string },
  read: () => Promise<ThreadPage>,
): Promise<KeptPage> {
  const reader = lastEdit === undefined ? { companyId } : { companyId, lastEdit: `${lastEdit} ${threadEdit}` }
  return kept(db, reader, 'topics.thread', `${businessType} ${businessId} ${order}`, async () => {
    const page = await read()
    const rows = page.items.flatMap((item) => [item, ...item.replies])
    return {
      ...page,
      written: page.items.map(writeComment),
      writerIds: [...new Set(Object.values(page.writers).filter((id) => id !== null))],
      likedIds: rows.flatMap(({ id, likeCount }) => (likeCount > 0 ? [id] : [])),
    }
  })
}

interface KeptPage extends ThreadPage {
  readonly written: readonly Written<Comment>[]
  /** Who wrote something of the page. */
  readonly writerIds: readonly string[]
  /** What somebody likes. */
  readonly likedIds: readonly string[]
}

interface WrittenPage {
  readonly items: readonly Written<Comment>[]
  readonly next: string | null
}

export const writtenPage = ({ items, next }: ThreadPage): WrittenPage => ({ items: items.map(writeComment), next })

/** Which of the comments and replies the caller likes; nothing is asked where nobody likes any. */
async function likedAmong(db: TopicsDb, caller: Caller, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select l.comment_id as id from topics.comment_like l
    where l.comment_id = any(${[...ids]}::uuid[]) and l.member_id = ${caller.memberId}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** A page that was read as nobody, as the caller sees it: what is theirs, and what they like. */
export async function ownPage(
  db: TopicsDb,
  caller: Caller,
  { items, next, written, writers, writerIds, likedIds }: KeptPage,
): Promise<WrittenPage> {
  const likes = await likedAmong(db, caller, likedIds)
  if (likes.size === 0 && !writerIds.includes(caller.memberId)) return { items: written, next }
  const concerns = ({ id }: Reply | Comment) => writers[id] === caller.memberId || likes.has(id)
  const ofCaller = <One extends Reply | Comment>(one: One): One => {
    const isOwn = writers[one.id] === caller.memberId
    return concerns(one) ? { ...one, liked: likes.has(one.id), mayRemove: isOwn && one.removed === null } : one
  }
  const own = items.map((item, index) => {
    const isCommon = !concerns(item) && !item.replies.some(concerns)
    const common = written[index]
    return isCommon && common ? common : writeComment({ ...ofCaller(item), replies: item.replies.map(ofCaller) })
  })
  return { items: own, next }
}
