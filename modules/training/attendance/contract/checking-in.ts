/** Checking in by the code in the room: what the screen there shows, and what the participant's phone does with it. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, OptionalText } from '#kit/schema.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import {
  CLASS_CANCELLED,
  CLASS_CLOSED,
  CLASS_MISSING,
  NO_PARTICIPANT,
  runsClasses,
} from '#modules/training/classes/contract.ts'
import { CheckInFigures, codeWordLengthMax } from './check-ins.ts'
import {
  ALREADY_CHECKED_IN,
  CHECK_IN_CLOSED,
  CHECK_IN_MISSING,
  CHECK_IN_NOT_OPEN,
  CODE_WORD_WRONG,
  DEVICE_USED,
  NOT_CHECKED_IN,
  OUTSIDE_PLACE,
  PLACE_NEEDED,
  QR_EXPIRED,
  WAY_NOT_OPEN,
} from './codes.ts'
import { CurrentState, checkInKinds, Direction } from './states.ts'

/** Map `business-type`: a QR code of this type carries signId and timeStamp (TRAINING-008). */
export const classSignType = 8
/** The code in the room changes so often, and is refused so long after it was first shown (TRAINING-036). */
export const codeEveryMs = 15_000
export const codeValidMs = 20_000
/** A code that was scanned in time leaves so much time for the code word and the place. */
export const claimValidMs = 120_000
export const codeWordTriesMax = 5
/** A place that is vaguer proves nothing. */
export const accuracyMaxMeters = 200

/** Of the browser, made by it once; two people do not check in with one device. */
const DeviceKey = Type.String({ pattern: '^[A-Za-z0-9_-]{16,64}$' })
const Mac = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })

/** Where a device says that it is. */
export const Position = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    /** Meters. */
    accuracy: Type.Number({ minimum: 0, maximum: 10_000_000 }),
  },
  { additionalProperties: false },
)
export type Position = Static<typeof Position>

/** What the QR code in the room says, and what is read of its address. */
const code = { timeStamp: Instant, mac: Mac }

/** The address in the QR code. It is never shortened: whoever scans it sees where it leads. */
export const checkInPath = (signId: string, { timeStamp, mac }: { timeStamp: number; mac: string }): string =>
  `/check-in/${signId}?t=${timeStamp}&m=${mac}`

const Display = Type.Object({
  className: Type.String(),
  title: Type.String(),
  kind: OneOf(checkInKinds),
  direction: Direction,
  startsAt: Instant,
  endsAt: Instant,
  opensAt: Instant,
  closesAt: Instant,
  needsPlace: Type.Boolean(),
  /** Shown to those who run the class, who say it in the room. */
  codeWord: Type.String(),
  /** Null: the check-in is not open now. */
  code: Nullable(
    Type.Object({
      businessType: Type.Literal(classSignType),
      signId: Id,
      ...code,
      /** The next code comes after so many milliseconds. */
      changesInMs: Type.Integer(),
    }),
  ),
  figures: CheckInFigures,
  /** Who came last, the newest first. */
  latest: Type.Array(Type.Object({ id: Id, fullName: Type.String(), at: Instant, direction: Direction })),
  serverTime: Instant,
})
export type Display = Static<typeof Display>

const Claim = Type.Object({
  /** For the check-in itself; once, for this member, session and device. */
  claim: Type.String(),
  validMs: Type.Integer(),
  classId: Id,
  className: Type.String(),
  title: Type.String(),
  kind: OneOf(checkInKinds),
  direction: Direction,
  startsAt: Instant,
  endsAt: Instant,
  needsCodeWord: Type.Boolean(),
  needsPlace: Type.Boolean(),
})
export type Claim = Static<typeof Claim>

export const CheckedIn = Type.Object({
  at: Instant,
  direction: Direction,
  state: CurrentState,
  minutes: Type.Integer(),
})
export type CheckedIn = Static<typeof CheckedIn>

const signParams = Type.Object({ signId: Id })
const refusals = [
  ...[CHECK_IN_MISSING, CLASS_CANCELLED, CLASS_CLOSED, NO_PARTICIPANT, NOT_BOUGHT, CHECK_IN_NOT_OPEN, CHECK_IN_CLOSED],
  ...[QR_EXPIRED, ALREADY_CHECKED_IN, NOT_CHECKED_IN, DEVICE_USED],
] as const

export const checkingInCalls = {
  checkInDisplay: {
    method: 'GET',
    path: '/training/class-manage/{id}/check-ins/{checkInId}/display',
    summary: 'The code that the screen in the room shows now, how many have come, and who came last (TRAINING-008)',
    access: runsClasses,
    params: Type.Object({ id: Id, checkInId: Id }),
    query: Type.Object({ direction: Type.Optional(Direction) }),
    response: Display,
    errors: [CLASS_MISSING, NO_PERMISSION, CLASS_CLOSED, CLASS_CANCELLED, CHECK_IN_MISSING, WAY_NOT_OPEN],
    cacheSeconds: 0,
  },
  claimCheckIn: {
    method: 'POST',
    path: '/training/check-in/{signId}/claim',
    summary: 'A participant has scanned the code in the room: for two minutes this device may check this member in',
    access: 'signed-in',
    params: signParams,
    body: Body({ ...code, deviceKey: DeviceKey }),
    response: Claim,
    errors: refusals,
  },
  checkIn: {
    method: 'POST',
    path: '/training/check-in/{signId}',
    summary:
      'Check in, or out, with what the scanned code has opened, and with the code word and the place where asked',
    access: 'signed-in',
    params: signParams,
    body: Body({
      claim: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
      deviceKey: DeviceKey,
      codeWord: OptionalText(codeWordLengthMax),
      place: Nullable(Position),
    }),
    response: CheckedIn,
    errors: [...refusals, CODE_WORD_WRONG, OUTSIDE_PLACE, PLACE_NEEDED],
    noDryRun: 'keeps-writes',
  },
} as const
