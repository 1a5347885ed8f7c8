/** The search for members by what is typed. */
import { type RawBuilder, sql } from 'kysely'
import { contains } from '#server/db/search.ts'

/**
 * Whether the column, whose words stand between spaces, contains the text. The index knows pieces of three characters,
 * so that two are looked for at the beginning or the end of a word, where Chinese names have no other place, and a single
 * one at the beginning: a family name. (It reads Chinese where the database's locale does, docs/operations.md.)
 */
export function matches(column: string, keyword: string): RawBuilder<boolean> {
  const text = keyword.trim()
  const length = [...text].length
  if (length > 2) return sql`${sql.ref(column)} ilike ${contains(text)}`
  if (length === 1) return sql`${sql.ref(column)} ilike ${contains(` ${text}`)}`
  return sql`(${sql.ref(column)} ilike ${contains(` ${text}`)} or ${sql.ref(column)} ilike ${contains(`${text} `)})`
}
