import type { Routes } from '#server/module.ts'
import type { notices } from '../contract.ts'
import {
  changeNotice,
  createNotice,
  deleteNotice,
  listNotices,
  noticeReaders,
  publishNotice,
  withdrawNotice,
} from './managed-notices.ts'
import { getOwnNotice, ownNotices, readNotice } from './own-notices.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof notices> = {
  async listNotices(db, { query }, context) {
    return listNotices(db, query, context)
  },
  async createNotice(db, { body }, context) {
    return createNotice(db, body, context)
  },
  async changeNotice(db, { params, body }, context) {
    return changeNotice(db, params.id, body, context)
  },
  async publishNotice(db, { params, body }, context) {
    return publishNotice(db, params.id, body, context)
  },
  async withdrawNotice(db, { params, body }, context) {
    return withdrawNotice(db, params.id, body, context)
  },
  async deleteNotice(db, { params }, context) {
    await deleteNotice(db, params.id, context)
    return {}
  },
  async noticeReaders(db, { params, query }, context) {
    return noticeReaders(db, params.id, query, context)
  },
  async ownNotices(db, { query }, { caller, now }) {
    return ownNotices(db, query, caller, now)
  },
  async ownNotice(db, { params }, { caller, now }) {
    return getOwnNotice(db, params.id, caller, now)
  },
  async readNotice(db, { params }, { caller, now }) {
    return { readAt: await readNotice(db, params.id, caller, now) }
  },
}
