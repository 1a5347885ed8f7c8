import type { Routes } from '#server/module.ts'
import type { attendance } from '../contract.ts'
import { auditedCheckIns, changeCheckIn, createCheckIn, deleteCheckIn, listCheckIns } from './check-ins.ts'
import { checkIn, claimCheckIn } from './checking-in.ts'
import { correctAttendance, listCorrections } from './corrections.ts'
import { checkInDisplay } from './display.ts'
import { exportAttendance } from './export.ts'
import { askLeave, decideLeave, listLeave, withdrawLeave } from './leave.ts'
import { createCheckIns } from './making-check-ins.ts'
import { ownAttendance } from './own.ts'
import { ownCodes } from './own-codes.ts'
import { attendanceRecords, attendanceSheet } from './records.ts'
import { scanData, sendScans } from './scanning.ts'
import type { DB } from './tables.ts'

const { auditing, auditingNew } = auditedCheckIns

export const routes: Routes<DB, typeof attendance> = {
  async checkIns(db, { params }, { caller, now }) {
    return listCheckIns(db, caller, params.id, now)
  },
  async createCheckIn(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditingNew(db, context, 'check-in', () => createCheckIn(db, caller, id, body, now))
  },
  async createCheckIns(db, { params, body }, { caller, language, now }) {
    return createCheckIns(db, caller, params.id, { body, language, now })
  },
  async changeCheckIn(db, { params: { id: classId, checkInId: id }, body: input }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'check-in', id }, () => changeCheckIn(db, caller, { id, classId, input, now }))
  },
  async deleteCheckIn(db, { params: { id: classId, checkInId: id } }, context) {
    await auditing(db, context, { type: 'check-in', id }, () => deleteCheckIn(db, context.caller, classId, id))
    return {}
  },

  async checkInDisplay(db, { params: { id: classId, checkInId: id }, query }, { caller, now }) {
    return checkInDisplay(db, caller, { classId, id, direction: query.direction ?? 'in', now })
  },
  async claimCheckIn(db, { params, body }, { caller, now }) {
    return claimCheckIn(db, caller, params.signId, body, now)
  },
  async checkIn(db, { params, body }, { caller, now }) {
    return checkIn(db, caller, params.signId, body, now)
  },

  async ownCodes(db, { params }, { caller, now }) {
    return ownCodes(db, caller, params.id, now)
  },
  async scanData(db, { params: { id: classId, checkInId: id } }, { caller, now }) {
    return scanData(db, caller, { classId, id }, now)
  },
  async sendScans(db, { params: { id: classId, checkInId: id }, body }, { caller, now }) {
    return sendScans(db, caller, { classId, id }, body, now)
  },

  async attendanceRecords(db, { params: { id: classId, checkInId: id }, query }, { caller, now }) {
    return attendanceRecords(db, caller, { classId, id, now }, query)
  },
  async correctAttendance(db, { params: { id: classId, checkInId: id }, body }, { caller, now }) {
    return correctAttendance(db, caller, { classId, id, now }, body)
  },
  async corrections(db, { params, query }, { caller }) {
    return listCorrections(db, caller, params.id, query)
  },
  async attendanceSheet(db, { params, query }, { caller, now }) {
    return attendanceSheet(db, caller, { classId: params.id, now }, query)
  },
  async exportAttendance(db, { params, query }, context) {
    return exportAttendance(db, params.id, query.checkInId, context)
  },
  async askedLeave(db, { params, query }, { caller, now }) {
    return listLeave(db, caller, { classId: params.id, now }, query)
  },
  async decideLeave(db, { params, body }, { caller, now }) {
    return decideLeave(db, caller, params.id, body, now)
  },

  async ownAttendance(db, { params }, { caller, now }) {
    return ownAttendance(db, caller, params.id, now)
  },
  async askLeave(db, { params, body }, { caller, now }) {
    return askLeave(db, caller, params.id, body, now)
  },
  async withdrawLeave(db, { params }, { caller, now }) {
    return withdrawLeave(db, caller, params.id, params.leaveId, now)
  },
}
