/** Help articles as administrators write, order and publish them. */
import { type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { cleanRichText, plainText } from '#modules/content/catalog/server.ts'
import { assertAudiences, namedAudiences } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { Context } from '#server/module.ts'
import { type ArticleState, articlesMax, type ManagedArticle, type ManagedArticleRow } from '../contract/articles.ts'
import { ARTICLE_CHANGED, ARTICLE_PUBLISHED, HELP_FULL } from '../contract/codes.ts'
import type { help } from '../contract.ts'
import type { HelpDb } from './db.ts'
import { lockHelp } from './directories.ts'
import type { DB } from './tables.ts'

type ArticleRecord = Selectable<DB['help.article']>
type ArticleInput = Input<typeof help.addArticle>['body']

const stateOf = (row: { is_published: boolean }): ArticleState => (row.is_published ? 'published' : 'draft')

interface ListedRow extends Omit<ManagedArticleRow, 'audiences' | 'state'> {
  readonly audiences: readonly string[]
  readonly is_published: boolean
}

export async function listManagedArticles(
  db: HelpDb,
  query: Input<typeof help.managedArticles>['query'],
  { caller, language }: Context,
) {
  const ofDirectory = query.directoryId === undefined ? sql`true` : sql`a.directory_id = ${query.directoryId}`
  const ofState = query.state === undefined ? sql`true` : sql`a.is_published = ${query.state === 'published'}`
  const directoryName = language === 'en' ? sql`coalesce(nullif(d.name_en, ''), d.name_cn)` : sql`d.name_cn`
  const matching = sql`from help.article a join help.directory d on d.id = a.directory_id
    where a.company_id = ${caller.companyId} and ${ofDirectory} and ${ofState}
      and ${containsWordsSql(sql`(a.title_cn || ' ' || a.title_en)`, query.search)}`
  const votes = (isHelpful: boolean) =>
    sql`(select count(*)::int from help.vote v where v.article_id = a.id and v.is_helpful = ${isHelpful})`
  const page = await sqlPage<ListedRow>(db, query, {
    matching,
    rows: (window) => sql<ListedRow>`select a.id, a.title_cn as "titleCn", a.title_en as "titleEn",
        a.directory_id as "directoryId", ${directoryName} as "directoryName", a.audiences, a.is_published,
        ${votes(true)} as "helpfulCount", ${votes(false)} as "notHelpfulCount", a.updated_at as "updatedAt"
      ${matching} order by d.position, a.position, a.id ${window}`,
  })
  const keys = [...new Set(page.items.flatMap(({ audiences }) => audiences))]
  const named = await namedAudiences(db, caller.companyId, keys, language)
  const items = page.items.map(
    ({ is_published, audiences, ...row }): ManagedArticleRow => ({
      ...row,
      audiences: audiences.flatMap((key) => named(key) ?? []),
      state: stateOf({ is_published }),
    }),
  )
  return { items, recordCount: page.recordCount }
}

async function recordOf(db: HelpDb, companyId: string, id: string, isLocked: boolean): Promise<ArticleRecord> {
  let found = db.selectFrom('help.article').selectAll().where('company_id', '=', companyId).where('id', '=', id)
  if (isLocked) found = found.forNoKeyUpdate()
  const record = await found.executeTakeFirst()
  if (!record) throw refuse(NOT_FOUND)
  return record
}

export async function getManagedArticle(db: HelpDb, id: string, { caller }: Context): Promise<ManagedArticle> {
  const row = await recordOf(db, caller.companyId, id, false)
  return {
    ...{ id, directoryId: row.directory_id, titleCn: row.title_cn, titleEn: row.title_en },
    ...{ contentCn: row.content_cn, contentEn: row.content_en, audiences: row.audiences, paths: row.paths },
    ...{ state: stateOf(row), revision: row.revision },
  }
}

async function columnsOf(db: HelpDb, companyId: string, input: ArticleInput) {
  const directory = await db
    .selectFrom('help.directory')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', input.directoryId)
    .forKeyShare()
    .executeTakeFirst()
  if (!directory) throw refuse(NOT_FOUND)
  await assertAudiences(db, companyId, input.audiences)
  const [contentCn, contentEn] = [cleanRichText(input.contentCn), cleanRichText(input.contentEn)]
  const [plainCn, plainEn] = [plainText(contentCn), plainText(contentEn)]
  const { titleCn, titleEn } = input
  await assertClean(db, companyId, { titleCn, titleEn, contentCn: plainCn, contentEn: plainEn })
  return {
    ...{ directory_id: input.directoryId, title_cn: titleCn, title_en: titleEn },
    ...{ content_cn: contentCn, content_en: contentEn, plain_cn: plainCn, plain_en: plainEn },
    ...{ audiences: [...input.audiences], paths: [...input.paths] },
  }
}

const factsOf = ({ titleCn, titleEn, directoryId, audiences, paths }: ArticleInput) => ({
  ...{ titleCn, titleEn, directoryId, audiences, paths },
})

export async function addArticle(db: HelpDb, input: ArticleInput, { caller, now, audit }: Context) {
  const { companyId, memberId } = caller
  await lockHelp(db, companyId)
  const columns = await columnsOf(db, companyId, input)
  const { count, last } = await db
    .selectFrom('help.article')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(max(position), 0)`.as('last')])
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  if (count >= articlesMax) throw refuse(HELP_FULL, { max: articlesMax })
  const id = uuid()
  await db
    .insertInto('help.article')
    .values({ id, company_id: companyId, ...columns, position: last + 1, author_id: memberId, updated_at: now })
    .execute()
  audit({ type: 'help-article', id, name: input.titleCn, after: factsOf(input) })
  return { id, revision: 0 }
}

export async function changeArticle(
  db: HelpDb,
  id: string,
  { revision, ...input }: Input<typeof help.changeArticle>['body'],
  { caller, now, audit }: Context,
) {
  const record = await recordOf(db, caller.companyId, id, true)
  if (record.revision !== revision) throw refuse(ARTICLE_CHANGED, { revision: record.revision })
  const columns = await columnsOf(db, caller.companyId, input)
  await db
    .updateTable('help.article')
    .set({ ...columns, updated_at: now, revision: revision + 1 })
    .where('id', '=', id)
    .execute()
  const before = {
    ...{ titleCn: record.title_cn, titleEn: record.title_en, directoryId: record.directory_id },
    ...{ audiences: record.audiences, paths: record.paths },
  }
  audit({ type: 'help-article', id, name: input.titleCn, before, after: factsOf(input) })
  return { revision: revision + 1 }
}

export async function setArticleState(db: HelpDb, id: string, state: ArticleState, { caller, audit }: Context) {
  const record = await recordOf(db, caller.companyId, id, true)
  await db
    .updateTable('help.article')
    .set({ is_published: state === 'published' })
    .where('id', '=', id)
    .execute()
  audit({ type: 'help-article', id, name: record.title_cn, before: { state: stateOf(record) }, after: { state } })
  return {}
}

export async function deleteArticle(db: HelpDb, id: string, { caller, audit }: Context) {
  const record = await recordOf(db, caller.companyId, id, true)
  if (record.is_published) throw refuse(ARTICLE_PUBLISHED)
  await db.deleteFrom('help.article').where('id', '=', id).execute()
  audit({
    type: 'help-article',
    id,
    name: record.title_cn,
    before: { title: record.title_cn, content: record.plain_cn },
  })
  return {}
}
