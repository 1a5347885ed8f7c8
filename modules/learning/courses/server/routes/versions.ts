import type { Routes } from '#server/module.ts'
import type { versionCalls } from '../../contract/versions.ts'
import { auditing } from '../audited.ts'
import {
  authorsDifference,
  listVersions,
  moveLearners,
  moveToNewest,
  newestVersionFor,
} from '../publishing/version-changes.ts'
import type { DB } from '../tables.ts'

export const versionRoutes: Routes<DB, typeof versionCalls> = {
  async newestVersion(db, { params }, { caller }) {
    return newestVersionFor(db, caller, params.id)
  },
  async moveToNewestVersion(db, { params, body }, { caller, now }) {
    return moveToNewest(db, caller, params.id, body.versionNumber, now)
  },
  async courseVersions(db, { params }, { caller }) {
    const items = await listVersions(db, caller, params.id)
    return { items, recordCount: items.length }
  },
  async versionDifference(db, { params, query }, { caller }) {
    return authorsDifference(db, caller, params.id, query)
  },
  async moveLearners(db, { params, body }, { caller, now, audit }) {
    const about = { type: 'course', id: params.id, companyId: caller.companyId } as const
    return auditing(db, { audit, caller }, about, async () => ({
      movedCount: await moveLearners(db, caller, params.id, body, now),
    }))
  },
}
