/** Comments as rows, as their readers see them, and who moderates them. */
import { type RawBuilder, sql } from 'kysely'
import { type Caller, coversCompany } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { removedByDecisionSql } from '#modules/content/moderation/server.ts'
import { type KnownMember, membersByIds, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { commentBusinessType, type Reply } from '../contract/comments.ts'
import type { Author } from '../contract/shapes.ts'
import { type TopicsDb, topicsTables } from './db.ts'
import type { ItemKind, ItemRef } from './kinds.ts'

export const MODERATION = 'comment.manage'
/** How long an author may bring back what they removed. */
export const UNDO_MS = 600_000

/** Characters of a quoted comment that are shown. */
const QUOTED_LENGTH = 200

export interface CommentRow {
  readonly id: string
  readonly company_id: string
  readonly business_type: number
  readonly business_id: string
  readonly parent_id: string | null
  readonly replied_to_id: string | null
  readonly member_id: string | null
  readonly organization_id: string
  readonly content: string
  readonly like_count: number
  readonly reply_count: number
  readonly flagged: boolean
  readonly quoted_id: string | null
  readonly is_best: boolean
  readonly removed: 'author' | 'moderator' | null
  readonly removed_by: string | null
  readonly removed_reason: string | null
  readonly removed_at: number | null
  readonly created_at: number
}

/** A row together with what depends on who reads it. */
export interface ReadRow extends CommentRow {
  readonly liked: boolean
  readonly moderated: boolean
  /** What a decision has removed comes back by an appeal, or by a moderator of the platform. */
  readonly restorable: boolean
  readonly replied_to_member_id: string | null
  readonly quoted: Quoted | null
  readonly mentioned_ids: readonly string[]
}

interface Quoted {
  readonly id: string
  readonly content: string
  readonly memberId: string | null
}

export const itemOf = (row: CommentRow): ItemRef => ({ businessType: row.business_type, businessId: row.business_id })

/** A comment of the company, to be changed. Its key is left free: an answer to it is no reason to wait. */
export async function lockComment(db: TopicsDb, companyId: string, id: string): Promise<CommentRow> {
  const { rows } = await sql<CommentRow>`
    select * from topics.comment where id = ${id} and company_id = ${companyId} for no key update`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

export async function getComment(db: TopicsDb, companyId: string, id: string): Promise<CommentRow> {
  const { rows } = await sql<CommentRow>`
    select * from topics.comment where id = ${id} and company_id = ${companyId}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

/** A condition on `c`: the caller moderates the comment by a grant for its author's organization, or the whole item. */
export function moderatedSql(caller: Caller, moderatesItem: boolean): RawBuilder<boolean> {
  if (moderatesItem || coversCompany(caller, MODERATION)) return sql<boolean>`true`
  const granted = caller.permissions.get(MODERATION) ?? []
  if (granted.length === 0) return sql<boolean>`false`
  return sql<boolean>`c.organization_id in ${organizationsBelowSql(granted)}`
}

export async function moderatesItem(db: Connection, caller: Caller, kind: ItemKind, id: string): Promise<boolean> {
  return coversCompany(caller, MODERATION) || ((await kind.mayModerate?.(db, caller, id)) ?? false)
}

/** A condition on `c`: a decision about a case has removed it. */
export const removedByCaseSql = ({ companyId }: Pick<Caller, 'companyId'>): RawBuilder<boolean> =>
  removedByDecisionSql(
    { companyId, businessType: commentBusinessType },
    { id: sql.ref('c.id'), removedAt: sql.ref('c.removed_at') },
  )

/** What a reader's statement selects of `c`. */
export function readColumns(caller: Caller, moderated: RawBuilder<boolean>): RawBuilder<ReadRow> {
  return sql<ReadRow>`c.*, ${moderated} as moderated,
    (c.removed = 'moderator' and (${moderatedSql(caller, false)} or (${moderated} and not ${removedByCaseSql(caller)}))) as restorable,
    exists (select from topics.comment_like l where l.comment_id = c.id and l.member_id = ${caller.memberId}) as liked,
    (select member_id from topics.comment a where a.id = c.replied_to_id) as replied_to_member_id,
    (select jsonb_build_object('id', a.id, 'content', case when a.removed is null then left(a.content, ${QUOTED_LENGTH}::int) else '' end,
      'memberId', case when a.removed is null then a.member_id end)
      from topics.comment a where a.id = c.quoted_id) as quoted,
    array(select n.member_id from topics.mention n where n.comment_id = c.id order by n.member_id) as mentioned_ids`
}

/**
 * A condition on `c`: a comment that was removed keeps its place while somebody's answer stands under it; its author and
 * who moderates it see the place in any case.
 */
export function hasPlace(caller: Caller, moderated: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`(c.removed is null or c.reply_count > 0 or c.member_id = ${caller.memberId} or ${moderated}
    or exists (select from topics.comment a where a.replied_to_id = c.id and a.removed is null))`
}

export type Authors = ReadonlyMap<string, KnownMember>

export async function authorsOf(
  connection: Connection,
  caller: Caller,
  rows: readonly (Pick<ReadRow, 'member_id'> &
    Partial<Pick<ReadRow, 'replied_to_member_id' | 'quoted' | 'mentioned_ids'>>)[],
): Promise<Authors> {
  const ids = rows.flatMap((row) => [
    ...[row.member_id, row.replied_to_member_id ?? null, row.quoted?.memberId ?? null],
    ...(row.mentioned_ids ?? []),
  ])
  return membersByIds(
    connection,
    caller.companyId,
    ids.filter((id) => id !== null),
  )
}

export function authorOf(authors: Authors, memberId: string | null): Author {
  const member = memberId === null ? undefined : authors.get(memberId)
  if (!member) return null
  return {
    memberId: member.id,
    memberFullName: member.fullName,
    headPortrait: member.avatarPath,
    organizationName: member.organizationName,
  }
}

function mayRestore(row: ReadRow, caller: Caller, now: number): boolean {
  if (row.removed === 'moderator') return row.restorable && row.member_id !== caller.memberId
  const isFresh = row.removed_at !== null && now - row.removed_at <= UNDO_MS
  return row.removed === 'author' && row.member_id === caller.memberId && isFresh
}

const quotedOf = ({ quoted }: ReadRow, authors: Authors) =>
  quoted && { id: quoted.id, content: quoted.content, author: authorOf(authors, quoted.memberId) }

const mentionsOf = ({ mentioned_ids }: ReadRow, authors: Authors) =>
  mentioned_ids.flatMap((memberId) => {
    const member = authors.get(memberId)
    return member ? [{ memberId, name: member.fullName }] : []
  })

/** A comment or reply as the caller reads it. What was removed keeps its place, not its words. */
export function readReply(row: ReadRow, caller: Caller, authors: Authors, now: number): Reply {
  const isOwn = row.member_id === caller.memberId
  const isRemoved = row.removed !== null
  return {
    id: row.id,
    content: isRemoved ? '' : row.content,
    author: isRemoved && !isOwn && !row.moderated ? null : authorOf(authors, row.member_id),
    createTime: row.created_at,
    likeCount: row.like_count,
    liked: row.liked,
    removed: row.removed,
    removedReason: isOwn || row.moderated ? row.removed_reason : null,
    mayRemove: !isRemoved && (isOwn || row.moderated),
    mayRestore: mayRestore(row, caller, now),
    flagged: row.moderated && row.flagged,
    quoted: isRemoved ? null : quotedOf(row, authors),
    mentions: isRemoved ? [] : mentionsOf(row, authors),
    best: row.is_best && !isRemoved,
    repliedTo: row.replied_to_id
      ? { id: row.replied_to_id, author: authorOf(authors, row.replied_to_member_id) }
      : null,
  }
}

/** One comment as the caller reads it, after it was written. */
export async function readOne(
  connection: Connection,
  caller: Caller,
  id: string,
  { moderates, now }: { moderates: boolean; now: number },
): Promise<Reply> {
  const columns = readColumns(caller, moderatedSql(caller, moderates))
  const { rows } = await sql<ReadRow>`
    select ${columns} from topics.comment c where c.id = ${id} and c.company_id = ${caller.companyId}`.execute(
    topicsTables(connection),
  )
  const row = rows[0]
  if (!row) throw refuse(NOT_FOUND)
  return readReply(row, caller, await authorsOf(connection, caller, rows), now)
}
