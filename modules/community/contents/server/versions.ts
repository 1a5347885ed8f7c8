/** The versions of a content, and the content as its author changes it. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { memberAccountsSql } from '#modules/community/community/server.ts'
import { topicsOf } from '#modules/content/topics/server.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import {
  type Chapter,
  type ContentType,
  contentBusinessType,
  type DraftFields,
  type EditedContent,
  type VersionState,
  type Visibility,
} from '../contract/shapes.ts'
import { captionsOfContent } from './captions.ts'
import { changesOf } from './changes.ts'
import type { ContentsDb } from './db.ts'
import { saveDraft } from './drafts.ts'
import { fieldsOfContent, namesOf, wholeFields } from './fields.ts'

const ofAccountSql = (caller: Caller) => sql`c.company_id = ${caller.companyId} and c.removed_at is null
  and c.account_id in ${memberAccountsSql(caller)}`

interface VersionRow {
  id: string
  number: number
  title: string
  state: VersionState
  at: number
  writtenBy: string | null
}

export async function listVersions(db: ContentsDb, caller: Caller, id: string) {
  const { rows } = await sql<VersionRow>`
    select v.id, v.number, v.title, v.state, v.written_at as at, v.written_by as "writtenBy"
    from contents.version v join contents.content c on c.id = v.content_id
    where v.content_id = ${id} and ${ofAccountSql(caller)} order by v.number desc limit 200`.execute(db)
  // A content has at least one version.
  if (rows.length === 0) throw refuse(NOT_FOUND)
  const writers = rows.flatMap(({ writtenBy }) => writtenBy ?? [])
  const members = await membersByIds(db, caller.companyId, writers)
  const items = rows.map(({ writtenBy, ...version }) => ({
    ...version,
    by: (writtenBy !== null && members.get(writtenBy)?.fullName) || '',
  }))
  return { items }
}

export async function getVersion(db: ContentsDb, caller: Caller, id: string) {
  const { rows } = await sql<{ id: string; number: number; title: string; html: string }>`
    select v.id, v.number, v.title, v.html from contents.version v join contents.content c on c.id = v.content_id
    where v.id = ${id} and ${ofAccountSql(caller)}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

/** The text of a version in a draft of a change; everything else stays as it is published now. */
export async function restoreVersion(
  db: ContentsDb,
  caller: Caller,
  { id, revision }: { readonly id: string; readonly revision: number },
  now: number,
): Promise<{ id: string; revision: number }> {
  const { rows } = await sql<{ contentId: string; title: string; html: string }>`
    select v.content_id as "contentId", v.title, v.html
    from contents.version v join contents.content c on c.id = v.content_id
    where v.id = ${id} and ${ofAccountSql(caller)}`.execute(db)
  const [version] = rows
  if (!version) throw refuse(NOT_FOUND)
  const { contentId, title, html } = version
  const { accountId, type, fields, draftId, revision: contentRevision } = await editedContent(db, caller, contentId)
  const saved = { contentId, accountId, type, revision, contentRevision, fields: { ...fields, title, html } }
  return saveDraft(db, caller, { ...saved, ...(draftId !== null && revision > 0 && { id: draftId }) }, now)
}

/** The fields of the change that is not published yet, which an author goes on with. */
async function fieldsOfChange(db: ContentsDb, contentId: string): Promise<DraftFields | undefined> {
  const { rows } = await sql<{ fields: unknown }>`
    select fields from contents.change where content_id = ${contentId}`.execute(db)
  return rows[0] && wholeFields(rows[0].fields)
}

interface EditedRow {
  id: string
  account_id: string
  type: number
  revision: number
  updated_at: number
  title: string
  html: string
  cover_file_id: string | null
  file_id: string | null
  chapters: Chapter[]
  source: string
  license: string
  comments_open: boolean
  visibility: number
  publish_at: number | null
  draft_id: string | null
}

/** Members of the account load it for a change (COMMUNITY-152); for others it is not there. */
export async function editedContent(db: ContentsDb, caller: Caller, id: string): Promise<EditedContent> {
  const { rows } = await sql<EditedRow>`
    select c.id, c.account_id, c.type, c.revision, c.updated_at, c.title, c.html, c.cover_file_id, c.file_id, c.chapters,
      c.source, c.license, c.comments_open, c.visibility, c.publish_at,
      (select d.id from contents.draft d where d.content_id = c.id and d.member_id = ${caller.memberId}) as draft_id
    from contents.content c where c.id = ${id} and ${ofAccountSql(caller)}`.execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  const topics = (await topicsOf(db, caller.companyId, contentBusinessType, [id])).get(id) ?? []
  const published: DraftFields = {
    title: row.title,
    html: row.html,
    coverFileId: row.cover_file_id,
    fileId: row.file_id,
    chapters: row.chapters,
    captions: await captionsOfContent(db, id),
    topicIds: topics.map((topic) => topic.id),
    source: row.source,
    license: row.license,
    commentsOpen: row.comments_open,
    visibility: row.visibility as Visibility,
    publishAt: row.publish_at,
    ...(await fieldsOfContent(db, id)),
  }
  const change = (await changesOf(db, [id])).get(id) ?? null
  const fields = (change && (await fieldsOfChange(db, id))) ?? published
  return {
    id,
    accountId: row.account_id,
    type: row.type as ContentType,
    revision: row.revision,
    updatedAt: row.updated_at,
    fields,
    names: await namesOf(db, caller.companyId, fields),
    draftId: row.draft_id,
    change,
  }
}
