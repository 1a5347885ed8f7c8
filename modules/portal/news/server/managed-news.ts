/** News as administrators write, publish and take it back. */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { cleanRichText, plainText } from '#modules/content/catalog/server.ts'
import { fileById, ownsFile } from '#modules/platform/files/server.ts'
import {
  assertAudiences,
  covers,
  grantedOrganizations,
  membersByIds,
  namedAudiences,
  organizationNames,
  organizationsBelowSql,
} from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import type { Context } from '#server/module.ts'
import { managesNews } from '../contract/access.ts'
import { NEWS_CHANGED, NEWS_PERIOD } from '../contract/codes.ts'
import { type ManagedNews, type ManagedNewsRow, type NewsStatus, type news, newsViews } from '../contract.ts'
import type { NewsDb } from './db.ts'
import { actionsOf, assertAllowed, statusOf } from './news.transitions.ts'
import type { DB } from './tables.ts'

type NewsRecord = Selectable<DB['news.article']>
type NewsInput = Input<typeof news.createNews>['body']

const { permission } = managesNews
export const coverPathOf = (fileId: string | null) => (fileId === null ? null : `files/${fileId}`)

/** Whether the caller manages the news of the organization in the column `a.organization_id`. */
const managedSql = (caller: Caller): RawBuilder<boolean> =>
  sql`a.organization_id in ${organizationsBelowSql(grantedOrganizations(caller, permission))}`

/** As `statusOf`, in a statement. */
const statusSql = (now: number): RawBuilder<NewsStatus> => sql`case when a.status <> 'published' then a.status
  when a.published_at > ${now}::bigint then 'scheduled'
  when a.expires_at <= ${now}::bigint then 'expired' else 'published' end`

type ListedRow = Pick<
  NewsRecord,
  | 'id'
  | 'title'
  | 'cover_file_id'
  | 'organization_id'
  | 'audiences'
  | 'is_pinned'
  | 'author_id'
  | 'published_at'
  | 'expires_at'
  | 'updated_at'
  | 'revision'
> & { readonly shown_status: NewsStatus; readonly read_count: number }

export async function listManagedNews(
  db: NewsDb,
  query: Input<typeof news.managedNews>['query'],
  { caller, now, language }: Context,
) {
  const { companyId } = caller
  const all = sql`from news.article a where a.company_id = ${companyId} and ${managedSql(caller)}
    and ${containsSql(sql`a.title`, query.search)}`
  const { view = 'all' } = query
  const matching = view === 'all' ? all : sql`${all} and ${statusSql(now)} = ${view}`
  const page = await sqlPage<ListedRow>(db, query, {
    matching,
    rows: (window) => sql<ListedRow>`select a.id, a.title, a.cover_file_id, a.organization_id, a.audiences, a.is_pinned,
        a.author_id, a.published_at, a.expires_at, a.updated_at, a.revision, ${statusSql(now)} as shown_status,
        (select count(*)::int from news.receipt r where r.article_id = a.id) as read_count
      ${matching} order by a.updated_at desc, a.id desc ${window}`,
  })
  const { rows: counted } = await sql<{ status: string; count: number }>`
    select ${statusSql(now)} as status, count(*)::int as count ${all} group by 1`.execute(db)
  const rows = page.items
  const names = await organizationNames(db, companyId, [...new Set(rows.map((row) => row.organization_id))])
  const authors = await membersByIds(db, companyId, [...new Set(rows.map((row) => row.author_id))])
  const named = await namedAudiences(db, companyId, [...new Set(rows.flatMap((row) => row.audiences))], language)
  const items = rows.map(
    (row): ManagedNewsRow => ({
      ...{ id: row.id, title: row.title, coverPath: coverPathOf(row.cover_file_id), isPinned: row.is_pinned },
      organizationName: names.get(row.organization_id) ?? '',
      audiences: row.audiences.flatMap((key) => named(key) ?? []),
      status: row.shown_status,
      authorName: authors.get(row.author_id)?.fullName ?? '',
      ...{ publishedAt: row.published_at, expiresAt: row.expires_at, updatedAt: row.updated_at },
      ...{ revision: row.revision, readCount: row.read_count, actions: actionsOf(row.shown_status) },
    }),
  )
  const byStatus = new Map(counted.map(({ status, count }) => [status, count]))
  const total = counted.reduce((sum, { count }) => sum + count, 0)
  const counts = Object.fromEntries(newsViews.map((key) => [key, key === 'all' ? total : (byStatus.get(key) ?? 0)]))
  return { items, recordCount: page.recordCount, counts }
}

/** An article of the caller's organizations; refused where another administrator has changed it meanwhile. */
async function recordOf(
  db: NewsDb,
  caller: Caller,
  id: string,
  { revision, isLocked = false }: { revision?: number; isLocked?: boolean },
): Promise<NewsRecord> {
  const { rows } = await sql<NewsRecord>`select a.* from news.article a
    where a.company_id = ${caller.companyId} and a.id = ${id} and ${managedSql(caller)}
    ${isLocked ? sql`for no key update` : sql``}`.execute(db)
  const record = rows[0]
  if (!record) throw refuse(NOT_FOUND)
  if (revision !== undefined && record.revision !== revision) throw refuse(NEWS_CHANGED, { revision: record.revision })
  return record
}

const lockForEdit = (db: NewsDb, caller: Caller, id: string, revision?: number) =>
  recordOf(db, caller, id, { isLocked: true, ...(revision !== undefined && { revision }) })

export async function getManagedNews(db: NewsDb, id: string, { caller, now }: Context): Promise<ManagedNews> {
  const row = await recordOf(db, caller, id, {})
  const status = statusOf(row, now)
  return {
    ...{ id, title: row.title, summary: row.summary, content: row.content, source: row.source },
    ...{ coverFileId: row.cover_file_id, coverPath: coverPathOf(row.cover_file_id) },
    ...{ organizationId: row.organization_id, audiences: row.audiences, isPinned: row.is_pinned },
    ...{ expiresAt: row.expires_at, publishedAt: row.published_at, revision: row.revision },
    ...{ status, actions: actionsOf(status) },
  }
}

/** A cover is a picture that the caller has uploaded, or the one that the article has already. */
async function assertCover(db: NewsDb, caller: Caller, fileId: string | null, known: string | null): Promise<void> {
  if (fileId === null || fileId === known) return
  const file = (await ownsFile(db, caller, fileId)) ? await fileById(db, caller.companyId, fileId) : undefined
  if (!file) throw refuse(NOT_FOUND)
  if (file.contentType.startsWith('image/')) return
  const fields = [{ path: 'coverFileId', rule: 'picture', message: 'must be a picture' }]
  throw refuse(INVALID_INPUT, { fields })
}

async function columnsOf(db: NewsDb, caller: Caller, input: NewsInput, knownCover: string | null) {
  const { companyId } = caller
  if (!(await covers(db, caller, permission, input.organizationId))) throw refuse(NOT_FOUND)
  await assertAudiences(db, companyId, input.audiences)
  await assertCover(db, caller, input.coverFileId, knownCover)
  const content = cleanRichText(input.content)
  const plain = plainText(content)
  const [title, summary, source] = [input.title.trim(), input.summary.trim(), input.source.trim()]
  await assertClean(db, companyId, { title, summary, source, content: plain })
  return {
    ...{ title, summary, source, content, plain, cover_file_id: input.coverFileId },
    ...{ organization_id: input.organizationId, audiences: [...input.audiences] },
    ...{ is_pinned: input.isPinned, expires_at: input.expiresAt },
  }
}

const factsOf = (row: Pick<NewsRecord, 'title' | 'summary' | 'source' | 'audiences' | 'is_pinned' | 'expires_at'>) => ({
  ...{ title: row.title, summary: row.summary, source: row.source, audiences: row.audiences },
  ...{ isPinned: row.is_pinned, expiresAt: row.expires_at },
})

export async function createNews(db: NewsDb, input: NewsInput, { caller, now, audit }: Context) {
  const columns = await columnsOf(db, caller, input, null)
  const id = uuid()
  await db
    .insertInto('news.article')
    .values({
      ...{ id, company_id: caller.companyId, ...columns, status: 'draft' },
      ...{ author_id: caller.memberId, updated_at: now },
    })
    .execute()
  audit({ type: 'news', id, name: columns.title, after: factsOf(columns) })
  return { id, revision: 0 }
}

async function update(db: NewsDb, record: NewsRecord, changes: Partial<NewsRecord>, now: number) {
  const revision = record.revision + 1
  await db
    .updateTable('news.article')
    .set({ ...changes, updated_at: now, revision })
    .where('id', '=', record.id)
    .execute()
  return { revision }
}

function assertPeriod(from: number | null, until: number | null): void {
  if (from !== null && until !== null && until <= from) throw refuse(NEWS_PERIOD)
}

export async function changeNews(
  db: NewsDb,
  id: string,
  { revision, ...input }: Input<typeof news.changeNews>['body'],
  { caller, now, audit }: Context,
) {
  const record = await lockForEdit(db, caller, id, revision)
  const columns = await columnsOf(db, caller, input, record.cover_file_id)
  if (record.status === 'published') assertPeriod(record.published_at, columns.expires_at)
  audit({ type: 'news', id, name: columns.title, before: factsOf(record), after: factsOf(columns) })
  return update(db, record, columns, now)
}

export async function publishNews(
  db: NewsDb,
  id: string,
  { revision, at }: Input<typeof news.publishNews>['body'],
  { caller, now, audit }: Context,
) {
  const record = await lockForEdit(db, caller, id, revision)
  assertAllowed(statusOf(record, now), 'publish')
  const publishedAt = Math.max(at ?? now, now)
  assertPeriod(publishedAt, record.expires_at)
  audit({
    ...{ type: 'news', id, name: record.title, before: { status: record.status } },
    after: { status: 'published', publishedAt },
  })
  return update(db, record, { status: 'published', published_at: publishedAt }, now)
}

export async function withdrawNews(
  db: NewsDb,
  id: string,
  { revision }: Input<typeof news.withdrawNews>['body'],
  { caller, now, audit }: Context,
) {
  const record = await lockForEdit(db, caller, id, revision)
  assertAllowed(statusOf(record, now), 'withdraw')
  audit({ type: 'news', id, name: record.title, before: { status: record.status }, after: { status: 'withdrawn' } })
  return update(db, record, { status: 'withdrawn' }, now)
}

export async function deleteNews(db: NewsDb, id: string, { caller, now, audit }: Context): Promise<void> {
  const record = await lockForEdit(db, caller, id)
  assertAllowed(statusOf(record, now), 'delete')
  await db.deleteFrom('news.article').where('id', '=', id).execute()
  audit({ type: 'news', id, name: record.title, before: { title: record.title, content: record.plain } })
}
