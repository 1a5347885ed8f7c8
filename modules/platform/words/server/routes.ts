import type { Routes } from '#server/module.ts'
import type { words } from '../contract.ts'
import { exportWords, importWords } from './imports.ts'
import { optionsOf } from './lexicon-cache.ts'
import { changeOptions } from './options.ts'
import { addPhrases, deletePhrase, listPhrases } from './phrases.ts'
import type { DB } from './tables.ts'
import { checkFields, findWords } from './text-check.ts'
import { addWords, changeWord, deleteWords, listWords, switchWords, wordCategories } from './words.ts'

export const routes: Routes<DB, typeof words> = {
  async checkText(db, { body }, { caller }) {
    const found = await findWords(db, caller.companyId, body.text)
    return [...new Set(found.filter(({ level }) => level === 'refuse').map(({ word }) => word))]
  },
  async checkTexts(db, { body }, { caller }) {
    const texts = Object.fromEntries(body.texts.map(({ path, text }) => [path, text]))
    const { refused } = await checkFields(db, caller.companyId, texts)
    return { words: [...new Set(refused.flatMap((field) => field.words))], fields: refused }
  },
  async listWords(db, { query }, { caller }) {
    return listWords(db, caller, query)
  },
  async wordCategories(db, _input, { caller }) {
    return wordCategories(db, caller.companyId)
  },
  async addWords(db, { body }, context) {
    return addWords(db, context, body)
  },
  async changeWord(db, { params, body }, context) {
    return changeWord(db, context, params.id, body)
  },
  async switchWords(db, { body }, context) {
    return switchWords(db, context, body)
  },
  async deleteWords(db, { body }, context) {
    return deleteWords(db, context, body.ids)
  },
  async importWords(db, { body }, context) {
    return importWords(db, context, body.dryRun ?? false)
  },
  async exportWords(db, _input, context) {
    return exportWords(db, context)
  },
  async listPhrases(db, { query }, { caller }) {
    return listPhrases(db, caller, query)
  },
  async addPhrases(db, { body }, context) {
    return addPhrases(db, context, body.phrases)
  },
  async deletePhrase(db, { params }, context) {
    return deletePhrase(db, context, params.id)
  },
  async wordOptions(db, _input, { caller }) {
    return optionsOf(db, caller.companyId)
  },
  async changeWordOptions(db, { body }, context) {
    return changeOptions(db, context, body)
  },
  async tryText(db, { body }, { caller }) {
    // Builds the lexicon before the clock starts, because only the search is measured.
    await findWords(db, caller.companyId, '')
    const startedAt = performance.now()
    const hits = await findWords(db, caller.companyId, body.text)
    return { hits, tookMicroseconds: Math.round((performance.now() - startedAt) * 1000) }
  },
}
