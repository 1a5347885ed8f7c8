/** Typed text as conditions of `like`: the wildcards in it stand for themselves. */
import { type RawBuilder, sql } from 'kysely'

/** The pattern of `like` or `ilike`, in Kysely or in SQL written by hand, that finds the text anywhere. */
export function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Whether the column contains the typed text, in any letter case. Nothing typed matches every row. */
export function containsSql(column: RawBuilder<unknown>, typed: string | undefined): RawBuilder<boolean> {
  const text = typed?.trim() ?? ''
  return text === '' ? sql`true` : sql`${column} ilike ${contains(text)}`
}

const wordsMax = 5

/** Whether the column contains each word of the typed text, in any order and letter case. */
export function containsWordsSql(column: RawBuilder<unknown>, typed: string | undefined): RawBuilder<boolean> {
  const words = (typed ?? '').split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return sql`true`
  return sql`${column} ilike all(${words.slice(0, wordsMax).map(contains)}::text[])`
}
