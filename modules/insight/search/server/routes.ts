import type { Routes } from '#server/module.ts'
import type { search } from '../contract.ts'
import { deleteDictionaryWord, importDictionary, listDictionary, saveDictionaryWord } from './dictionary.ts'
import { forgetSearches, noteClick } from './log.ts'
import { hideHotWord, qualityOf } from './quality.ts'
import { startRebuild } from './rebuild.ts'
import { searchAll } from './search.ts'
import { suggest } from './suggest.ts'
import { deleteSynonyms, importSynonyms, listSynonyms, saveSynonyms } from './synonyms.ts'
import type { DB } from './tables.ts'
import { cleanText, keyOf } from './words.ts'

export const routes: Routes<DB, typeof search> = {
  async search(db, { query }, context) {
    return searchAll(db, query, context)
  },
  async suggest(db, { query }, context) {
    return suggest(db, query.query ?? '', context)
  },
  async forgetSearches(db, { query }, { caller }) {
    await forgetSearches(db, caller, query.query)
    return {}
  },
  async click(db, { body }, { caller, now }) {
    await noteClick(db, caller, body, now)
    return {}
  },
  async synonyms(db, { query }, { caller }) {
    return listSynonyms(db, caller, query)
  },
  async saveSynonyms(db, { body }, context) {
    return saveSynonyms(db, body, context)
  },
  async deleteSynonyms(db, { params }, context) {
    return deleteSynonyms(db, params.id, context)
  },
  async importSynonyms(db, { body }, context) {
    return importSynonyms(db, body.text, context)
  },
  async dictionary(db, { query }, { caller }) {
    return listDictionary(db, caller, query)
  },
  async saveDictionaryWord(db, { body }, context) {
    return saveDictionaryWord(db, body, context)
  },
  async deleteDictionaryWord(db, { params }, context) {
    return deleteDictionaryWord(db, params.id, context)
  },
  async importDictionary(db, { body }, context) {
    return importDictionary(db, body.text, context)
  },
  async searchQuality(db, { query }, context) {
    return qualityOf(db, query.days ?? 30, context)
  },
  async hideHotWord(db, { body }, context) {
    return hideHotWord(db, cleanText(body.text), body.isHidden, keyOf(body.text), context)
  },
  async rebuildIndex(db, _input, context) {
    return startRebuild(db, context)
  },
}
