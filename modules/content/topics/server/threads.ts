/** The first page of a thread as everybody reads it who moderates nothing of it: kept until a comment of the item changes. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { kept } from '#server/db/kept.ts'
import type { Comment, Reply } from '../contract/comments.ts'
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
      (select m.until from topics.mute m where m.company_id = ${caller.companyId} and m.member_id = ${caller.memberId}
        and m.until > ${now}) as "mutedUntil",
      exists (select from topics.comment c where c.member_id = ${caller.memberId} and ${ofItem('c')}
        and c.removed is not null) as "hasRemovedOwn"
    from (select) as one left join topics.item_figures f
      on f.company_id = ${caller.companyId} and ${ofItem('f')}`.execute(db)
  if (!rows[0]) throw new Error('a select without a condition has a row')
  return rows[0]
}

/** A page of comments, and who wrote each comment and reply: null where the account was erased. */
export interface ThreadPage {
  readonly items: Comment[]
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
): Promise<ThreadPage> {
  const reader = lastEdit === undefined ? { companyId } : { companyId, lastEdit: `${lastEdit} ${threadEdit}` }
  return kept(db, reader, 'topics.thread', `${businessType} ${businessId} ${order}`, read)
}

/** Which of the comments and replies the caller likes; nothing is asked where nobody likes any. */
async function likedAmong(db: TopicsDb, caller: Caller, items: readonly Comment[]): Promise<ReadonlySet<string>> {
  const liked = items.flatMap((item) => [item, ...item.replies]).filter(({ likeCount }) => likeCount > 0)
  if (liked.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select l.comment_id as id from topics.comment_like l
    where l.comment_id = any(${liked.map(({ id }) => id)}::uuid[]) and l.member_id = ${caller.memberId}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** A page that was read as nobody, as the caller sees it: what is theirs, and what they like. */
export async function ownPage(db: TopicsDb, caller: Caller, page: ThreadPage): Promise<ThreadPage> {
  const likes = await likedAmong(db, caller, page.items)
  const ofCaller = <One extends Reply | Comment>(one: One): One => {
    const isOwn = page.writers[one.id] === caller.memberId
    const liked = likes.has(one.id)
    return isOwn || liked ? { ...one, liked, mayRemove: isOwn && one.removed === null } : one
  }
  const items = page.items.map((item) => {
    const own = ofCaller(item)
    return own.replies.length === 0 ? own : { ...own, replies: own.replies.map(ofCaller) }
  })
  return { ...page, items }
}
