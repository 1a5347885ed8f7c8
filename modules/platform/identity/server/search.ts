/** Typed text as patterns of `ilike`, its wildcards taken literally. */
import { type RawBuilder, sql } from 'kysely'

export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * Whether the column, whose words stand between spaces, contains the text. The index knows pieces of three characters,
 * so that two are looked for at the beginning or the end of a word, where Chinese names have no other place, and a single
 * one at the beginning: a family name. (It reads Chinese where the database's locale does, docs/operations.md.)
 */
export function matches(column: string, keyword: string): RawBuilder<boolean> {
  const text = keyword.trim()
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  const length = [...text].length
  if (length > 2) return sql`${sql.ref(column)} ilike ${`%${escaped}%`}`
  if (length === 1) return sql`${sql.ref(column)} ilike ${`% ${escaped}%`}`
  return sql`(${sql.ref(column)} ilike ${`% ${escaped}%`} or ${sql.ref(column)} ilike ${`%${escaped} %`})`
}
