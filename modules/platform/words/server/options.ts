/** The disguises that the search recognizes. */
import type { Context } from '#server/module.ts'
import type { WordOptions } from '../contract.ts'
import type { WordsDb } from './db.ts'
import { changeRevision, optionsOf } from './lexicon-cache.ts'

export async function changeOptions(
  db: WordsDb,
  { caller, now, audit }: Context,
  options: WordOptions,
): Promise<WordOptions> {
  const before = await optionsOf(db, caller.companyId)
  await changeRevision(db, caller, now, options)
  audit({ type: 'word-options', before, after: options })
  return options
}
