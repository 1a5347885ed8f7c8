/** The files that a content shows: its readers open them, and of what is meant for a few nobody else. */
import { sql } from 'kysely'
import { memberAccountsSql } from '#modules/community/community/server.ts'
import { fileIdsOf } from '#modules/content/catalog/server.ts'
import { filesOfOwner, grantedItem, restrictFiles, shownFiles } from '#modules/platform/files/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { DraftFields } from '../contract/shapes.ts'
import { type ContentsDb, contentsTables } from './db.ts'
import { isGated, isOneOpen } from './gates.ts'
import type { Writer } from './storing.ts'
import { moderatesSql, visibleContentSql } from './visible.ts'

interface NotedFiles {
  /** Of the content. */
  readonly id: string
  readonly fields: DraftFields
  readonly html: string
  /** Readers see the text; false for a change that waits for its review. */
  readonly isPublished: boolean
}

/**
 * Notes the files of a text and its cover. Only what the writer has uploaded counts, or what stood there before: naming the id of a
 * file opens it to nobody. Of a content for a few they open by the content alone from now on. What an earlier version shows stays.
 */
export async function noteFiles(
  db: ContentsDb,
  writer: Writer,
  { id, fields, html, isPublished }: NotedFiles,
): Promise<void> {
  const { companyId } = writer
  const isForAll = fields.visibility === 0
  const isKept = !isForAll || (await isGated(db, companyId, id))
  // Its readers are granted the video or file by the content.
  if (isKept && fields.fileId !== null) await restrictFiles(db, companyId, [fields.fileId])
  const named = [...fileIdsOf(html), ...(fields.coverFileId === null ? [] : [fields.coverFileId])]
  if (named.length === 0) return
  const own = await filesOfOwner(db, writer, named)
  await sql`insert into contents.content_file (content_id, file_id, company_id, is_published)
    select ${id}, f.id, ${companyId}, false from unnest(${[...own]}::uuid[]) as f (id) on conflict do nothing`.execute(
    db,
  )
  if (isPublished)
    await sql`update contents.content_file set is_published = true
      where content_id = ${id} and file_id = any(${named}::uuid[])`.execute(db)
  if (!isKept) return
  // The cover of what is sold stands in lists that everybody reads.
  const closed = isForAll ? named.filter((fileId) => fileId !== fields.coverFileId) : named
  const { rows } = await sql<{ id: string }>`select file_id as id from contents.content_file
    where content_id = ${id} and file_id = any(${closed}::uuid[])`.execute(db)
  await restrictFiles(
    db,
    companyId,
    rows.map((row) => row.id),
  )
}

/** Contents that begin to be sold: their pictures, videos and files open by them alone from now on. The covers stay in the lists. */
export async function restrictContents(
  connection: Connection,
  companyId: string,
  contentIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select f.file_id as id from contents.content_file f join contents.content c on c.id = f.content_id
    where c.id = any(${[...contentIds]}::uuid[]) and c.company_id = ${companyId}
      and f.file_id is distinct from c.cover_file_id
    union select c.file_id from contents.content c
    where c.id = any(${[...contentIds]}::uuid[]) and c.company_id = ${companyId} and c.file_id is not null`.execute(
    contentsTables(connection),
  )
  await restrictFiles(
    connection,
    companyId,
    rows.map((row) => row.id),
  )
}

/** A picture in so many contents is looked for in these alone. */
const showingMax = 20

export const filesOfContents = shownFiles({
  async isShown(connection, caller, fileId, now) {
    const { rows } = await sql<{ id: string; isOpen: boolean }>`
      with found as (select c.id, c.cover_file_id = ${fileId} is true as is_cover,
        c.account_id in ${memberAccountsSql(caller)} or ${moderatesSql(caller)} as is_own,
        f.is_published and ${visibleContentSql(caller, 'c')} as is_visible
      from contents.content_file f join contents.content c on c.id = f.content_id where f.file_id = ${fileId})
      select id, is_own or is_cover as "isOpen" from found where is_own or is_visible
      order by is_own or is_cover desc limit ${showingMax}`.execute(contentsTables(connection))
    if (rows.length === 0) return false
    const ids = rows.map(({ id }) => id)
    return rows.some(({ isOpen }) => isOpen) || isOneOpen(connection, caller, ids, now)
  },
})

/** Whoever loses every column in which a content stands loses what was granted of it. */
export const grantsOfContents = grantedItem({
  kind: 'content',
  isOpen: (connection, caller, id, now) => isOneOpen(connection, caller, [id], now),
})
