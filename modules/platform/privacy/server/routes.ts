import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertMembersOfCompany, confirmOneself } from '#modules/platform/identity/server.ts'
import type { Routes } from '#server/module.ts'
import { erasureDays, type privacy } from '../contract.ts'
import type { PrivacyDb } from './db.ts'
import { cancelErasure, isErased, lastErasure, listErasures, requestErasure } from './erasures.ts'
import { exportAddress, listExports, ownExports, requestExport } from './exports.ts'
import { searchMembers } from './members.ts'
import type { DB } from './tables.ts'

/** Refuses with 900005 for a member of another company or an erased one. */
async function assertNotErased(db: PrivacyDb, caller: Caller, memberId: string): Promise<void> {
  await assertMembersOfCompany(db, caller.companyId, [memberId])
  if (await isErased(db, caller.companyId, memberId)) throw refuse(NOT_FOUND)
}

export const routes: Routes<DB, typeof privacy> = {
  async ownPrivacy(db, _input, { caller }) {
    return { exports: await ownExports(db, caller), erasure: await lastErasure(db, caller) }
  },
  async requestExport(db, _input, context) {
    return requestExport(db, context, context.caller.memberId)
  },
  async exportAddress(db, { params }, context) {
    return exportAddress(db, context, params.id)
  },
  async requestErasure(db, { body }, { caller, now }) {
    await confirmOneself(db, caller, body, now)
    return requestErasure(db, { caller, memberId: caller.memberId, graceDays: erasureDays, now })
  },
  async cancelErasure(db, _input, { caller, now }) {
    return cancelErasure(db, caller, { memberId: caller.memberId }, now)
  },
  async listExports(db, { query }, { caller }) {
    return listExports(db, caller, query)
  },
  async exportMember(db, { body }, context) {
    await assertNotErased(db, context.caller, body.memberId)
    context.audit({ type: 'member', id: body.memberId })
    return requestExport(db, context, body.memberId)
  },
  async listErasures(db, { query }, { caller }) {
    return listErasures(db, caller, query)
  },
  async eraseMember(db, { body }, { caller, now, audit }) {
    await confirmOneself(db, caller, body, now)
    await assertNotErased(db, caller, body.memberId)
    audit({ type: 'member', id: body.memberId, after: { graceDays: body.graceDays } })
    return requestErasure(db, { caller, memberId: body.memberId, graceDays: body.graceDays, now })
  },
  async cancelErasureOf(db, { params }, { caller, now, audit }) {
    const erasure = await cancelErasure(db, caller, { id: params.id }, now)
    audit({ type: 'member', id: erasure.memberId })
    return erasure
  },
  async privacyMembers(db, { query }, { caller }) {
    return { items: await searchMembers(db, caller.companyId, query.keyword) }
  },
}
