import type { Routes } from '#server/module.ts'
import type { xapi } from '../contract.ts'
import { createCredential, listCredentials, revokeCredential } from './credentials.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof xapi> = {
  listCredentials: (db, _input, { caller }) => listCredentials(db, caller.companyId),

  async createCredential(db, { body }, { caller, now, audit }) {
    const { companyId, memberId } = caller
    const made = await createCredential(db, { companyId, name: body.name, createdBy: memberId, now })
    audit({ type: 'credential', id: made.id, name: body.name, after: { username: made.username } })
    return made
  },

  async revokeCredential(db, { params }, { caller, now, audit }) {
    const name = await revokeCredential(db, caller.companyId, params.id, now)
    audit({ type: 'credential', id: params.id, name })
    return {}
  },
}
