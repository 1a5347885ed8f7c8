/** The list of sensitive words. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { findPage, type Paging } from '#server/db/page.ts'
import { contains } from '#server/db/search.ts'
import type { Context } from '#server/module.ts'
import { TOO_MANY_WORDS, WORD_TAKEN, WORD_UNFINDABLE, WORDS_MAX, type Word, type WordLevel } from '../contract.ts'
import type { WordsDb } from './db.ts'
import { changeRevision } from './lexicon-cache.ts'
import { allDisguises, normalizerFor } from './normalize.ts'

export interface WordFilter extends Paging {
  readonly keyword?: string
  readonly category?: string
  readonly level?: WordLevel
  readonly enabled?: boolean
}

export interface WordInput {
  readonly word: string
  readonly category: string
  readonly level: WordLevel
}

/** The plain form that all spellings of a word share; empty for a word that can never be found. */
export function keyOf(word: string): string {
  return normalizerFor(allDisguises).keyOf(word)
}

const columns = ['id', 'word', 'category', 'level', 'enabled', 'updated_at'] as const

type Row = Omit<Word, 'updatedAt' | 'level'> & { level: string; updated_at: number }

function wordOf({ updated_at, level, ...row }: Row): Word {
  return { ...row, level: level as WordLevel, updatedAt: updated_at }
}

export async function listWords(db: WordsDb, caller: Caller, filter: WordFilter) {
  const keyword = filter.keyword?.trim() ?? ''
  let matching = db.selectFrom('words.word').where('company_id', '=', caller.companyId)
  // A search for ＡＢ also finds ab, because the plain form is compared too.
  if (keyword !== '')
    matching = matching.where((e) =>
      e.or([e('word', 'ilike', contains(keyword)), e('key', 'like', contains(keyOf(keyword) || keyword))]),
    )
  if (filter.category !== undefined) matching = matching.where('category', '=', filter.category)
  if (filter.level !== undefined) matching = matching.where('level', '=', filter.level)
  if (filter.enabled !== undefined) matching = matching.where('enabled', '=', filter.enabled)
  const { items: rows, recordCount } = await findPage(filter, matching, (q) =>
    q
      .select([...columns])
      .orderBy('updated_at', 'desc')
      .orderBy('id'),
  )
  return { items: rows.map(wordOf), recordCount }
}

export async function wordCategories(db: WordsDb, companyId: string) {
  const rows = await db
    .selectFrom('words.word')
    .select((e) => ['category', e.fn.countAll<number>().as('wordCount')])
    .where('company_id', '=', companyId)
    .groupBy('category')
    .orderBy('wordCount', 'desc')
    .orderBy('category')
    .limit(200)
    .execute()
  return { items: rows }
}

async function assertBelowLimit(db: WordsDb, companyId: string): Promise<void> {
  const { count } = await db
    .selectFrom('words.word')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  if (count > WORDS_MAX) throw refuse(TOO_MANY_WORDS, { max: WORDS_MAX })
}

export interface WordRow {
  readonly word: string
  readonly key: string
  /** Null keeps the category of a known word; a new word gets none. */
  readonly category: string | null
  /** Null keeps the level of a known word; a new word gets `refuse`. */
  readonly level: WordLevel | null
}

/**
 * Adds new words, and with `overwrite` changes the category and level of known words. Returns the number of added and
 * changed words.
 */
export async function writeWords(
  db: WordsDb,
  caller: Caller,
  rows: readonly WordRow[],
  { overwrite, now }: { overwrite: boolean; now: number },
): Promise<{ addedCount: number; changedCount: number }> {
  const written = JSON.stringify(rows.map((row) => ({ id: uuid(), ...row })))
  const { rows: outcome } = await sql<{ added: boolean }>`
    insert into words.word as known (id, company_id, word, key, category, level, updated_by, updated_at)
    select r.id, ${caller.companyId}, r.word, r.key, coalesce(r.category, before.category, ''),
      coalesce(r.level, before.level, 'refuse'), ${caller.memberId}, ${now}
    from jsonb_to_recordset(${written}::jsonb) as r (id uuid, word text, key text, category text, level text)
    left join words.word before on before.company_id = ${caller.companyId} and before.key = r.key
    order by r.key
    on conflict (company_id, key) do ${
      overwrite
        ? sql`update set category = excluded.category, level = excluded.level,
            updated_by = excluded.updated_by, updated_at = excluded.updated_at
          where (known.category, known.level) is distinct from (excluded.category, excluded.level)`
        : sql`nothing`
    }
    returning xmax = 0 as added`.execute(db)
  const addedCount = outcome.filter(({ added }) => added).length
  // The revision's row is locked first: additions of a company are counted one after the other.
  if (outcome.length > 0) await changeRevision(db, caller, now)
  if (addedCount > 0) await assertBelowLimit(db, caller.companyId)
  return { addedCount, changedCount: outcome.length - addedCount }
}

export async function addWords(
  db: WordsDb,
  { caller, now, audit }: Context,
  { words, category, level }: { words: readonly string[]; category: string; level: WordLevel },
) {
  const rows = new Map<string, WordRow>()
  for (const word of words.map((one) => one.trim())) {
    const key = keyOf(word)
    if (key === '') throw refuse(WORD_UNFINDABLE, { word })
    if (!rows.has(key)) rows.set(key, { word, key, category: category.trim(), level })
  }
  const { addedCount } = await writeWords(db, caller, [...rows.values()], { overwrite: false, now })
  const name = [...rows.values()].slice(0, 20).map(({ word }) => word)
  audit({ type: 'sensitive-word', name: name.join('、'), after: { addedCount, category, level } })
  return { addedCount, sameCount: words.length - addedCount }
}

export async function changeWord(
  db: WordsDb,
  { caller, now, audit }: Context,
  id: string,
  input: WordInput & { readonly enabled: boolean },
): Promise<Word> {
  const word = input.word.trim()
  const key = keyOf(word)
  if (key === '') throw refuse(WORD_UNFINDABLE, { word })
  const known = await db
    .selectFrom('words.word')
    .select(['id', 'key', 'word', 'category', 'level', 'enabled'])
    .where('company_id', '=', caller.companyId)
    .where((e) => e.or([e('id', '=', id), e('key', '=', key)]))
    .forUpdate()
    .execute()
  const before = known.find((row) => row.id === id)
  if (!before) throw refuse(NOT_FOUND)
  if (known.some((row) => row.id !== id)) throw refuse(WORD_TAKEN, { word })
  const after = { word, category: input.category.trim(), level: input.level, enabled: input.enabled }
  const row = await db
    .updateTable('words.word')
    .set({ ...after, key, updated_by: caller.memberId, updated_at: now })
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .returning([...columns])
    .executeTakeFirstOrThrow()
  await changeRevision(db, caller, now)
  const { id: _, key: __, ...shown } = before
  audit({ type: 'sensitive-word', id, name: before.word, before: shown, after })
  return wordOf(row)
}

export async function switchWords(
  db: WordsDb,
  { caller, now, audit }: Context,
  { ids, enabled }: { ids: readonly string[]; enabled: boolean },
) {
  const changed = await db
    .updateTable('words.word')
    .set({ enabled, updated_by: caller.memberId, updated_at: now })
    .where('company_id', '=', caller.companyId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('enabled', '=', !enabled)
    .returning(['id', 'word'])
    .execute()
  if (changed.length > 0) await changeRevision(db, caller, now)
  for (const { id, word } of changed)
    audit({ type: 'sensitive-word', id, name: word, before: { enabled: !enabled }, after: { enabled } })
  return { changedCount: changed.length }
}

export async function deleteWords(db: WordsDb, { caller, now, audit }: Context, ids: readonly string[]) {
  const deleted = await db
    .deleteFrom('words.word')
    .where('company_id', '=', caller.companyId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .returning(['id', 'word', 'category', 'level'])
    .execute()
  if (deleted.length > 0) await changeRevision(db, caller, now)
  for (const { id, word, category, level } of deleted)
    audit({ type: 'sensitive-word', id, name: word, before: { word, category, level } })
  return { deletedCount: deleted.length }
}
