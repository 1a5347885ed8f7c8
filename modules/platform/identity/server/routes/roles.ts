import type { Routes } from '#server/module.ts'
import type { rolesContract } from '../../contract/roles.ts'
import { auditGrant } from '../audit-facts.ts'
import { copyRole, deleteRole, renameRole } from '../custom-roles.ts'
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
  async changePermission(db, { body }, { caller, audit }) {
    const { role, permission, allowed } = body
    const { cell, allowedBefore, roleName } = await changePermission(db, caller, body)
    audit({
      type: 'permission',
      id: `${role}:${permission}`,
      name: `${roleName}: ${permission}`,
      before: { allowed: allowedBefore },
      after: { allowed },
    })
    return cell
  },
  async copyRole(db, { body }, { caller, now, audit }) {
    const { role, copiedName } = await copyRole(db, caller, body, now)
    audit({ type: 'role', id: role.role, name: role.name, after: { name: role.name, copyOf: copiedName } })
    return role
  },
  async renameRole(db, { params, body }, { caller, audit }) {
    const { before, after } = await renameRole(db, caller, params.id, body.name)
    audit({ type: 'role', id: params.id, name: body.name, before: { name: before }, after: { name: body.name } })
    return after
  },
  async deleteRole(db, { params }, { caller, audit }) {
    const { name } = await deleteRole(db, caller, params.id)
    audit({ type: 'role', id: params.id, name, before: { name } })
    return {}
  },
  async listGrants(db, { query }, { caller }) {
    return listGrants(db, caller, query)
  },
  async grantRole(db, { body }, { caller, now, audit }) {
    const { before, after } = await grantRole(db, caller, body, now)
    auditGrant(audit, before, after)
    return after
  },
  async enableGrant(db, { params, body }, { caller, audit }) {
    const { before, after } = await enableGrant(db, caller, params.id, body.enabled)
    auditGrant(audit, before, after)
    return after
  },
  async revokeRole(db, { params }, { caller, audit }) {
    auditGrant(audit, await revokeRole(db, caller, params.id), undefined)
    return {}
  },
}
