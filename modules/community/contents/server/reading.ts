/** A content as its reader sees it; reads and likes. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { accountsOfCaller } from '#modules/community/community/server.ts'
import { fileById, grantPreview } from '#modules/platform/files/server.ts'
import { membersByIds, timeZoneSql } from '#modules/platform/identity/server.ts'
import { CONTENT_CLOSED } from '../contract/codes.ts'
import type { Chapter, ContentDetails, ReviewState, Visibility } from '../contract/shapes.ts'
import { captionsOfContent } from './captions.ts'
import { type CardRow, cardColumns, toCards } from './cards.ts'
import { changesOf } from './changes.ts'
import type { ContentsDb } from './db.ts'
import { assertOpenToReader } from './gates.ts'
import { listedSql, visibleContentSql } from './visible.ts'

interface DetailsRow extends CardRow {
  html: string
  source: string
  license: string
  chapters: Chapter[]
  comments_open: boolean
  file_id: string | null
  visibility: number
  review_state: string
  review_reason: string | null
  publish_at: number | null
  updated_at: number
  published_by: string | null
  coauthor_ids: string[]
}

export async function contentDetails(db: ContentsDb, caller: Caller, id: string, now: number): Promise<ContentDetails> {
  const { rows } = await sql<DetailsRow>`
    select ${cardColumns(caller)}, c.html, c.source, c.license, c.chapters, c.comments_open, c.file_id, c.visibility,
      c.review_state, c.review_reason, c.publish_at, c.updated_at, c.published_by,
      array(select a.member_id from contents.coauthor a where a.content_id = c.id order by a.sort) as coauthor_ids
    from contents.content c where c.id = ${id} and ${visibleContentSql(caller, 'c')}`.execute(db)
  const [row] = rows
  const [card] = row ? await toCards(db, caller, [row]) : []
  if (!row || !card) throw refuse(NOT_FOUND)
  await assertOpenToReader(db, caller, id, now)
  const account = (await accountsOfCaller(db, caller)).find((own) => own.id === row.account_id)
  const members = await membersByIds(db, caller.companyId, row.coauthor_ids)
  const file = row.file_id === null ? undefined : await fileById(db, caller.companyId, row.file_id)
  const isMember = account !== undefined
  const mayWrite = isMember && !account.frozen
  const administers = mayWrite && account.memberType !== 2
  return {
    ...card,
    html: row.html,
    coAuthors: row.coauthor_ids.flatMap((memberId) => {
      const member = members.get(memberId)
      return member ? [{ memberId, memberFullName: member.fullName, headPortrait: member.avatarPath }] : []
    }),
    source: row.source,
    license: row.license,
    chapters: row.chapters,
    captions: await captionsOfContent(db, id),
    commentsOpen: row.comments_open,
    file: file ? { id: file.id, name: file.name, sizeBytes: file.sizeBytes } : null,
    visibility: row.visibility as Visibility,
    reviewState: row.review_state as ReviewState,
    reviewReason: isMember ? row.review_reason : null,
    change: isMember ? ((await changesOf(db, [id])).get(id) ?? null) : null,
    publishAt: row.publish_at,
    updatedAt: row.updated_at,
    isMember,
    mayEdit: mayWrite && (administers || row.published_by === caller.memberId),
    mayManage: administers || (mayWrite && row.published_by === caller.memberId),
    mayDiscuss: row.comments_open && row.state === 'active' && row.published_at !== null,
    ...(await neighborsOf(db, caller, row)),
  }
}

/** What the account published just before and after. */
async function neighborsOf(
  db: ContentsDb,
  caller: Caller,
  row: CardRow,
): Promise<Pick<ContentDetails, 'previous' | 'next'>> {
  if (row.published_at === null) return { previous: null, next: null }
  const one = (comparison: '<' | '>') => {
    const direction = comparison === '<' ? sql`desc` : sql`asc`
    return sql`(select json_build_object('id', n.id, 'title', n.title) from contents.content n
      where n.account_id = ${row.account_id} and ${listedSql(caller, 'n')}
        and (n.published_at, n.id) ${sql.raw(comparison)} (${row.published_at}::bigint, ${row.id}::uuid)
      order by n.published_at ${direction}, n.id ${direction} limit 1)`
  }
  const { rows } = await sql<Pick<ContentDetails, 'previous' | 'next'>>`
    select ${one('<')} as previous, ${one('>')} as next`.execute(db)
  return rows[0] ?? { previous: null, next: null }
}

/** A content that the caller may read now. Refuses a closed one (70124) to the account’s members, others do not see it. */
export async function getReadable(db: ContentsDb, caller: Caller, id: string) {
  const { rows } = await sql<{
    state: string
    company_id: string
    comments_open: boolean
    published_at: number | null
    file_id: string | null
  }>`
    select c.state, c.company_id, c.comments_open, c.published_at, c.file_id from contents.content c
    where c.id = ${id} and ${visibleContentSql(caller, 'c')}`.execute(db)
  const [content] = rows
  if (!content) throw refuse(NOT_FOUND)
  return content
}

/** The video or file of a content, for whoever may read it; of a closed one for the account’s members. */
export async function shownFile(
  db: ContentsDb,
  caller: Caller,
  id: string,
  context: Parameters<typeof grantPreview>[3],
): ReturnType<typeof grantPreview> {
  const { file_id: fileId } = await getReadable(db, caller, id)
  if (fileId === null) throw refuse(NOT_FOUND)
  await assertOpenToReader(db, caller, id, context.now)
  return grantPreview(db, caller, fileId, { ...context, item: { kind: 'content', id } })
}

/** Counts a read once a member and day (COMMUNITY-094). A job adds it to the content, so that readers wait for nobody. */
export async function recordRead(db: ContentsDb, caller: Caller, id: string, now: number): Promise<void> {
  const { state } = await getReadable(db, caller, id)
  if (state === 'closed') throw refuse(CONTENT_CLOSED)
  await assertOpenToReader(db, caller, id, now)
  await sql`
    insert into contents.reading (content_id, member_id, day, company_id)
    select ${id}, ${caller.memberId},
      (to_timestamp(${now}::bigint / 1000.0) at time zone ${timeZoneSql(caller.companyId)})::date - date '1970-01-01',
      ${caller.companyId}
    on conflict do nothing`.execute(db)
}

/** Likes or takes a like back. The counter changes with the row. */
export async function setLiked(
  db: ContentsDb,
  caller: Caller,
  { businessId: id, liked }: { readonly businessId: string; readonly liked: boolean },
  now: number,
): Promise<{ liked: boolean; likeCount: number }> {
  const { state } = await getReadable(db, caller, id)
  if (state === 'closed') throw refuse(CONTENT_CLOSED)
  const { rows } = liked
    ? await sql`insert into contents.liking (content_id, member_id, company_id, created_at)
        values (${id}, ${caller.memberId}, ${caller.companyId}, ${now}) on conflict do nothing returning 1`.execute(db)
    : await sql`delete from contents.liking where content_id = ${id} and member_id = ${caller.memberId}
        returning 1`.execute(db)
  const by = liked ? rows.length : -rows.length
  const { like_count: likeCount } = await db
    .updateTable('contents.content')
    .set((e) => ({ like_count: e('like_count', '+', by) }))
    .where('id', '=', id)
    .returning('like_count')
    .executeTakeFirstOrThrow()
  return { liked, likeCount }
}

/** As a table (content_id, member_id): which contents these members have read. */
export const readersSql = (companyId: string, memberIds: readonly string[]): RawBuilder<unknown> => sql`(
  select r.content_id, r.member_id from contents.reading r
  where r.company_id = ${companyId} and r.member_id = any(${[...memberIds]}::uuid[]))`
