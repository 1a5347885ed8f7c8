/** Allowed phrases: a sensitive word inside one is no hit. */
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { findPage, type Paging } from '#server/db/page.ts'
import { contains } from '#server/db/search.ts'
import type { Context } from '#server/module.ts'
import { PHRASES_MAX, TOO_MANY_WORDS, WORD_UNFINDABLE } from '../contract.ts'
import type { WordsDb } from './db.ts'
import { changeRevision } from './lexicon-cache.ts'
import { keyOf } from './words.ts'

export async function listPhrases(db: WordsDb, caller: Caller, query: Paging & { keyword?: string }) {
  const keyword = keyOf(query.keyword ?? '')
  let matching = db.selectFrom('words.phrase').where('company_id', '=', caller.companyId)
  if (keyword !== '') matching = matching.where('key', 'like', contains(keyword))
  return findPage(query, matching, (q) =>
    q.select(['id', 'phrase', 'updated_at as updatedAt']).orderBy('updated_at', 'desc').orderBy('id'),
  )
}

export async function addPhrases(db: WordsDb, { caller, now, audit }: Context, phrases: readonly string[]) {
  const { companyId, memberId } = caller
  const rows = phrases.map((one) => {
    const phrase = one.trim()
    const key = keyOf(phrase)
    if (key === '') throw refuse(WORD_UNFINDABLE, { word: phrase })
    return { id: uuid(), company_id: companyId, phrase, key, updated_by: memberId, updated_at: now }
  })
  const added = await db
    .insertInto('words.phrase')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['company_id', 'key']).doNothing())
    .returning('phrase')
    .execute()
  // The revision's row is locked first: additions of a company are counted one after the other.
  if (added.length > 0) await changeRevision(db, caller, now)
  const { count } = await db
    .selectFrom('words.phrase')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  if (count > PHRASES_MAX) throw refuse(TOO_MANY_WORDS, { max: PHRASES_MAX })
  for (const { phrase } of added) audit({ type: 'allowed-phrase', name: phrase, after: { phrase } })
  return { addedCount: added.length, sameCount: phrases.length - added.length }
}

export async function deletePhrase(db: WordsDb, { caller, now, audit }: Context, id: string) {
  const deleted = await db
    .deleteFrom('words.phrase')
    .where('company_id', '=', caller.companyId)
    .where('id', '=', id)
    .returning('phrase')
    .executeTakeFirst()
  if (!deleted) throw refuse(NOT_FOUND)
  await changeRevision(db, caller, now)
  audit({ type: 'allowed-phrase', id, name: deleted.phrase, before: { phrase: deleted.phrase } })
  return {}
}
