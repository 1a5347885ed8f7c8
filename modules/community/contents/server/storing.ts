/** How a content is stored: its row, and what stands in tables of its own. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { placeInCircles } from '#modules/community/community/server.ts'
import { setTopics } from '#modules/content/topics/server.ts'
import { type ContentType, contentBusinessType, type DraftFields, TOPICS_MAX } from '../contract/shapes.ts'
import type { ContentsDb } from './db.ts'
import type { CheckedFields } from './fields.ts'
import { refusingTakenTitle, titleKey } from './titles.ts'

/** Who writes: the caller, or the author of a change that a moderator has approved. */
export type Writer = Pick<Caller, 'companyId' | 'memberId'>

export interface SavedContent {
  readonly id: string
  readonly accountId: string
  readonly organizationId: string
  readonly type: ContentType
  readonly fields: DraftFields
  readonly checked: Omit<CheckedFields, 'reviewWords'>
  readonly draftId: string | null
  readonly publishAt: number | null
  /** Readers see it when a moderator has agreed. */
  readonly waits: boolean
  /** Its authors have seen it like this since it was sent in: what they write on does not change now. */
  readonly isKnown?: boolean
}

const columnsOf = ({ fields, checked, publishAt, waits }: SavedContent, now: number) => ({
  review_state: waits ? 'waiting' : 'none',
  review_reason: null,
  title: checked.title,
  title_key: titleKey(checked.title),
  html: checked.html,
  plain_text: checked.plain,
  excerpt: checked.excerpt,
  cover_file_id: fields.coverFileId,
  file_id: fields.fileId,
  chapters: JSON.stringify(fields.chapters),
  source: fields.source.trim(),
  license: fields.license.trim(),
  comments_open: fields.commentsOpen,
  visibility: fields.visibility,
  publish_at: publishAt,
  updated_at: now,
})

export async function insertContent(db: ContentsDb, writer: Writer, saved: SavedContent, now: number): Promise<void> {
  await refusingTakenTitle(() =>
    db
      .insertInto('contents.content')
      .values({
        id: saved.id,
        company_id: writer.companyId,
        account_id: saved.accountId,
        organization_id: saved.organizationId,
        draft_id: saved.draftId,
        published_by: writer.memberId,
        type: saved.type,
        created_at: now,
        ...columnsOf(saved, now),
      })
      .execute(),
  )
}

export async function updateContent(db: ContentsDb, saved: SavedContent, now: number): Promise<void> {
  await refusingTakenTitle(() =>
    db
      .updateTable('contents.content')
      .set((e) => ({
        ...columnsOf(saved, now),
        ...(!saved.isKnown && { revision: e('revision', '+', 1) }),
        ...(saved.draftId !== null && { draft_id: saved.draftId }),
      }))
      .where('id', '=', saved.id)
      .execute(),
  )
}

/** What stands in tables of its own: organizations, circles, co-authors, topics. Answers the co-authors that are new. */
export async function storeParts(
  db: ContentsDb,
  writer: Writer,
  { id, fields }: Pick<SavedContent, 'id' | 'fields'>,
  now: number,
): Promise<{ readonly newCoauthorIds: readonly string[] }> {
  const { companyId } = writer
  const organizationIds = fields.visibility === 1 ? fields.organizationIds : []
  const circleIds = fields.visibility === 2 ? fields.circleIds : []
  await sql`
    with gone as (delete from contents.content_organization where content_id = ${id}
      and not organization_id = any(${organizationIds}::uuid[]))
    insert into contents.content_organization (content_id, organization_id, company_id)
    select ${id}, o.id, ${companyId} from unnest(${organizationIds}::uuid[]) as o (id) on conflict do nothing`.execute(
    db,
  )
  await sql`
    with gone as (delete from contents.content_circle where content_id = ${id}
      and not circle_id = any(${circleIds}::uuid[]))
    insert into contents.content_circle (content_id, circle_id, company_id)
    select ${id}, o.id, ${companyId} from unnest(${circleIds}::uuid[]) as o (id) on conflict do nothing`.execute(db)
  const newCoauthorIds = await storeCoauthors(db, companyId, id, fields.coAuthorIds)
  const { published_at: appearedAt } = await db
    .selectFrom('contents.content')
    .select('published_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await setTopics(db, {
    ...{ companyId, businessType: contentBusinessType, businessId: id, appearedAt },
    ...{ topicIds: fields.topicIds, topicsMax: TOPICS_MAX },
  })
  const placed = { businessType: contentBusinessType, businessId: id, circleIds: fields.circleIds }
  await placeInCircles(db, writer, placed, now)
  return { newCoauthorIds }
}

async function storeCoauthors(
  db: ContentsDb,
  companyId: string,
  id: string,
  memberIds: readonly string[],
): Promise<string[]> {
  await sql`delete from contents.coauthor
    where content_id = ${id} and not member_id = any(${[...memberIds]}::uuid[])`.execute(db)
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    insert into contents.coauthor (content_id, member_id, company_id, sort)
    select ${id}, w.id, ${companyId}, w.place from unnest(${[...memberIds]}::uuid[]) with ordinality as w (id, place)
    on conflict (content_id, member_id) do update set sort = excluded.sort
    returning member_id as id, (xmax = 0) as "isNew"`.execute(db)
  return rows.filter((row) => row.isNew).map((row) => row.id)
}

interface NewVersion {
  readonly contentId: string
  readonly title: string
  readonly html: string
  readonly state: 'published' | 'waiting'
}

/** Adds a version behind the last one. */
export async function addVersion(
  db: ContentsDb,
  { companyId, memberId }: Writer,
  { contentId, title, html, state }: NewVersion,
  now: number,
): Promise<string> {
  const id = uuid()
  await sql`
    with counted as (
      update contents.content set version_count = version_count + 1 where id = ${contentId} returning version_count
    )
    insert into contents.version (id, company_id, content_id, number, title, html, state, written_by, written_at)
    select ${id}, ${companyId}, ${contentId}, version_count, ${title}, ${html}, ${state}, ${memberId}, ${now}
    from counted`.execute(db)
  return id
}
