/** The notification centre. New notifications arrive on the event stream at `eventsPath`. */
import { type Static, Type } from 'typebox'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { BilingualName } from './shapes.ts'

/**
 * Server-sent events of the signed-in member (a bearer token, as in every call), relative to `/api/v1`. Names:
 * `notification`, `todo`, `task` and the events that other modules publish to the member or the company; `missed`: read
 * everything again; `ready`: the stream delivers events from now on.
 */
export const eventsPath = '/system/events'

const Group = Type.String({ minLength: 1, maxLength: 40, pattern: '^[a-z][a-z0-9-]*$' })

const Notification = Type.Object({
  id: Id,
  type: Type.String(),
  group: Type.String(),
  title: Type.String(),
  body: Type.String(),
  /** Hash path of the shell without `#`; null if there is nothing to open. */
  link: Nullable(Type.String()),
  /** How often the notification was repeated since the member last read it. */
  repeats: Type.Integer({ minimum: 1 }),
  actor: Nullable(Type.Object({ id: Id, name: Type.String(), avatarPath: Type.String() })),
  at: Instant,
  readAt: Nullable(Instant),
})
export type Notification = Static<typeof Notification>

const UnreadCount = Type.Object({
  /** Counted up to 1000. */
  total: Type.Integer({ minimum: 0 }),
  groups: Type.Array(Type.Object({ group: Type.String(), label: BilingualName, count: Type.Integer() })),
})
export type UnreadCount = Static<typeof UnreadCount>

const Ids = Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true })

export const notifications = {
  listNotifications: {
    method: 'GET',
    path: '/system/message',
    summary: "The caller's notifications, newest first",
    access: 'signed-in',
    query: PageQuery({
      group: Type.Optional(Group),
      state: Type.Optional(OneOf(['unread', 'read'] as const)),
    }),
    response: Page(Notification),
    cacheSeconds: 0,
  },
  unreadCount: {
    method: 'GET',
    path: '/system/message/unread-count',
    summary: 'The number of unread notifications of the caller, in all and by group (SYSTEM-208)',
    access: 'signed-in',
    response: UnreadCount,
    cacheSeconds: 0,
  },
  readNotifications: {
    method: 'POST',
    path: '/system/message/read',
    summary: 'Mark notifications as read; ids of other members are ignored',
    access: 'signed-in',
    body: Body({ ids: Ids }),
    response: UnreadCount,
  },
  readAllNotifications: {
    method: 'POST',
    path: '/system/message/read-all',
    summary: 'Mark all notifications as read, or all of one group',
    access: 'signed-in',
    body: Body({ group: Type.Optional(Group) }),
    response: UnreadCount,
  },
  deleteNotification: {
    method: 'DELETE',
    path: '/system/message/{id}',
    summary: "Delete a notification from the caller's centre",
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    response: Done,
    errors: [NOT_FOUND],
  },
} as const
