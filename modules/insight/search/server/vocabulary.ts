/** Synonyms and words of the company, as a search reads them: only those that stand in what was typed. */
import { sql } from 'kysely'
import { searchWordLengthMax } from '../contract/managing.ts'
import type { SearchDb } from './db.ts'
import { partsOf } from './query.ts'

/** The synonyms of what stands in the texts, by the word that stands there. One statement, by an index. */
export async function synonymsOf(
  db: SearchDb,
  companyId: string,
  texts: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const parts = [...new Set(texts.flatMap((text) => partsOf(text, searchWordLengthMax)))]
  if (parts.length === 0) return new Map()
  const { rows } = await sql<{ key: string; others: string[] }>`
    select s.key, array(select o.key from search.synonym o where o.group_id = s.group_id and o.key <> s.key order by o.key) as others
    from search.synonym s where s.company_id = ${companyId} and s.key = any(${parts}::text[])
    order by length(s.key) desc, s.key`.execute(db)
  return new Map(rows.map(({ key, others }) => [key, others]))
}

export async function dictionaryWordsIn(db: SearchDb, companyId: string, text: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from search.dictionary_word where company_id = ${companyId}
      and key = any(${partsOf(text, searchWordLengthMax)}::text[]) order by length(key) desc, key`.execute(db)
  return rows.map(({ key }) => key)
}
