/** Sign-in by a QR code that a signed-in phone scans and confirms. The code is valid for 120 seconds and once. */
import { timingSafeEqual } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { ONE_TIME_CODE_EXPIRED, QR_CODE_STEP_REFUSED } from '../contract/codes.ts'
import type { qrCodeStates } from '../contract/sign-in.ts'
import type { IdentityDb } from './db.ts'
import type { Device } from './sessions.ts'
import { createToken, hashToken } from './tokens.ts'

const lifeMs = 120_000

type StoredState = 'waiting' | 'scanned' | 'confirmed' | 'rejected' | 'used'
type State = (typeof qrCodeStates)[number]
type Step = 'scan' | 'confirm' | 'reject' | 'use'

/** The signed-in member on the phone, and the session there. */
interface Phone {
  readonly memberId: string
  readonly sessionId: string
}

/** The allowed transitions; every other step is refused. */
const steps: Readonly<Record<Step, { from: StoredState; to: StoredState }>> = {
  scan: { from: 'waiting', to: 'scanned' },
  confirm: { from: 'scanned', to: 'confirmed' },
  reject: { from: 'scanned', to: 'rejected' },
  use: { from: 'confirmed', to: 'used' },
}

function shownState(code: { state: string; expires_at: number }, now: number): State {
  const over = code.expires_at <= now || code.state === 'rejected' || code.state === 'used'
  return over ? 'expired' : (code.state as State)
}

export async function createQrCode(db: IdentityDb, device: Device, publicUrl: string, now: number) {
  const id = uuid()
  const secret = createToken()
  const expiresAt = now + lifeMs
  await db
    .insertInto('identity.qr_code')
    .values({
      id,
      secret_hash: hashToken(secret),
      state: 'waiting',
      ip: device.ip,
      user_agent: device.userAgent,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return { id, secret, content: `${publicUrl}/#/qr-confirm/${id}`, expiresAt }
}

export async function qrCodeState(db: IdentityDb, id: string, now: number) {
  const code = await db
    .selectFrom('identity.qr_code')
    .select(['state', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!code) throw refuse(NOT_FOUND)
  return { state: shownState(code, now), expiresAt: code.expires_at }
}

async function lockCode(db: IdentityDb, id: string) {
  const code = await db.selectFrom('identity.qr_code').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!code) throw refuse(NOT_FOUND)
  return code
}

async function advance(db: IdentityDb, id: string, step: Step, by: Phone): Promise<void> {
  await db
    .updateTable('identity.qr_code')
    .set({ state: steps[step].to, member_id: by.memberId, session_id: by.sessionId })
    .where('id', '=', id)
    .execute()
}

/** A step of the phone. A second scan by the same member changes nothing. */
export async function stepQrCode(
  db: IdentityDb,
  id: string,
  step: 'scan' | 'confirm' | 'reject',
  phone: Phone,
  now: number,
) {
  const { memberId } = phone
  const code = await lockCode(db, id)
  if (shownState(code, now) === 'expired') throw refuse(ONE_TIME_CODE_EXPIRED)
  const again = step === 'scan' && code.state === 'scanned' && code.member_id === memberId
  const others = code.member_id !== null && code.member_id !== memberId
  if (!again && (code.state !== steps[step].from || others)) throw refuse(QR_CODE_STEP_REFUSED)
  await advance(db, id, step, phone)
  return {
    state: steps[step].to === 'scanned' ? ('scanned' as const) : shownState({ ...code, state: steps[step].to }, now),
    ip: code.ip,
    userAgent: code.user_agent,
    createdAt: code.created_at,
    expiresAt: code.expires_at,
  }
}

/**
 * Answers the member who confirmed the code, once, to the browser that knows the secret. A confirmation does not outlive
 * the session of the phone: who has lost it, or ended it, lets nobody in.
 */
export async function memberOfQrCode(db: IdentityDb, id: string, secret: string, now: number): Promise<string> {
  const code = await lockCode(db, id)
  const { member_id: memberId, session_id: sessionId } = code
  const known = timingSafeEqual(code.secret_hash, hashToken(secret))
  const usable = shownState(code, now) !== 'expired' && code.state === steps.use.from
  if (!known || !usable || memberId === null || sessionId === null) throw refuse(ONE_TIME_CODE_EXPIRED)
  const { ended_at: endedAt } = await db
    .selectFrom('identity.session')
    .select('ended_at')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  if (endedAt !== null) throw refuse(ONE_TIME_CODE_EXPIRED)
  await advance(db, id, 'use', { memberId, sessionId })
  return memberId
}
