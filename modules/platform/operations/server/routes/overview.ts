import type { Routes } from '#server/module.ts'
import type { overviewContract } from '../../contract/overview.ts'
import { readOverview } from '../overview.ts'
import type { DB } from '../tables.ts'

export const overviewRoutes: Routes<DB, typeof overviewContract> = {
  async overview(db, _input, context) {
    return { figures: await readOverview(db, context) }
  },
}
