/** Words of the company: names and terms that a question is not cut through. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { findPage } from '#server/db/page.ts'
import { contains } from '#server/db/search.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import { SEARCH_WORD_EMPTY, SEARCH_WORD_TAKEN, SEARCH_WORDS_FULL } from '../contract/codes.ts'
import { dictionaryMax, type SearchImport, searchWordLengthMax } from '../contract/managing.ts'
import type { search } from '../contract.ts'
import type { SearchDb } from './db.ts'
import { cleanText, keyOf, neededWords } from './words.ts'

const lockName = (companyId: string) => `search dictionary ${companyId}`

export async function listDictionary(
  db: SearchDb,
  { companyId }: Caller,
  { search: text, ...paging }: Input<typeof search.dictionary>['query'],
) {
  const typed = keyOf(text ?? '')
  let matching = db.selectFrom('search.dictionary_word').where('company_id', '=', companyId)
  if (typed !== '') matching = matching.where('key', 'like', contains(typed))
  return findPage(paging, matching, (q) =>
    q.select(['id', 'word', 'updated_at as updatedAt']).orderBy('updated_at', 'desc').orderBy('id'),
  )
}

async function countWords(db: SearchDb, companyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('search.dictionary_word')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function saveDictionaryWord(
  db: SearchDb,
  { id, word }: Input<typeof search.saveDictionaryWord>['body'],
  { caller: { companyId }, now, audit }: Context,
) {
  const key = keyOf(word)
  if (neededWords(key) === '') throw refuse(SEARCH_WORD_EMPTY, { word })
  await lockNames(db, lockName(companyId))
  const own = db.selectFrom('search.dictionary_word').select(['id', 'word']).where('company_id', '=', companyId)
  const before = id === undefined ? undefined : await own.where('id', '=', id).executeTakeFirst()
  if (id !== undefined && !before) throw refuse(NOT_FOUND)
  const taken = await own.where('key', '=', key).executeTakeFirst()
  if (taken && taken.id !== id) throw refuse(SEARCH_WORD_TAKEN, { word })
  if (!before && (await countWords(db, companyId)) >= dictionaryMax)
    throw refuse(SEARCH_WORDS_FULL, { max: dictionaryMax })
  const row = { id: id ?? uuid(), company_id: companyId, word: cleanText(word), key, updated_at: now }
  await db
    .insertInto('search.dictionary_word')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ word: row.word, key, updated_at: now }))
    .execute()
  audit({
    type: 'search-word',
    id: row.id,
    name: row.word,
    ...(before && { before: { word: before.word } }),
    after: { word: row.word },
  })
  return { id: row.id }
}

export async function deleteDictionaryWord(db: SearchDb, id: string, { caller, audit }: Context) {
  const deleted = await db
    .deleteFrom('search.dictionary_word')
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .returning('word')
    .executeTakeFirst()
  if (!deleted) throw refuse(NOT_FOUND)
  audit({ type: 'search-word', id, name: deleted.word, before: { word: deleted.word } })
  return {}
}

const problemsMax = 200

export async function importDictionary(
  db: SearchDb,
  text: string,
  { caller, now, audit }: Context,
): Promise<SearchImport> {
  const { companyId } = caller
  await lockNames(db, lockName(companyId))
  const problems: SearchImport['problems'] = []
  const words = new Map<string, string>()
  for (const [index, line] of text.split('\n').entries()) {
    const word = cleanText(line)
    if (word === '') continue
    const key = keyOf(word)
    const problem = word.length > searchWordLengthMax ? 'too-long' : neededWords(key) === '' ? 'empty' : undefined
    if (problem) problems.push({ row: index + 1, value: word.slice(0, 100), problem })
    else words.set(key, word)
  }
  if ((await countWords(db, companyId)) + words.size > dictionaryMax)
    throw refuse(SEARCH_WORDS_FULL, { max: dictionaryMax })
  const rows = [...words].map(([key, word]) => ({ id: uuid(), word, key }))
  const added = await sql`
    insert into search.dictionary_word (id, company_id, word, key, updated_at)
    select one.id, ${companyId}::uuid, one.word, one.key, ${now}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one(id uuid, word text, key text)
    on conflict (company_id, key) do nothing`.execute(db)
  const addedCount = Number(added.numAffectedRows ?? 0n)
  audit({ type: 'search-word', name: '', after: { addedCount } })
  return {
    ...{ addedCount, sameCount: words.size - addedCount },
    ...{ problems: problems.slice(0, problemsMax), problemCount: problems.length },
  }
}
