import type { Routes } from '#server/module.ts'
import type { rolesContract } from '../../contract/roles.ts'
import { changePermission, permissionMatrix } from '../permission-matrix.ts'
import { enableGrant, grantRole, listGrants, listRoles, revokeRole } from '../role-grants.ts'
import type { DB } from '../tables.ts'

export const roleRoutes: Routes<DB, typeof rolesContract> = {
  async listRoles(db, _input, { caller }) {
    return listRoles(db, caller)
  },
  async permissionMatrix(db, _input, { caller }) {
    return permissionMatrix(db, caller)
  },
  async changePermission(db, { body }, { caller }) {
    return changePermission(db, caller, body)
  },
  async listGrants(db, { query }, { caller }) {
    return listGrants(db, caller, query)
  },
  async grantRole(db, { body }, { caller, now }) {
    return grantRole(db, caller, body, now)
  },
  async enableGrant(db, { params, body }, { caller }) {
    return enableGrant(db, caller, params.id, body.enabled)
  },
  async revokeRole(db, { params }, { caller }) {
    await revokeRole(db, caller, params.id)
    return {}
  },
}
