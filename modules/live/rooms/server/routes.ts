/** Binds the contract to its functions. */
import type { Routes } from '#server/module.ts'
import type { rooms } from '../contract.ts'
import { assertManages, guestJoin, guestLeave, join } from './admission.ts'
import { attendanceOf } from './attendance.ts'
import { attendanceSheet } from './attendance-sheet.ts'
import { createRoomLink, listLinkUses, revokeRoomLink, roomLinks } from './links.ts'
import { replayRoutes } from './replay/routes.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof rooms> = {
  ...replayRoutes,
  async join(db, { params, body }, context) {
    return join(db, params.id, body.device, context)
  },
  async guestJoin(db, { body }, context) {
    return guestJoin(db, body, context)
  },
  async guestLeave(db, { body }, { now }) {
    await guestLeave(db, body.resumeToken, now)
    return {}
  },
  async links(db, { params }, context) {
    await assertManages(db, params.id, context)
    return { items: await roomLinks(db, context.caller.companyId, params.id) }
  },
  async createLink(db, { params, body }, context) {
    const { caller, now } = context
    await assertManages(db, params.id, context)
    return createRoomLink(db, {
      ...{ ...body, companyId: caller.companyId, roomId: params.id, createdBy: caller.memberId, now },
    })
  },
  async revokeLink(db, { params }, context) {
    await assertManages(db, params.id, context)
    const { caller, now } = context
    await revokeRoomLink(db, { companyId: caller.companyId, roomId: params.id, linkId: params.linkId, now })
    return {}
  },
  async linkUses(db, { params, query }, context) {
    await assertManages(db, params.id, context)
    const { companyId } = context.caller
    return listLinkUses(db, { companyId, roomId: params.id, linkId: params.linkId }, query)
  },
  async attendance(db, { params, query }, context) {
    await assertManages(db, params.id, context)
    const { caller, now } = context
    return attendanceOf(db, { companyId: caller.companyId, roomId: params.id, now, ...query })
  },
  async attendanceSheet(db, { params }, context) {
    await assertManages(db, params.id, context)
    const { caller, now, language } = context
    return attendanceSheet(db, { companyId: caller.companyId, roomId: params.id, now, language })
  },
}
