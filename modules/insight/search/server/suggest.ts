/** What is offered while somebody types. */
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { inTransaction } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import type { Suggestions } from '../contract/searching.ts'
import { suggestedMax } from '../contract/searching.ts'
import type { SearchDb } from './db.ts'
import { plannedForWordsSql } from './hits.ts'
import { openDocumentSql, searchKind } from './kinds.ts'
import { recentSearches } from './log.ts'
import { neededSounds, soundingAlike } from './pinyin.ts'
import { marksOrPairs, neededOf, parseQuery } from './query.ts'
import { companyWord, keyOf, quoted } from './words.ts'

type Suggested = Static<typeof Suggestions>

const candidatesMax = 200

interface TitleRow {
  readonly kind: string
  readonly id: string
  readonly title: string
  readonly link: string
}

async function findTitles(db: SearchDb, typed: string, { caller, now }: Context): Promise<TitleRow[]> {
  const parsed = parseQuery(typed)
  if (parsed.terms.length === 0) return []
  const { companyId } = caller
  const kinds = searchKind.all()
  const needed = neededOf({ companyId, parsed, synonyms: new Map() })
  const company = quoted(companyWord(companyId))
  const { syllables, initials } = neededSounds(parsed.key)
  const by = (column: string, query: string) => sql`(select d.id from search.document d
    where d.company_id = ${companyId} and ${sql.ref(`d.${column}`)} @@ ${`${company} & (${query})`}::text::tsquery
    order by d.heat desc, d.id limit ${candidatesMax}::int)`
  const sources = [
    by('head_words', needed.title),
    ...(syllables === '' ? [] : [by('pinyin', syllables)]),
    ...(initials === '' ? [] : [by('initials', initials)]),
  ]
  await plannedForWordsSql.execute(db)
  const { rows } = await sql<TitleRow>`
    with candidate as materialized (${sql.join(sources, sql` union `)})
    select d.kind, d.item_id as id, d.title, d.link from candidate join search.document d on d.id = candidate.id
    where ${openDocumentSql(caller, kinds, now)}
    order by starts_with(d.title_key, ${needed.key}) desc, strpos(d.title_key, ${needed.key}) > 0 desc, d.heat desc,
      length(d.title), d.id limit ${suggestedMax}::int`.execute(db)
  return rows
}

async function hotWords(db: SearchDb, companyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('search.hot_word')
    .select('text')
    .where('company_id', '=', companyId)
    .where('is_hidden', '=', false)
    .orderBy('count', 'desc')
    .orderBy('key')
    .limit(suggestedMax)
    .execute()
  return rows.map(({ text }) => text)
}

export async function suggest(db: SearchDb, typed: string, context: Context): Promise<Suggested> {
  const key = keyOf(typed)
  const kinds = new Map(searchKind.all().map(({ kind, label }) => [kind, label]))
  const titles = key === '' ? [] : await inTransaction(db, (own) => findTitles(own, typed, context))
  return {
    recent: await recentSearches(db, context.caller, key),
    hot: key === '' ? await hotWords(db, context.caller.companyId) : [],
    titles: titles.map(({ title, ...row }) => {
      const marks = marksOrPairs(
        title,
        parseQuery(typed).terms.map((term) => term.key),
      )
      const alike = marks.length > 0 ? undefined : soundingAlike(title, key)
      return { ...row, title, kindName: kinds.get(row.kind)?.[context.language] ?? '', marks: alike ? [alike] : marks }
    }),
  }
}
