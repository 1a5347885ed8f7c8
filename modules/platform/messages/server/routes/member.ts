import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import type { Routes } from '#server/module.ts'
import type { notifications } from '../../contract/notifications.ts'
import type { preferences } from '../../contract/preferences.ts'
import type { todos } from '../../contract/todos.ts'
import { gatherCalendar } from '../calendar.ts'
import { makeFeed, readFeed, readFeedState, revokeFeed } from '../calendar-feed.ts'
import {
  countUnread,
  deleteNotification,
  listNotifications,
  readAllNotifications,
  readNotifications,
} from '../notifications.ts'
import { changePreferences, readPreferences } from '../preferences.ts'
import type { DB } from '../tables.ts'
import { countTodos, listDoneTodos, listTodos } from '../todo-list.ts'
import { setSubscription, unsubscribeSubject } from '../unsubscribe.ts'

type MemberContract = typeof notifications & typeof preferences & typeof todos

const calendarMsMax = 62 * 86_400_000

export const memberRoutes: Routes<DB, MemberContract> = {
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
  async findMyFinished(db, { query }, { caller, now }) {
    return listDoneTodos(db, caller, query, now)
  },
  async findUnfinishedRemindCount(db, _input, { caller, now }) {
    return countTodos(db, caller, now)
  },
  async preferences(db, _input, { caller, outside }) {
    return readPreferences(db, caller, outside.config)
  },
  async changePreferences(db, { body }, { caller, outside, now }) {
    await changePreferences(db, caller, body, { now })
    return readPreferences(db, caller, outside.config)
  },
  async unsubscribeSubject(db, { params }) {
    return unsubscribeSubject(db, params.token)
  },
  async unsubscribe(db, { params }, { now }) {
    await setSubscription(db, params.token, false, now)
    return {}
  },
  async resubscribe(db, { params }, { now }) {
    await setSubscription(db, params.token, true, now)
    return {}
  },
  async calendarFeed(db, _input, { caller }) {
    return readFeedState(db, caller)
  },
  async makeCalendarFeed(db, _input, { caller, language, outside, now }) {
    return makeFeed(db, caller, { language, config: outside.config, now })
  },
  async revokeCalendarFeed(db, _input, { caller }) {
    await revokeFeed(db, caller)
    return {}
  },
  async readCalendarFeed(db, { params }, { headers, outside, now }) {
    const known = headers['if-none-match']
    return readFeed(db, { token: params.token, known: known?.toString(), config: outside.config, now })
  },
  async calendar(db, { query }, { caller, language }) {
    const { from, to } = query
    if (to <= from || to - from > calendarMsMax)
      throw refuse(INVALID_INPUT, { fields: [{ path: 'to', rule: 'range' }] })
    const entries = await gatherCalendar(db, { companyId: caller.companyId, memberId: caller.memberId, from, to })
    const items = entries.map((entry) => ({
      id: entry.id,
      title: entry.title[language],
      startsAt: entry.startsAt,
      endsAt: entry.endsAt ?? null,
      allDay: entry.allDay === true,
      link: entry.link ?? null,
      place: entry.place ?? null,
    }))
    return { items, recordCount: items.length }
  },
}
