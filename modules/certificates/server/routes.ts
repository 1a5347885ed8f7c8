import type { Routes } from '#server/module.ts'
import type { certificates } from '../contract.ts'
import type { DB } from './tables.ts'
import { offeredTemplates } from './templates.ts'

export const routes: Routes<DB, typeof certificates> = {
  async offeredTemplates(db, _input, { caller }) {
    return { items: await offeredTemplates(db, caller.companyId) }
  },
}
