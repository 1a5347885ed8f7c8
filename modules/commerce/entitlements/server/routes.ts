import type { Routes } from '#server/module.ts'
import type { entitlements } from '../contract.ts'
import { listEntitlements, listOwnEntitlements, listOwnSeats } from './lists.ts'
import { auditedEntitlements, changeEntitlement, grantEntitlements } from './managing.ts'
import { giveSeats, listSeatHolders, takeSeat } from './seats.ts'
import type { DB } from './tables.ts'

const { auditing } = auditedEntitlements

export const routes: Routes<DB, typeof entitlements> = {
  async ownEntitlements(db, { query }, { caller, language }) {
    return listOwnEntitlements(db, caller, query, language)
  },
  async entitlements(db, { query }, { caller, language }) {
    return listEntitlements(db, caller, query, language)
  },
  async grantEntitlements(db, { body }, { caller, now }) {
    return grantEntitlements(db, caller, body, now)
  },
  async changeEntitlement(db, { params, body }, context) {
    const { caller, now } = context
    const subject = { type: 'entitlement', id: params.id } as const
    return auditing(db, context, subject, () => changeEntitlement(db, caller, params.id, body, now))
  },
  async ownSeats(db, { query }, { caller, language }) {
    return listOwnSeats(db, caller, query, language)
  },
  async seatHolders(db, { params, query }, { caller }) {
    return listSeatHolders(db, caller, params.id, query)
  },
  async giveSeats(db, { params, body }, { caller, now }) {
    return giveSeats(db, caller, params.id, body.memberIds, now)
  },
  async takeSeat(db, { params }, { caller, now }) {
    return takeSeat(db, caller, params.id, params.memberId, now)
  },
}
