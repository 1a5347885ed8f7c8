/** Reading comments: threads by key, so that what is written meanwhile moves nothing. */
import { type RawBuilder, sql } from 'kysely'
import { type Caller, can } from '#kit/caller.ts'
import { placeText, type SortedPlace, sortedPlace } from '#server/db/place.ts'
import { together } from '#server/db/transaction.ts'
import { type Written, writesList } from '#server/http/written.ts'
import { COMMENT_LENGTH, COMMENTS_PAGE_SIZE, type Comment, REPLY_LENGTH, Thread } from '../contract/comments.ts'
import {
  authorsOf,
  getComment,
  hasPlace,
  itemOf,
  MODERATION,
  moderatedSql,
  moderatesItem,
  type ReadRow,
  readColumns,
  readOne,
  readReply,
} from './comment-rows.ts'
import type { TopicsDb } from './db.ts'
import { getKind, getOpenItem, type ItemKind, type ItemRef } from './kinds.ts'
import { keptPage, NOBODY, ownPage, standingIn, type ThreadPage, writtenPage } from './threads.ts'

const FIRST_REPLIES = 2

/** An int of the database. */
const LIKES_MAX = 2_147_483_647

type Order = 'newest' | 'hottest'

export interface Place {
  readonly after?: string
  readonly pageSize?: number
}

/** The sorting number of the last row that was answered, and its id. */
const cursorOf = (after: string | undefined, order?: Order): SortedPlace | undefined =>
  after === undefined ? undefined : sortedPlace(after, order === 'hottest' ? { max: LIKES_MAX } : {})

export function lengthsOf(kind: ItemKind): { commentLengthMax: number; replyLengthMax: number } {
  const { commentLengthMax = COMMENT_LENGTH, replyLengthMax = REPLY_LENGTH } = kind
  return { commentLengthMax, replyLengthMax }
}

/** The first replies of each comment, in one statement. */
async function firstReplies(
  db: TopicsDb,
  caller: Caller,
  ids: readonly string[],
  moderated: RawBuilder<boolean>,
): Promise<ReadRow[]> {
  const { rows } = await sql<ReadRow>`
    select r.* from unnest(${[...ids]}::uuid[]) as p (id) cross join lateral (
      select ${readColumns(caller, moderated)} from topics.comment c
      where c.parent_id = p.id and ${hasPlace(caller, moderated)} order by c.created_at, c.id limit ${FIRST_REPLIES}
    ) r order by r.created_at, r.id`.execute(db)
  return rows
}

type ThreadQuery = ItemRef & Place & { readonly order?: Order }

/** A page of comments with their first replies, as this reader sees them. */
async function readPage(
  db: TopicsDb,
  reader: Caller,
  { businessType, businessId, order, after, pageSize: limit = COMMENTS_PAGE_SIZE }: ThreadQuery,
  { moderated, now }: { readonly moderated: RawBuilder<boolean>; readonly now: number },
): Promise<ThreadPage> {
  const cursor = cursorOf(after, order)
  const key = order === 'hottest' ? sql.ref('c.like_count') : sql.ref('c.created_at')
  const { rows } = await sql<ReadRow>`
    select ${readColumns(reader, moderated)} from topics.comment c
    where c.company_id = ${reader.companyId} and c.business_type = ${businessType} and c.business_id = ${businessId}
      and c.parent_id is null and ${hasPlace(reader, moderated)}
      ${cursor ? sql`and (${key}, c.id) < (${cursor.value}, ${cursor.id}::uuid)` : sql``}
    order by ${key} desc, c.id desc limit ${limit + 1}`.execute(db)
  const shown = rows.slice(0, limit)
  const answered = shown.filter((row) => row.reply_count > 0).map(({ id }) => id)
  const replies = answered.length === 0 ? [] : await firstReplies(db, reader, answered, moderated)
  const authors = await authorsOf(db, reader, [...shown, ...replies])
  const repliesOf = Map.groupBy(replies, (reply) => reply.parent_id)
  const items = shown.map((row): Comment => {
    const { repliedTo: _, ...comment } = readReply(row, reader, authors, now)
    const own = (repliesOf.get(row.id) ?? []).map((reply) => readReply(reply, reader, authors, now))
    return { ...comment, replyCount: row.reply_count, replies: own }
  })
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items,
    next: last ? placeText(order === 'hottest' ? last.like_count : last.created_at, last.id) : null,
    writers: Object.fromEntries([...shown, ...replies].map((row) => [row.id, row.member_id])),
  }
}

const writeThread = writesList(Thread)

export async function listComments(
  db: TopicsDb,
  caller: Caller,
  query: ThreadQuery,
  now: number,
): Promise<Written<Thread>> {
  const { businessType, businessId, order = 'newest' } = query
  const kind = getKind(businessType)
  const [, moderates, standing, mayComment, mayMarkBest] = await together(db, (shared) => {
    const item = getOpenItem(shared, caller, query, now)
    // Of an item that is missing, its module may refuse the question with a code of its own.
    const ofItem = <Answer>(question: Promise<Answer>): Promise<Answer> =>
      question.catch((error) => item.then(() => Promise.reject(error)))
    return [
      item,
      ofItem(moderatesItem(shared, caller, kind, businessId)),
      standingIn(shared, caller, query, now),
      ofItem(kind.mayComment?.(shared, caller, businessId) ?? Promise.resolve(true)),
      ofItem(kind.mayMarkBest?.(shared, caller, businessId) ?? Promise.resolve(false)),
    ]
  })
  const read = (reader: Caller, moderated: RawBuilder<boolean>) => readPage(db, reader, query, { moderated, now })
  const readsAsAnybody = !moderates && !can(caller, MODERATION) && !standing.hasRemovedOwn
  const isFirst = query.after === undefined && (query.pageSize ?? COMMENTS_PAGE_SIZE) === COMMENTS_PAGE_SIZE
  const asNobody = () => read({ ...caller, memberId: NOBODY }, sql`false`)
  const { items, next } =
    readsAsAnybody && isFirst
      ? await ownPage(db, caller, await keptPage(db, caller, query, { ...standing, order }, asNobody))
      : writtenPage(await read(caller, moderatedSql(caller, moderates)))
  return writeThread(items, {
    recordCount: standing.commentCount,
    next,
    mayComment,
    mayModerate: moderates,
    mayMarkBest,
    best:
      standing.bestId !== null && query.after === undefined
        ? await readOne(db, caller, standing.bestId, { moderates, now })
        : null,
    mutedUntil: standing.mutedUntil,
    quiet: standing.isQuiet,
    ...lengthsOf(kind),
  })
}

export async function listReplies(db: TopicsDb, caller: Caller, commentId: string, place: Place, now: number) {
  const comment = await getComment(db, caller.companyId, commentId)
  const { kind } = await getOpenItem(db, caller, itemOf(comment), now)
  const moderated = moderatedSql(caller, await moderatesItem(db, caller, kind, comment.business_id))
  const limit = place.pageSize ?? COMMENTS_PAGE_SIZE
  const cursor = cursorOf(place.after)
  const { rows } = await sql<ReadRow>`
    select ${readColumns(caller, moderated)} from topics.comment c
    where c.parent_id = ${commentId} and ${hasPlace(caller, moderated)}
      ${cursor ? sql`and (c.created_at, c.id) > (${cursor.value}, ${cursor.id}::uuid)` : sql``}
    order by c.created_at, c.id limit ${limit + 1}`.execute(db)
  const shown = rows.slice(0, limit)
  const authors = await authorsOf(db, caller, shown)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => readReply(row, caller, authors, now)),
    recordCount: comment.reply_count,
    next: rows.length > limit && last ? placeText(last.created_at, last.id) : null,
  }
}
