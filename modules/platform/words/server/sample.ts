/** One row in every table of words, because the test of hostile input checks that no other company reaches it. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { wordsTables } from './db.ts'
import { defaultOptions } from './lexicon-cache.ts'
import { keyOf } from './words.ts'

interface Sample {
  readonly companyId: string
  readonly chief: { readonly id: string }
  readonly marker: string
  readonly now: number
}

export async function buildSample(connection: Connection, { companyId, chief, marker, now }: Sample): Promise<void> {
  const db = wordsTables(connection)
  const row = { id: uuid(), company_id: companyId, updated_by: chief.id, updated_at: now }
  const key = keyOf(marker)
  await db
    .insertInto('words.lexicon')
    .values({
      company_id: companyId,
      revision: uuid(),
      options: JSON.stringify(defaultOptions),
      updated_by: chief.id,
      updated_at: now,
    })
    .execute()
  await db
    .insertInto('words.word')
    .values({ ...row, word: marker, key, category: marker.slice(0, 20) })
    .execute()
  await db
    .insertInto('words.phrase')
    .values({ ...row, id: uuid(), phrase: marker, key })
    .execute()
}
