import type { Routes } from '#server/module.ts'
import type { organizations } from '../../contract/organizations.ts'
import { auditing, auditingNew, organizationFacts, positionFacts } from '../audit-facts.ts'
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

const organization = { type: 'organization', load: organizationFacts } as const
const position = { type: 'position', load: positionFacts } as const

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
    const about = { ...organization, companyId: caller.companyId }
    return auditingNew(db, audit, about, () => createOrganization(db, caller, body, now))
  },
  async changeOrganization(db, { params, body }, { caller, audit }) {
    const about = { ...organization, companyId: caller.companyId, ids: [params.id] }
    return auditing(db, audit, about, () => changeOrganization(db, caller, params.id, body))
  },
  async moveOrganization(db, { params, body }, { caller, audit }) {
    const about = { ...organization, companyId: caller.companyId, ids: [params.id] }
    return auditing(db, audit, about, () => moveOrganization(db, caller, params.id, body.parentId))
  },
  async mergeOrganization(db, { params, body }, { caller, audit }) {
    const about = { ...organization, companyId: caller.companyId, ids: [params.id] }
    return auditing(db, audit, about, () => mergeOrganization(db, caller, params.id, body.intoId))
  },
  async enableOrganization(db, { params, body }, { caller, audit }) {
    const about = { ...organization, companyId: caller.companyId, ids: [params.id] }
    return auditing(db, audit, about, () => enableOrganization(db, caller, params.id, body.enabled))
  },
  async deleteOrganization(db, { params }, { caller, audit }) {
    const about = { ...organization, companyId: caller.companyId, ids: [params.id] }
    await auditing(db, audit, about, () => deleteOrganization(db, caller, params.id))
    return {}
  },
  async listPositions(db, { query }, { caller }) {
    return listPositions(db, caller.companyId, query)
  },
  async createPosition(db, { body }, { caller, now, audit }) {
    const about = { ...position, companyId: caller.companyId }
    return auditingNew(db, audit, about, () => createPosition(db, caller.companyId, body.name, now))
  },
  async renamePosition(db, { params, body }, { caller, audit }) {
    const about = { ...position, companyId: caller.companyId, ids: [params.id] }
    return auditing(db, audit, about, () => renamePosition(db, caller, params.id, body.name))
  },
  async deletePosition(db, { params }, { caller, audit }) {
    const about = { ...position, companyId: caller.companyId, ids: [params.id] }
    await auditing(db, audit, about, () => deletePosition(db, caller, params.id))
    return {}
  },
}
