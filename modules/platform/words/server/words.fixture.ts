/** Builders of sensitive words, for tests and demo data. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { WordLevel } from '../contract.ts'
import { wordsTables } from './db.ts'
import { defaultOptions } from './lexicon-cache.ts'
import { keyOf } from './words.ts'

export interface BuiltWords {
  readonly companyId: string
  readonly by: string
  readonly words: readonly (
    | string
    | { readonly word: string; readonly category?: string; readonly level?: WordLevel }
  )[]
  readonly phrases?: readonly string[]
  readonly now: number
}

/** Gives words and phrases to a company that has none. */
export async function buildWords(connection: Connection, input: BuiltWords): Promise<void> {
  const { companyId, by, words, phrases = [], now } = input
  const db = wordsTables(connection)
  const common = { company_id: companyId, updated_by: by, updated_at: now }
  await db
    .insertInto('words.lexicon')
    .values({ ...common, revision: uuid(), options: JSON.stringify(defaultOptions) })
    .execute()
  const rows = words.map((one) => (typeof one === 'string' ? { word: one } : one))
  if (rows.length > 0)
    await db
      .insertInto('words.word')
      .values(
        rows.map(({ word, category = '', level = 'refuse' }) => {
          return { ...common, id: uuid(), word, key: keyOf(word), category, level }
        }),
      )
      .execute()
  if (phrases.length > 0)
    await db
      .insertInto('words.phrase')
      .values(phrases.map((phrase) => ({ ...common, id: uuid(), phrase, key: keyOf(phrase) })))
      .execute()
}
