import type { Routes } from '#server/module.ts'
import type { classrooms } from '../contract.ts'
import { bookRoom, cancelBooking, changeBooking } from './booking.ts'
import { getBooking, listManagedBookings, listOwnBookings, listSchedule } from './bookings.ts'
import { exportBookings } from './export.ts'
import { decideBookings, decidedIds } from './reviewing.ts'
import { auditedRooms, changeRoom, createRoom, deleteRoom, listManagedRooms, listRooms } from './rooms.ts'
import type { DB } from './tables.ts'

const { auditing, auditingNew } = auditedRooms

export const routes: Routes<DB, typeof classrooms> = {
  async rooms(db, { query }, { caller }) {
    return listRooms(db, caller, query)
  },
  async managedRooms(db, { query }, { caller, now }) {
    return listManagedRooms(db, caller, query, now)
  },
  async createRoom(db, { body }, context) {
    const { caller, now } = context
    return auditingNew(db, context, 'classroom', () => createRoom(db, caller, body, now))
  },
  async changeRoom(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'classroom', id }, () => changeRoom(db, caller, id, body, now))
  },
  async deleteRoom(db, { params: { id } }, context) {
    return auditing(db, context, { type: 'classroom', id }, () => deleteRoom(db, context.caller, id))
  },

  async ownBookings(db, { query }, { caller, now }) {
    return listOwnBookings(db, caller, query, now)
  },
  async booking(db, { params }, { caller, now }) {
    return getBooking(db, caller, params.id, now)
  },
  async schedule(db, { query }, { caller }) {
    return listSchedule(db, caller, query)
  },
  async bookRoom(db, { params: { id }, body }, context) {
    return bookRoom(db, context, id, body)
  },
  async changeBooking(db, { params: { id }, body }, context) {
    return changeBooking(db, context, id, body)
  },
  async cancelBooking(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'classroom-booking', id }, () => cancelBooking(db, caller, id, body, now))
  },
  async managedBookings(db, { query }, { caller, now }) {
    return listManagedBookings(db, caller, query, now)
  },
  async decideBookings(db, { body }, context) {
    const { caller, now } = context
    const ids = await decidedIds(db, caller, body.seriesIds)
    return auditing(db, context, { type: 'classroom-booking', ids }, () => decideBookings(db, caller, body, now))
  },
  async exportBookings(db, { query }, context) {
    return exportBookings(db, query, context)
  },
}
