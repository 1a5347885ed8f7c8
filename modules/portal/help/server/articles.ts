/** Help articles as members read them: only those of their audiences, by id too (SYSTEM-247). */
import { type RawBuilder, sql } from 'kysely'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { audiencesOfSql } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { Context } from '#server/module.ts'
import type { HelpArticleRow, HelpDirectory } from '../contract/articles.ts'
import type { help } from '../contract.ts'
import type { HelpDb } from './db.ts'

type Reader = Pick<Context, 'caller' | 'language'>

/** The text in the caller's language where there is one. */
const inLanguage = (language: string, column: string): RawBuilder<string> =>
  language === 'en'
    ? sql<string>`coalesce(nullif(a.${sql.ref(`${column}_en`)}, ''), a.${sql.ref(`${column}_cn`)})`
    : sql<string>`a.${sql.ref(`${column}_cn`)}`

const directoryNameSql = (language: string, alias: string): RawBuilder<string> =>
  language === 'en'
    ? sql<string>`coalesce(nullif(${sql.ref(`${alias}.name_en`)}, ''), ${sql.ref(`${alias}.name_cn`)})`
    : sql<string>`${sql.ref(`${alias}.name_cn`)}`

/** `from … where …`: the articles for the caller, `a`, with their directory, `d`. */
function readableSql({ caller }: Reader): RawBuilder<unknown> {
  return sql`from help.article a join help.directory d on d.id = a.directory_id
    where a.company_id = ${caller.companyId} and a.is_published and a.audiences && ${audiencesOfSql(caller)}`
}

const excerptLength = 240

/** What is cut off ends with “…”, so that nobody reads half a word as the end. */
function excerptSql(plain: RawBuilder<string>): RawBuilder<string> {
  return sql`case when char_length(${plain}) > ${excerptLength}::int then left(${plain}, ${excerptLength}::int) || '…' else ${plain} end`
}

export async function listArticles(db: HelpDb, query: Input<typeof help.helpArticles>['query'], reader: Reader) {
  const { directoryId, search, path } = query
  const ofDirectory = directoryId === undefined ? sql`true` : sql`a.directory_id = ${directoryId}`
  const ofPath =
    path === undefined
      ? sql`true`
      : sql`exists (select from unnest(a.paths) p where p = ${path} or starts_with(${path}, p || '/'))`
  const searched = sql`(a.title_cn || ' ' || a.title_en || ' ' || a.plain_cn || ' ' || a.plain_en)`
  const matching = sql`${readableSql(reader)} and ${ofDirectory} and ${ofPath} and ${containsWordsSql(searched, search)}`
  const inTitle = search?.trim()
    ? sql`${containsWordsSql(sql`(a.title_cn || ' ' || a.title_en)`, search)} desc,`
    : sql``
  const page = await sqlPage<HelpArticleRow>(db, query, {
    matching,
    rows: (window) => sql<HelpArticleRow>`select a.id, ${inLanguage(reader.language, 'title')} as title,
        ${excerptSql(inLanguage(reader.language, 'plain'))} as excerpt, a.directory_id as "directoryId",
        ${directoryNameSql(reader.language, 'd')} as "directoryName", a.updated_at as "updatedAt"
      ${matching} order by ${inTitle} d.position, a.position, a.id ${window}`,
  })
  return page
}

/** Directories without anything for the caller are left out; those on the way to one are not. */
export async function listDirectories(db: HelpDb, reader: Reader): Promise<{ items: HelpDirectory[] }> {
  const { rows } = await sql<HelpDirectory>`
    with recursive counted as (select a.directory_id, count(*)::int as count ${readableSql(reader)} group by a.directory_id),
    shown as (select d.id, d.parent_id from help.directory d join counted on counted.directory_id = d.id
      union select d.id, d.parent_id from help.directory d join shown on shown.parent_id = d.id)
    select d.id, ${directoryNameSql(reader.language, 'd')} as name, d.parent_id as "parentId",
      coalesce(counted.count, 0) as "articleCount"
    from help.directory d left join counted on counted.directory_id = d.id
    where d.company_id = ${reader.caller.companyId} and d.id in (select id from shown)
    order by d.position, d.id`.execute(db)
  return { items: rows }
}

export async function getArticle(db: HelpDb, id: string, reader: Reader) {
  const { caller, language } = reader
  const votes = sql`(select count(*)::int from help.vote v where v.article_id = a.id and v.is_helpful)`
  const { rows } = await sql<
    HelpArticleRow & { content: string; language: 'cn' | 'en'; isHelpful: boolean | null; helpfulCount: number }
  >`select a.id, ${inLanguage(language, 'title')} as title, ${inLanguage(language, 'content')} as content,
      case when ${language} = 'en' and a.title_en <> '' then 'en' else 'cn' end as language,
      a.directory_id as "directoryId", ${directoryNameSql(language, 'd')} as "directoryName", a.updated_at as "updatedAt",
      (select v.is_helpful from help.vote v where v.article_id = a.id and v.member_id = ${caller.memberId}) as "isHelpful",
      ${votes} as "helpfulCount"
    ${readableSql(reader)} and a.id = ${id}`.execute(db)
  const [article] = rows
  if (!article) throw refuse(NOT_FOUND)
  return article
}

/** A vote is kept apart from its article: many members vote at the same time, and none of them waits for another. */
export async function voteArticle(db: HelpDb, id: string, isHelpful: boolean | null, context: Context) {
  const { caller, now } = context
  const { rows } = await sql<{ id: string }>`select a.id ${readableSql(context)} and a.id = ${id}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  if (isHelpful === null)
    await db.deleteFrom('help.vote').where('article_id', '=', id).where('member_id', '=', caller.memberId).execute()
  else
    await sql`insert into help.vote (article_id, member_id, company_id, is_helpful, voted_at)
      values (${id}, ${caller.memberId}, ${caller.companyId}, ${isHelpful}, ${now})
      on conflict (article_id, member_id) do update set is_helpful = excluded.is_helpful, voted_at = excluded.voted_at`.execute(
      db,
    )
  return {}
}
