/** The files that a content shows: its readers open them, and of what is meant for a few nobody else. */
import { sql } from 'kysely'
import { memberAccountsSql } from '#modules/community/community/server.ts'
import { fileIdsOf } from '#modules/content/catalog/server.ts'
import { filesOfOwner, restrictFiles, shownFiles } from '#modules/platform/files/server.ts'
import type { DraftFields } from '../contract/shapes.ts'
import { type ContentsDb, contentsTables } from './db.ts'
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
  // Its readers are granted the video or file by the content.
  if (fields.visibility !== 0 && fields.fileId !== null) await restrictFiles(db, companyId, [fields.fileId])
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
  if (fields.visibility === 0) return
  const { rows } = await sql<{ id: string }>`select file_id as id from contents.content_file
    where content_id = ${id} and file_id = any(${named}::uuid[])`.execute(db)
  await restrictFiles(
    db,
    companyId,
    rows.map((row) => row.id),
  )
}

export const filesOfContents = shownFiles({
  async isShown(connection, caller, fileId) {
    const { rows } = await sql`select from contents.content_file f join contents.content c on c.id = f.content_id
      where f.file_id = ${fileId} and (f.is_published and ${visibleContentSql(caller, 'c')}
        or c.account_id in ${memberAccountsSql(caller)} or ${moderatesSql(caller)}) limit 1`.execute(
      contentsTables(connection),
    )
    return rows.length > 0
  },
})
