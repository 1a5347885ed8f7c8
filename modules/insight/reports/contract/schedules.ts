/** Schedules: the moments of a view, its recipients, and the history. */
import { type Static, Type } from 'typebox'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { BEYOND_SCOPE, EXPORT_NOT_READY, TOO_MANY_REPORTS } from './codes.ts'
import { formats } from './shapes.ts'

const one = Type.Object({ id: Id })

export const frequencies = ['daily', 'weekly', 'monthly'] as const
const sendingStates = ['waiting', 'sending', 'sent', 'skipped', 'failed'] as const
export const recipientsMax = 200

const fields = {
  frequency: OneOf(frequencies),
  /** 1 Monday to 7 Sunday, of weekly ones. */
  weekday: Type.Integer({ minimum: 1, maximum: 7 }),
  /** Of monthly ones; in shorter months the last day. */
  monthDay: Type.Integer({ minimum: 1, maximum: 31 }),
  /** Minutes after midnight, in the time zone of the company. */
  minuteOfDay: Type.Integer({ minimum: 0, maximum: 1439 }),
  format: OneOf(formats),
  byMail: Type.Boolean(),
  memberIds: Type.Array(Id, { minItems: 1, maxItems: recipientsMax }),
  paused: Type.Boolean(),
}
export const ScheduleInput = Body(fields)
export type ScheduleInput = Static<typeof ScheduleInput>

export const Schedule = Type.Object({
  id: Id,
  ...fields,
  recipients: Type.Array(Type.Object({ id: Id, fullName: Type.String() })),
  /** Null while it is paused. */
  nextAt: Nullable(Instant),
  timeZone: Type.String(),
})
export type Schedule = Static<typeof Schedule>

export const Sending = Type.Object({
  id: Id,
  dueAt: Instant,
  recipient: Type.Object({ id: Id, fullName: Type.String() }),
  state: OneOf(sendingStates),
  /** Why it was skipped, or has failed: a key of `reasons` in the texts; empty where nothing is to be said. */
  reason: Type.String(),
  endedAt: Nullable(Instant),
})
export type Sending = Static<typeof Sending>

export const Received = Type.Object({
  id: Id,
  name: Type.String(),
  sender: Type.String(),
  sizeBytes: Nullable(Type.Integer()),
  sentAt: Instant,
  expiresAt: Instant,
})
export type Received = Static<typeof Received>

export const scheduleCalls = {
  schedules: {
    method: 'GET',
    path: '/reports/views/{id}/schedules',
    summary: 'Schedules of an own view',
    access: 'signed-in',
    params: one,
    response: Type.Object({ items: Type.Array(Schedule) }),
    errors: [NOT_FOUND],
  },
  addSchedule: {
    method: 'POST',
    path: '/reports/views/{id}/schedules',
    summary: 'Sends an own view again and again; each recipient gets the rows of the own scope',
    access: 'signed-in',
    params: one,
    body: ScheduleInput,
    response: Type.Object({ id: Id, nextAt: Nullable(Instant) }),
    errors: [NOT_FOUND, BEYOND_SCOPE, TOO_MANY_REPORTS],
    isLogged: true,
    onSelf: { allowed: 'Whoever schedules a report may receive it, cut to what they may read.' },
  },
  changeSchedule: {
    method: 'PUT',
    path: '/reports/schedules/{id}',
    summary: 'Changes an own schedule, pauses it or lets it go on',
    access: 'signed-in',
    params: one,
    body: ScheduleInput,
    response: Type.Object({ nextAt: Nullable(Instant) }),
    errors: [NOT_FOUND, BEYOND_SCOPE],
    isLogged: true,
    onSelf: { allowed: 'Whoever schedules a report may receive it, cut to what they may read.' },
  },
  deleteSchedule: {
    method: 'DELETE',
    path: '/reports/schedules/{id}',
    summary: 'Deletes an own schedule',
    access: 'signed-in',
    params: one,
    response: Done,
    errors: [NOT_FOUND],
  },
  sendNow: {
    method: 'POST',
    path: '/reports/schedules/{id}/send',
    summary: 'Sends an own schedule at once, besides its moments',
    access: 'signed-in',
    params: one,
    response: Done,
    errors: [NOT_FOUND],
    rate: { max: 10, windowSeconds: 60 },
  },
  sendings: {
    method: 'GET',
    path: '/reports/schedules/{id}/sendings',
    summary: 'What was sent by an own schedule, the newest first',
    access: 'signed-in',
    params: one,
    query: PageQuery({}),
    response: Page(Sending),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  received: {
    method: 'GET',
    path: '/reports/received',
    summary: 'Reports that were sent to the caller and are still kept',
    access: 'signed-in',
    response: Type.Object({ items: Type.Array(Received) }),
    cacheSeconds: 0,
  },
  receivedAddress: {
    method: 'GET',
    path: '/reports/received/{id}/address',
    summary: 'The address of the file of a report that was sent to the caller, for ten minutes',
    access: 'signed-in',
    params: one,
    response: Type.Object({ url: Type.String() }),
    errors: [NOT_FOUND, EXPORT_NOT_READY],
    cacheSeconds: 0,
  },
} as const
