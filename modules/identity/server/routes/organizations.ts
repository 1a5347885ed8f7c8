import type { Routes } from '#server/module.ts'
import type { organizations } from '../../contract/organizations.ts'
import { deleteOrganization, mergeOrganization, moveOrganization } from '../organization-tree.ts'
import {
  changeOrganization,
  createOrganization,
  enableOrganization,
  listChildren,
  listTree,
  searchOrganizations,
} from '../organizations.ts'
import { createPosition, deletePosition, listPositions, renamePosition } from '../positions.ts'
import type { DB } from '../tables.ts'

export const organizationRoutes: Routes<DB, typeof organizations> = {
  async organizationChildren(db, { query }, { caller }) {
    return listChildren(db, caller, query.parentId)
  },
  async organizationTree(db, _input, { caller }) {
    return listTree(db, caller)
  },
  async searchOrganizations(db, { query }, { caller }) {
    return searchOrganizations(db, caller, query)
  },
  async createOrganization(db, { body }, { caller, now }) {
    return createOrganization(db, caller, body, now)
  },
  async changeOrganization(db, { params, body }, { caller }) {
    return changeOrganization(db, caller, params.id, body)
  },
  async moveOrganization(db, { params, body }, { caller }) {
    return moveOrganization(db, caller, params.id, body.parentId)
  },
  async mergeOrganization(db, { params, body }, { caller }) {
    return mergeOrganization(db, caller, params.id, body.intoId)
  },
  async enableOrganization(db, { params, body }, { caller }) {
    return enableOrganization(db, caller, params.id, body.enabled)
  },
  async deleteOrganization(db, { params }, { caller }) {
    await deleteOrganization(db, caller, params.id)
    return {}
  },
  async listPositions(db, { query }, { caller }) {
    return listPositions(db, caller.companyId, query)
  },
  async createPosition(db, { body }, { caller, now }) {
    return createPosition(db, caller.companyId, body.name, now)
  },
  async renamePosition(db, { params, body }, { caller }) {
    return renamePosition(db, caller, params.id, body.name)
  },
  async deletePosition(db, { params }, { caller }) {
    await deletePosition(db, caller, params.id)
    return {}
  },
}
