import type { Routes } from '#server/module.ts'
import type { organizations } from '../../contract/organizations.ts'
import { auditing, auditingNew } from '../audit-facts.ts'
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

const organization = (id: string) => ({ type: 'organization', id }) as const
const position = (id: string) => ({ type: 'position', id }) as const

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
  async createOrganization(db, { body }, { caller, now, audit }) {
    return auditingNew(db, { audit, caller }, 'organization', () => createOrganization(db, caller, body, now))
  },
  async changeOrganization(db, { params, body }, { caller, audit }) {
    const about = organization(params.id)
    return auditing(db, { audit, caller }, about, () => changeOrganization(db, caller, params.id, body))
  },
  async moveOrganization(db, { params, body }, { caller, audit }) {
    const about = organization(params.id)
    return auditing(db, { audit, caller }, about, () => moveOrganization(db, caller, params.id, body.parentId))
  },
  async mergeOrganization(db, { params, body }, { caller, audit }) {
    const about = organization(params.id)
    return auditing(db, { audit, caller }, about, () => mergeOrganization(db, caller, params.id, body.intoId))
  },
  async enableOrganization(db, { params, body }, { caller, audit }) {
    const about = organization(params.id)
    return auditing(db, { audit, caller }, about, () => enableOrganization(db, caller, params.id, body.enabled))
  },
  async deleteOrganization(db, { params }, { caller, audit }) {
    const about = organization(params.id)
    await auditing(db, { audit, caller }, about, () => deleteOrganization(db, caller, params.id))
    return {}
  },
  async listPositions(db, { query }, { caller }) {
    return listPositions(db, caller.companyId, query)
  },
  async createPosition(db, { body }, { caller, now, audit }) {
    return auditingNew(db, { audit, caller }, 'position', () => createPosition(db, caller.companyId, body.name, now))
  },
  async renamePosition(db, { params, body }, { caller, audit }) {
    const about = position(params.id)
    return auditing(db, { audit, caller }, about, () => renamePosition(db, caller, params.id, body.name))
  },
  async deletePosition(db, { params }, { caller, audit }) {
    const about = position(params.id)
    await auditing(db, { audit, caller }, about, () => deletePosition(db, caller, params.id))
    return {}
  },
}
