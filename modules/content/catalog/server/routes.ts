import type { Routes } from '#server/module.ts'
import type { catalog } from '../contract.ts'
import { listChoices } from './choices.ts'
import { openingOf } from './opening.ts'

export const routes: Routes<unknown, typeof catalog> = {
  async contentOpening(db, { params }, { caller, language }) {
    return openingOf(db, caller, params, language)
  },
  async contentChoices(db, { query }, { caller, language }) {
    return listChoices(db, caller, query, language)
  },
}
