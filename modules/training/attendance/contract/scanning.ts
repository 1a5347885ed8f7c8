/** Staff scan the codes of participants, also while the network is away. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf } from '#kit/schema.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import {
  CLASS_CANCELLED,
  CLASS_CLOSED,
  CLASS_MISSING,
  NO_PARTICIPANT,
  runsClasses,
} from '#modules/training/classes/contract.ts'
import { CHECK_IN_MISSING, WAY_NOT_OPEN } from './codes.ts'
import { checkInKinds, Direction, EntryFlag } from './states.ts'

export const scansMax = 500
/** A phone keeps the own codes of so many days with sessions, for a day without network. */
export const ownCodeDaysMax = 14

/** A participant's code of one day of the class, as the QR code says it, and as somebody types it. */
const OwnCode = Type.Object({
  /** Day of the company's calendar: `2026-03-01`. */
  day: Type.String(),
  from: Instant,
  to: Instant,
  text: Type.String(),
  short: Type.String(),
})
export type OwnCode = Static<typeof OwnCode>

/** A participant, with what proves the own code. */
const Scannable = Type.Object({
  memberId: Id,
  fullName: Type.String(),
  organizationName: Type.String(),
  avatarPath: Type.String(),
  /** The code of the list's day: a scanned text is right when its SHA-256 is this one, in hexadecimal digits. */
  codeHash: Type.String(),
  /** Of the code on the name badge, which is good on every day of the class. */
  badgeHash: Type.String(),
  short: Type.String(),
  isInside: Type.Boolean(),
  /** When the member came; null: not yet. */
  at: Nullable(Instant),
})
export type Scannable = Static<typeof Scannable>

const scanWays = ['scan', 'typed', 'picked'] as const
export const Scan = Type.Object(
  {
    /** Made by the device; the same scan is taken once, however often it is sent. */
    id: Id,
    memberId: Id,
    /** What was scanned or typed; empty of who was picked by name. */
    code: Type.String({ maxLength: 200 }),
    way: OneOf(scanWays),
    direction: Direction,
    /** By the clock of the device. */
    at: Instant,
  },
  { additionalProperties: false },
)
export type Scan = Static<typeof Scan>

/**
 * `taken`: it counts. `known`: this very scan was sent before. `already`: the member is in, or out, already. `not-inside`: nobody
 * leaves who has not come. `no-participant`: not, or no longer, in the class. `wrong-code`: not the member's code of that day.
 * `own`: nobody scans himself.
 */
export const scanResults = ['taken', 'known', 'already', 'not-inside', 'no-participant', 'wrong-code', 'own'] as const

const params = Type.Object({ id: Id, checkInId: Id })

export const scanningCalls = {
  ownCodes: {
    method: 'GET',
    path: '/training/class/{id}/own-codes',
    summary:
      'The own codes for the coming days of a class with sessions. They are kept on the phone and need no network',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    response: Type.Object({ memberId: Id, fullName: Type.String(), codes: Type.Array(OwnCode) }),
    errors: [CLASS_MISSING, CLASS_CANCELLED, NO_PARTICIPANT, NOT_BOUGHT],
    cacheSeconds: 0,
  },
  scanData: {
    method: 'GET',
    path: '/training/class-manage/{id}/check-ins/{checkInId}/scan-data',
    summary: 'The participants with what proves their codes, so that staff can scan without network',
    access: runsClasses,
    params,
    response: Type.Object({
      className: Type.String(),
      title: Type.String(),
      kind: OneOf(checkInKinds),
      opensAt: Instant,
      closesAt: Instant,
      startsAt: Instant,
      endsAt: Instant,
      members: Type.Array(Scannable),
      /** What the device's clock is compared with. */
      serverTime: Instant,
    }),
    errors: [CLASS_MISSING, NO_PERMISSION, CLASS_CLOSED, CLASS_CANCELLED, CHECK_IN_MISSING, WAY_NOT_OPEN],
    cacheSeconds: 0,
  },
  sendScans: {
    method: 'POST',
    path: '/training/class-manage/{id}/check-ins/{checkInId}/scans',
    summary: 'Send what staff have scanned, in its order. The device’s clock is corrected; each scan is answered',
    access: runsClasses,
    params,
    body: Body({
      scans: Type.Array(Scan, { minItems: 1, maxItems: scansMax }),
      /** When the data was loaded, by the server and by the device, and what the device says now. */
      clock: Type.Object(
        { serverTime: Instant, deviceTime: Instant, sentAt: Instant },
        { additionalProperties: false },
      ),
    }),
    response: Type.Object({
      results: Type.Array(
        Type.Object({ id: Id, result: OneOf(scanResults), at: Nullable(Instant), flags: Type.Array(EntryFlag) }),
      ),
    }),
    errors: [CLASS_MISSING, NO_PERMISSION, CLASS_CLOSED, CLASS_CANCELLED, CHECK_IN_MISSING, WAY_NOT_OPEN],
    onSelf: { allowed: 'A scan of the own person is answered with `own` and not taken; the others of the list are.' },
  },
} as const
