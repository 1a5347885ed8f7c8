/** Reading comments: threads by key, so that what is written meanwhile moves nothing. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import { together } from '#server/db/transaction.ts'
import { COMMENT_LENGTH, COMMENTS_PAGE_SIZE, type Comment, REPLY_LENGTH, type Thread } from '../contract/comments.ts'
import {
  authorsOf,
  getComment,
  hasPlace,
  itemOf,
  moderatedSql,
  moderatesItem,
  type ReadRow,
  readColumns,
  readReply,
} from './comment-rows.ts'
import type { TopicsDb } from './db.ts'
import { countsOf } from './figures.ts'
import { getItem, getKind, type ItemKind, type ItemRef } from './kinds.ts'
import { isQuiet, mutedUntil } from './mutes.ts'

const FIRST_REPLIES = 2

type Order = 'newest' | 'hottest'

export interface Place {
  readonly after?: string
  readonly pageSize?: number
}

/** `<number>_<id>`: the sorting number of the last row that was answered, and its id. */
function cursorOf(after: string | undefined): { value: number; id: string } | undefined {
  if (after === undefined) return undefined
  const at = after.indexOf('_')
  const value = Number(after.slice(0, at))
  const id = after.slice(at + 1)
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
  if (isId && Number.isSafeInteger(value)) return { value, id }
  throw refuse(INVALID_INPUT, { fields: [{ path: 'after', rule: 'cursor', message: 'is no place in a list' }] })
}

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

export async function listComments(
  db: TopicsDb,
  caller: Caller,
  { businessType, businessId, order = 'newest', ...place }: ItemRef & Place & { readonly order?: Order },
  now: number,
): Promise<Thread> {
  const ref = { businessType, businessId }
  const kind = getKind(businessType)
  const [, moderates, counts, quiet, muted] = await together(db, (shared) =>
    Promise.all([
      getItem(shared, caller, ref),
      moderatesItem(shared, caller, kind, businessId),
      countsOf(shared, caller.companyId, businessType, [businessId]),
      isQuiet(shared, caller, ref),
      mutedUntil(shared, caller, now),
    ]),
  )
  const moderated = moderatedSql(caller, moderates)
  const limit = place.pageSize ?? COMMENTS_PAGE_SIZE
  const cursor = cursorOf(place.after)
  const key = order === 'hottest' ? sql.ref('c.like_count') : sql.ref('c.created_at')
  const { rows } = await sql<ReadRow>`
    select ${readColumns(caller, moderated)} from topics.comment c
    where c.company_id = ${caller.companyId} and c.business_type = ${businessType} and c.business_id = ${businessId}
      and c.parent_id is null and ${hasPlace(caller, moderated)}
      ${cursor ? sql`and (${key}, c.id) < (${cursor.value}, ${cursor.id}::uuid)` : sql``}
    order by ${key} desc, c.id desc limit ${limit + 1}`.execute(db)
  const shown = rows.slice(0, limit)
  const replies = await firstReplies(
    db,
    caller,
    shown.filter((row) => row.reply_count > 0).map(({ id }) => id),
    moderated,
  )
  const authors = await authorsOf(db, caller, [...shown, ...replies])
  const items: Comment[] = shown.map((row) => {
    const { repliedTo: _, ...comment } = readReply(row, caller, authors, now)
    const own = replies.filter((reply) => reply.parent_id === row.id)
    return {
      ...comment,
      replyCount: row.reply_count,
      replies: own.map((reply) => readReply(reply, caller, authors, now)),
    }
  })
  const last = shown.at(-1)
  return {
    items,
    recordCount: counts.get(businessId)?.comments ?? 0,
    next: rows.length > limit && last ? `${order === 'hottest' ? last.like_count : last.created_at}_${last.id}` : null,
    mayComment: kind.mayComment === undefined || (await kind.mayComment(db, caller, businessId)),
    mayModerate: moderates,
    mutedUntil: muted,
    quiet,
    ...lengthsOf(kind),
  }
}

export async function listReplies(db: TopicsDb, caller: Caller, commentId: string, place: Place, now: number) {
  const comment = await getComment(db, caller.companyId, commentId)
  const { kind } = await getItem(db, caller, itemOf(comment))
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
    next: rows.length > limit && last ? `${last.created_at}_${last.id}` : null,
  }
}
