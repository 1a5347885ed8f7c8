/** The search for members by typed text. */
import { type RawBuilder, sql } from 'kysely'
import { contains } from '#server/db/search.ts'

/**
 * Whether the column, whose words are separated by spaces, contains the text. The index consists of trigrams. Two
 * characters are therefore searched at the start or the end of a word, which is enough for Chinese names. A single
 * character is searched at the start, as a family name. (The locale of the database must support Chinese, see
 * docs/operations.md.)
 */
export function matches(column: string, keyword: string): RawBuilder<boolean> {
  const text = keyword.trim()
  const length = [...text].length
  if (length > 2) return sql`${sql.ref(column)} ilike ${contains(text)}`
  if (length === 1) return sql`${sql.ref(column)} ilike ${contains(` ${text}`)}`
  return sql`(${sql.ref(column)} ilike ${contains(` ${text}`)} or ${sql.ref(column)} ilike ${contains(`${text} `)})`
}
