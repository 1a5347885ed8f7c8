/** Preferences of a member: types of messages, channels and times. */
import { type Static, Type } from 'typebox'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Instant, Nullable, OneOf } from '#kit/schema.ts'
import { BilingualName, ChannelName, LanguageName, TYPE_IS_MANDATORY, TypeCode } from './shapes.ts'

/** A time in the company's time zone. */
const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: 'hours and minutes' })

/** Quiet hours delay external channels only. The notification center and mandatory types never wait. */
const QuietHours = Body({ enabled: Type.Boolean(), from: TimeOfDay, to: TimeOfDay })
export type QuietHours = Static<typeof QuietHours>

/** Several messages in one e-mail. `hour` and `weekday` (1 Monday to 7 Sunday) are in the company's time zone. */
const Digest = Body({
  frequency: OneOf(['off', 'daily', 'weekly'] as const),
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  weekday: Type.Integer({ minimum: 1, maximum: 7 }),
})
export type Digest = Static<typeof Digest>

const Preferences = Type.Object({
  /** `site` first. `available`: a provider is set up; `reachable`: the member has an address there. */
  channels: Type.Array(
    Type.Object({
      channel: ChannelName,
      available: Type.Boolean(),
      reachable: Type.Boolean(),
      /** E-mail address or telephone number, partly hidden. */
      address: Nullable(Type.String()),
      /** A channel that is switched off carries mandatory messages only. */
      enabled: Type.Boolean(),
    }),
  ),
  types: Type.Array(
    Type.Object({
      type: Type.String(),
      group: Type.String(),
      groupLabel: BilingualName,
      label: BilingualName,
      /** A member cannot switch it off in its default channels. */
      mandatory: Type.Boolean(),
      /** One entry for each channel of `channels`, in the same order. */
      choices: Type.Array(
        Type.Object({
          channel: ChannelName,
          enabled: Type.Boolean(),
          byDefault: Type.Boolean(),
          locked: Type.Boolean(),
        }),
      ),
    }),
  ),
  quietHours: QuietHours,
  digest: Digest,
  timeZone: Type.String(),
  /** The language of sent messages; null means the platform's default, Chinese. */
  language: Nullable(LanguageName),
})
export type Preferences = Static<typeof Preferences>

const CalendarFeed = Type.Object({
  active: Type.Boolean(),
  createdAt: Nullable(Instant),
  /** The time when a calendar program last fetched it. */
  lastReadAt: Nullable(Instant),
})

const Token = Type.String({ minLength: 16, maxLength: 190, pattern: '^[A-Za-z0-9_.-]+$' })

const CalendarEntryShape = Type.Object({
  id: Type.String(),
  title: Type.String(),
  /** For `allDay`, any instant within the day. */
  startsAt: Instant,
  endsAt: Nullable(Instant),
  allDay: Type.Boolean(),
  link: Nullable(Type.String()),
  place: Nullable(Type.String()),
})

export const preferences = {
  preferences: {
    method: 'GET',
    path: '/system/message/preferences',
    summary: 'The preferences of the caller: types, channels and times',
    access: 'signed-in',
    response: Preferences,
  },
  changePreferences: {
    method: 'PUT',
    path: '/system/message/preferences',
    summary: 'Change preferences. A field that is absent stays as it is',
    access: 'signed-in',
    body: Body({
      choices: Type.Optional(
        Type.Array(Body({ type: TypeCode, channel: ChannelName, enabled: Type.Boolean() }), { maxItems: 500 }),
      ),
      channels: Type.Optional(Type.Array(Body({ channel: ChannelName, enabled: Type.Boolean() }), { maxItems: 5 })),
      quietHours: Type.Optional(QuietHours),
      digest: Type.Optional(Digest),
      language: Type.Optional(LanguageName),
    }),
    response: Preferences,
    errors: [NOT_FOUND, TYPE_IS_MANDATORY],
  },
  unsubscribeSubject: {
    method: 'GET',
    path: '/system/message/unsubscribe/{token}',
    summary:
      'What the unsubscribe link of an e-mail would switch off. Changes nothing, because mail programs open links',
    access: 'public',
    params: Type.Object({ token: Token }),
    response: Type.Object({
      /** null: all e-mails that are not mandatory. */
      label: Nullable(BilingualName),
      address: Nullable(Type.String()),
      unsubscribed: Type.Boolean(),
    }),
    errors: [NOT_FOUND],
    rate: { max: 60, windowSeconds: 60 },
    cacheSeconds: 0,
  },
  unsubscribe: {
    method: 'POST',
    path: '/system/message/unsubscribe/{token}',
    // No body is declared: mail programs send theirs as multipart/form-data or as application/x-www-form-urlencoded.
    summary: 'Unsubscribe: by the person, or by the mail program with one click (RFC 8058)',
    access: 'public',
    params: Type.Object({ token: Token }),
    response: Done,
    errors: [NOT_FOUND],
    rate: { max: 60, windowSeconds: 60 },
  },
  resubscribe: {
    method: 'POST',
    path: '/system/message/resubscribe/{token}',
    summary: 'Undo the unsubscription, from the same page',
    access: 'public',
    params: Type.Object({ token: Token }),
    response: Done,
    errors: [NOT_FOUND],
    rate: { max: 60, windowSeconds: 60 },
  },
  calendarFeed: {
    method: 'GET',
    path: '/system/calendar/feed',
    summary: "Whether the caller's calendar has an address for calendar programs",
    access: 'signed-in',
    response: CalendarFeed,
  },
  makeCalendarFeed: {
    method: 'POST',
    path: '/system/calendar/feed',
    summary: 'Create an address for calendar programs. It is shown once; an earlier address stops working',
    access: 'signed-in',
    body: Body({}),
    response: Type.Object({ url: Type.String(), createdAt: Instant }),
  },
  revokeCalendarFeed: {
    method: 'DELETE',
    path: '/system/calendar/feed',
    summary: 'Revoke the address for calendar programs',
    access: 'signed-in',
    response: Done,
  },
  readCalendarFeed: {
    method: 'GET',
    path: '/system/calendar/{token}/shuyuan.ics',
    writes: true,
    summary: "The calendar of the address's member (RFC 5545)",
    access: 'public',
    noDryRun: 'stream',
    kind: 'stream',
    params: Type.Object({ token: Token }),
    response: Type.Any(),
    errors: [NOT_FOUND],
    rate: { max: 120, windowSeconds: 60 },
  },
  calendar: {
    method: 'GET',
    path: '/system/calendar',
    summary: 'Events and deadlines of the caller between two instants, at most 62 days',
    access: 'signed-in',
    query: Type.Object({ from: Instant, to: Instant }),
    response: Type.Object({ items: Type.Array(CalendarEntryShape), recordCount: Type.Integer() }),
  },
} as const
