import type { Routes } from '#server/module.ts'
import type { catalog } from '../contract.ts'
import { importWord } from './article-import.ts'
import { listChoices } from './choices.ts'
import { openingOf } from './opening.ts'

export const routes: Routes<unknown, typeof catalog> = {
  async importArticle(db, _input, { caller, outside, now, upload }) {
    return importWord(db, outside, { caller, bytes: upload?.bytes ?? Buffer.alloc(0), now })
  },
  async contentOpening(db, { params }, { caller, language }) {
    return openingOf(db, caller, params, language)
  },
  async contentChoices(db, { query }, { caller, language }) {
    return listChoices(db, caller, query, language)
  },
}
