/** A participant scans the code in the room: the scan is claimed at once, and then there is time for the code word and the place. */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse, refuseKeepingWrites } from '#kit/errors.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { CLASS_CANCELLED, CLASS_CLOSED, NO_PARTICIPANT } from '#modules/training/classes/contract.ts'
import {
  enrolledSql,
  findClass,
  mustBuyClass,
  noteStarted,
  type PlacedClass,
} from '#modules/training/classes/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type CheckedIn, claimValidMs, codeWordTriesMax } from '../contract/checking-in.ts'
import {
  ALREADY_CHECKED_IN,
  CHECK_IN_CLOSED,
  CHECK_IN_MISSING,
  CHECK_IN_NOT_OPEN,
  CODE_WORD_WRONG,
  DEVICE_USED,
  NOT_CHECKED_IN,
  QR_EXPIRED,
} from '../contract/codes.ts'
import type { AttendanceState, Direction } from '../contract/states.ts'
import type { attendance } from '../contract.ts'
import { type CheckInRecord, getCheckIn } from './check-in-record.ts'
import type { AttendanceDb } from './db.ts'
import { locate } from './distance.ts'
import { pass } from './passages.ts'
import { directionOf } from './signed-codes.ts'
import { standingsSql } from './standings.ts'

const hashOf = (claim: string) => createHash('sha256').update(claim).digest('base64url')

interface Door {
  readonly list: CheckInRecord
  readonly found: PlacedClass
}

/**
 * Refuses who may not go through the door now, whatever they bring: a refusal leaves nothing behind. Until the end of the transaction
 * nobody closes the class.
 */
async function findDoor(db: AttendanceDb, caller: Caller, signId: string, now: number): Promise<Door> {
  const { companyId, memberId } = caller
  const list = await getCheckIn(db, { id: signId, companyId }, { lock: 'passing' })
  const isUnpaid = await mustBuyClass(db, caller, list.classId, now)
  const found = await findClass(db, { id: list.classId, companyId }, { lock: 'share' })
  if (!found || found.status === 'draft') throw refuse(CHECK_IN_MISSING)
  const { rows } = await sql<{ one: number }>`
    select 1 as one from ${enrolledSql(companyId, list.classId)} e where e."memberId" = ${memberId}`.execute(db)
  if (found.status === 'off-shelf') throw refuse(CLASS_CANCELLED)
  if (found.closedAt !== null) throw refuse(CLASS_CLOSED)
  if (rows.length === 0) throw refuse(NO_PARTICIPANT)
  if (isUnpaid) throw refuse(NOT_BOUGHT)
  if (now < list.opensAt) throw refuse(CHECK_IN_NOT_OPEN, { opensAt: list.opensAt })
  if (now >= list.closesAt) throw refuse(CHECK_IN_CLOSED, { closesAt: list.closesAt })
  return { list, found }
}

interface Noted {
  readonly memberId: string
  readonly firstInAt: number | null
  readonly insideSince: number | null
  readonly lastOutAt: number | null
}

/** What the list knows of the member, and of the device. */
async function assertFree(
  db: AttendanceDb,
  { id, kind }: CheckInRecord,
  { memberId, deviceKey, direction }: { memberId: string; deviceKey: string; direction: Direction },
): Promise<void> {
  const { rows } = await sql<Noted>`
    select member_id as "memberId", first_in_at as "firstInAt", inside_since as "insideSince", last_out_at as "lastOutAt"
    from attendance.record where check_in_id = ${id} and member_id = ${memberId}
    union all
    select member_id, null, null, null
    from attendance.record where check_in_id = ${id} and device_key = ${deviceKey} and member_id <> ${memberId}`.execute(
    db,
  )
  const own = rows.find((row) => row.memberId === memberId)
  const since = kind === 'in' ? own?.firstInAt : own?.insideSince
  if (direction === 'in' && typeof since === 'number') throw refuse(ALREADY_CHECKED_IN, { at: since })
  if (direction === 'out' && typeof since !== 'number') throw notInside(own?.lastOutAt)
  if (rows.some((row) => row.memberId !== memberId)) throw refuse(DEVICE_USED)
}

const notInside = (leftAt: number | null | undefined) =>
  typeof leftAt === 'number' ? refuse(ALREADY_CHECKED_IN, { at: leftAt }) : refuse(NOT_CHECKED_IN)

type Scanned = Input<typeof attendance.claimCheckIn>['body']

export async function claimCheckIn(db: AttendanceDb, caller: Caller, signId: string, body: Scanned, now: number) {
  const { list, found } = await findDoor(db, caller, signId, now)
  const { memberId, sessionId, companyId } = caller
  const { deviceKey } = body
  const direction = directionOf({ signId, secret: list.secret }, body, now)
  if (direction === undefined) throw refuse(QR_EXPIRED)
  await assertFree(db, list, { memberId, deviceKey, direction })
  const claim = randomBytes(32).toString('base64url')
  await sql`
    insert into attendance.claim as c (check_in_id, member_id, company_id, direction, token_hash, session_id, device_key, expires_at)
    values (${signId}, ${memberId}, ${companyId}, ${direction}, ${hashOf(claim)}, ${sessionId}, ${deviceKey},
      ${now + claimValidMs})
    on conflict (check_in_id, member_id) do update set direction = excluded.direction, token_hash = excluded.token_hash,
      session_id = excluded.session_id, device_key = excluded.device_key, expires_at = excluded.expires_at`.execute(db)
  const { title, kind, startsAt, endsAt } = list
  return {
    ...{ claim, validMs: claimValidMs, classId: found.id, className: found.name, title, kind, direction },
    ...{ startsAt, endsAt, needsCodeWord: list.codeWord !== '', needsPlace: list.place !== null },
  }
}

interface Claimed {
  readonly direction: Direction
  readonly tokenHash: string
  readonly sessionId: string
  readonly deviceKey: string
  readonly tries: number
  readonly expiresAt: number
}

type Entering = Input<typeof attendance.checkIn>['body']

export async function checkIn(
  db: AttendanceDb,
  caller: Caller,
  signId: string,
  body: Entering,
  now: number,
): Promise<CheckedIn> {
  const { list } = await findDoor(db, caller, signId, now)
  const { memberId } = caller
  const { deviceKey } = body
  const { direction, tries } = await getClaim(db, caller, list, body, now)
  await assertFree(db, list, { memberId, deviceKey, direction })
  await assertCodeWord(db, list, { memberId, said: body.codeWord, tries })
  const located = locate(list.place, body.place)
  const passage = {
    memberId,
    direction,
    at: now,
    source: 'qr' as const,
    flags: located?.flags ?? [],
    deviceKey,
    located,
  }
  const [result] = await pass(db, list, [passage])
  if (result !== 'taken') throw direction === 'in' ? refuse(ALREADY_CHECKED_IN, { at: now }) : refuse(NOT_CHECKED_IN)
  await sql`delete from attendance.claim where check_in_id = ${signId} and member_id = ${memberId}`.execute(db)
  await noteStarted(db, { classId: list.classId, memberId, now })
  return { at: now, direction, ...(await standingOf(db, list, memberId, now)) }
}

/**
 * What the scan has opened: for this member, session and device, once. Without it whoever is in already hears that. The lock lets one try
 * at the code word after the other: words that are sent at once are counted as well.
 */
async function getClaim(
  db: AttendanceDb,
  { memberId, sessionId }: Caller,
  list: CheckInRecord,
  { claim, deviceKey }: Entering,
  now: number,
): Promise<Claimed> {
  const { rows } = await sql<Claimed>`
    select direction, token_hash as "tokenHash", session_id as "sessionId", device_key as "deviceKey", tries,
      expires_at as "expiresAt"
    from attendance.claim where check_in_id = ${list.id} and member_id = ${memberId} for update`.execute(db)
  const [found] = rows
  if (!found && list.kind === 'in') await assertFree(db, list, { memberId, deviceKey, direction: 'in' })
  const isRight =
    found?.tokenHash === hashOf(claim) &&
    found.sessionId === sessionId &&
    found.deviceKey === deviceKey &&
    now < found.expiresAt
  if (!found || !isRight) throw refuse(QR_EXPIRED)
  return found
}

/** As people hear and type it: width, case and spaces around it are no difference. */
const heard = (word: string) => word.normalize('NFKC').trim().toLowerCase()

/** A wrong word is counted although the call is refused. */
async function assertCodeWord(
  db: AttendanceDb,
  { id, codeWord }: CheckInRecord,
  { memberId, said, tries }: { readonly memberId: string; readonly said: string; readonly tries: number },
): Promise<void> {
  if (codeWord === '') return
  if (tries >= codeWordTriesMax) throw refuse(CODE_WORD_WRONG, { left: 0 })
  if (heard(said) === heard(codeWord)) return
  const { rows } = await sql<{ tries: number }>`
    update attendance.claim set tries = tries + 1 where check_in_id = ${id} and member_id = ${memberId}
    returning tries`.execute(db)
  throw refuseKeepingWrites(CODE_WORD_WRONG, { left: Math.max(0, codeWordTriesMax - (rows[0]?.tries ?? tries + 1)) })
}

async function standingOf(
  db: Connection & AttendanceDb,
  { id, classId, companyId }: CheckInRecord,
  memberId: string,
  now: number,
) {
  const { rows } = await sql<{ state: AttendanceState | null; minutes: number }>`
    select s.state, s.counted_minutes as minutes from ${standingsSql(
      { classId, companyId, now },
      { lists: sql`c.id = ${id}`, members: sql`e."memberId" = ${memberId}` },
    )} s`.execute(db)
  return { state: rows[0]?.state ?? null, minutes: rows[0]?.minutes ?? 0 }
}
