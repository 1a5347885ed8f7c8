import type { Routes } from '#server/module.ts'
import type { messages } from '../contract.ts'
import {
  countUnread,
  deleteNotification,
  listNotifications,
  readAllNotifications,
  readNotifications,
} from './notifications.ts'
import type { DB } from './tables.ts'
import { countTodos, listTodos } from './todos.ts'

export const routes = {
  async listNotifications(db, { query }, { caller, language }) {
    return listNotifications(db, caller, query, language)
  },
  async unreadCount(db, _input, { caller }) {
    return countUnread(db, caller)
  },
  async readNotifications(db, { body }, { caller, now }) {
    return readNotifications(db, caller, body.ids, now)
  },
  async readAllNotifications(db, { body }, { caller, now }) {
    return readAllNotifications(db, caller, body.group, now)
  },
  async deleteNotification(db, { params }, { caller }) {
    await deleteNotification(db, caller, params.id)
    return {}
  },
  async findMyUnfinished(db, { query }, { caller, now }) {
    return listTodos(db, caller, query, now)
  },
  async findUnfinishedRemindCount(db, _input, { caller }) {
    return countTodos(db, caller)
  },
} as Routes<DB, typeof messages>
