/**
 * A cache of each company's lexicon. A process reuses its copy while the revision in the database is unchanged. That
 * costs one read by primary key per call, and no process ever searches with outdated words.
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

/** The number of cached companies; ten thousand words take some megabytes. */
const CACHED_MAX = 50

interface CachedLexicon {
  readonly revision: string
  readonly lexicon: Lexicon
}

const cached = new Map<string, CachedLexicon>()
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

/** The company's lexicon in its newest revision. */
export async function lexiconOf(connection: Connection, companyId: string): Promise<Lexicon> {
  const db = wordsTables(connection)
  const row = await db
    .selectFrom('words.lexicon')
    .select(['revision', 'options'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!row) return empty
  const known = cached.get(companyId)
  if (known?.revision === row.revision) return known.lexicon
  // The words are read after the revision: they may be newer than it, and then the next call reads them again, but
  // never older.
  const lexicon = await build(db, companyId, { ...defaultOptions, ...(row.options as Partial<WordOptions>) })
  cached.delete(companyId)
  cached.set(companyId, { revision: row.revision, lexicon })
  const oldest = cached.keys().next().value
  if (cached.size > CACHED_MAX && oldest !== undefined) cached.delete(oldest)
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
 * Gives the lexicon a new revision after a change of words, phrases or options. A revision is never reused, so a
 * rolled-back transaction leaves no valid one behind.
 */
export async function changeRevision(db: WordsDb, caller: Caller, now: number, options?: WordOptions): Promise<void> {
  const written = JSON.stringify(options ?? defaultOptions)
  await sql`
    insert into words.lexicon (company_id, revision, options, updated_by, updated_at)
    values (${caller.companyId}, ${uuid()}, ${written}::jsonb, ${caller.memberId}, ${now})
    on conflict (company_id) do update set revision = excluded.revision, updated_by = excluded.updated_by,
      updated_at = excluded.updated_at
      ${options ? sql`, options = excluded.options` : sql``}`.execute(db)
}
