import type { Routes } from '#server/module.ts'
import type { statusContract } from '../../contract/status.ts'
import { checkAll } from '../health/status.ts'
import type { DB } from '../tables.ts'
import { isOperator } from '../tasks/queue.ts'

export const statusRoutes: Routes<DB, typeof statusContract> = {
  async platformStatus(db, _input, { caller, outside }) {
    const operator = await isOperator(db, caller)
    const parts = await checkAll(outside, db)
    return {
      checkedAt: outside.clock.now(),
      isOperator: operator,
      // Versions, sizes and addresses are for the company that runs the platform only.
      parts: operator ? parts : parts.map((part) => ({ ...part, facts: {} })),
    }
  },
}
