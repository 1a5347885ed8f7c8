/**
 * The built lexicon of each company. Every process builds its own and keeps it as long as the revision in the database is
 * the one that it was built from: one look at a primary key a call, and no process ever searches for yesterday's words.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import type { WordOptions } from '../contract.ts'
import { type WordsDb, wordsTables } from './db.ts'
import { Lexicon, type LexiconWord } from './lexicon.ts'

export const defaultOptions: WordOptions = {
  compatibleForms: true,
  invisible: true,
  upperCase: true,
  traditional: true,
  separators: 'all',
  wholeLatinWords: true,
  pinyinInitialsFrom: 0,
  pinyin: false,
}

/** Companies whose lexicon is kept in memory at a time; some megabytes each at ten thousand words. */
const KEPT_MAX = 50

interface Kept {
  readonly revision: string
  readonly lexicon: Lexicon
}

const kept = new Map<string, Kept>()
const empty = new Lexicon([], [], defaultOptions)

async function build(db: WordsDb, companyId: string, options: WordOptions): Promise<Lexicon> {
  const words = await db
    .selectFrom('words.word')
    .select(['word', 'category', 'level'])
    .where('company_id', '=', companyId)
    .where('enabled', '=', true)
    .execute()
  const phrases = await db.selectFrom('words.phrase').select('phrase').where('company_id', '=', companyId).execute()
  return new Lexicon(
    words as LexiconWord[],
    phrases.map(({ phrase }) => phrase),
    options,
  )
}

/** The lexicon of the company as it stands in the database now. */
export async function lexiconOf(connection: Connection, companyId: string): Promise<Lexicon> {
  const db = wordsTables(connection)
  const row = await db
    .selectFrom('words.lexicon')
    .select(['revision', 'options'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!row) return empty
  const known = kept.get(companyId)
  if (known?.revision === row.revision) return known.lexicon
  // Read after the revision: the words may be newer than it, and are then read again; never older.
  const lexicon = await build(db, companyId, { ...defaultOptions, ...(row.options as Partial<WordOptions>) })
  kept.delete(companyId)
  kept.set(companyId, { revision: row.revision, lexicon })
  const oldest = kept.keys().next().value
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
  return lexicon
}

export async function optionsOf(db: WordsDb, companyId: string): Promise<WordOptions> {
  const row = await db
    .selectFrom('words.lexicon')
    .select('options')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return { ...defaultOptions, ...(row?.options as Partial<WordOptions> | undefined) }
}

/**
 * The words, the phrases or the options have changed: what was built from them holds no longer. A revision is never used
 * again, so that one whose transaction was rolled back stands for nothing.
 */
export async function renew(db: WordsDb, caller: Caller, now: number, options?: WordOptions): Promise<void> {
  const written = JSON.stringify(options ?? defaultOptions)
  await sql`
    insert into words.lexicon (company_id, revision, options, updated_by, updated_at)
    values (${caller.companyId}, ${uuid()}, ${written}::jsonb, ${caller.memberId}, ${now})
    on conflict (company_id) do update set revision = excluded.revision, updated_by = excluded.updated_by,
      updated_at = excluded.updated_at
      ${options ? sql`, options = excluded.options` : sql``}`.execute(db)
}
