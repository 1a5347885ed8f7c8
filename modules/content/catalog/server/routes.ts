import type { Routes } from '#server/module.ts'
import type { catalog } from '../contract.ts'
import { listChoices } from './choices.ts'

export const routes: Routes<unknown, typeof catalog> = {
  async contentChoices(db, { query }, { caller, language }) {
    return listChoices(db, caller, query, language)
  },
}
