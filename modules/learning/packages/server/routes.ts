import type { Routes } from '#server/module.ts'
import type { packages } from '../contract.ts'
import { acceptLate } from './late-commits.ts'
import { launchPackage } from './launches.ts'
import { createPackage, deletePackage, getPackage, listPackages } from './packages.ts'
import type { DB } from './tables.ts'
import { completionsOf, setShortestTime } from './waiting.ts'

const nowhere = { courseId: '', sectionId: '' }

export const routes: Routes<DB, typeof packages> = {
  async listPackages(db, { query }, { caller }) {
    return listPackages(db, caller, query)
  },
  async createPackage(db, { body }, { caller, now, audit }) {
    const { id, title } = await createPackage(db, caller, { ...body, now })
    audit({ type: 'package', id, name: title })
    return getPackage(db, caller, id)
  },
  async getPackage(db, { params }, { caller }) {
    return getPackage(db, caller, params.id)
  },
  async deletePackage(db, { params }, { caller, audit }) {
    audit({ type: 'package', id: params.id, name: await deletePackage(db, caller, params.id) })
    return {}
  },
  async setShortestTime(db, { params, body: { seconds } }, { caller, audit }) {
    const { title, before } = await setShortestTime(db, caller, { id: params.id, seconds })
    const changed = { before: { shortestSeconds: before }, after: { shortestSeconds: seconds } }
    audit({ type: 'package', id: params.id, name: title, ...changed })
    return getPackage(db, caller, params.id)
  },
  async packageCompletions(db, { params }, { caller }) {
    return completionsOf(db, caller, params.id)
  },
  async previewPackage(db, { params }, { caller, outside, language, audit }) {
    const { id, title } = await getPackage(db, caller, params.id)
    audit({ type: 'package', id, name: title })
    return launchPackage(db, outside, { caller, packageId: id, registrationKey: nowhere, mode: 'preview', language })
  },
  async lateCommit(db, { body }, { caller, now }) {
    return acceptLate(db, caller, body, now)
  },
}
