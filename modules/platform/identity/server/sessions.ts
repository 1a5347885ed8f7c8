/**
 * Sessions: one for each sign-in and device. An access token is valid for an hour, a refresh token for one renewal. A
 * refresh token that is used twice counts as stolen and ends its session. Several tabs may renew at the same time, so
 * within a minute the same refresh token answers the same new tokens, which derive from it and from the session's
 * rotation key.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Language } from '#kit/caller.ts'
import { NOT_FOUND, refuse, refuseKeepingWrites, SIGN_IN_NEEDED } from '#kit/errors.ts'
import { SIGNED_IN_ELSEWHERE, SIGNED_IN_ELSEWHERE_REFRESH, TOO_MANY_SESSIONS } from '../contract/codes.ts'
import type { TokenAnswer } from '../contract/sign-in.ts'
import { signInRule } from './companies.ts'
import type { IdentityDb } from './db.ts'
import { createToken, hashToken } from './tokens.ts'

const accessSeconds = 3600
const refreshMs = 14 * 86_400_000
const raceMs = 60_000

export interface Device {
  readonly ip: string
  readonly userAgent: string
  /** Stored as the language of a member who has not chosen one. */
  readonly language?: Language
}

function answerOf(accessToken: string, refreshToken: string, expiresInSeconds = accessSeconds): TokenAnswer {
  return {
    token_type: 'Bearer',
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: expiresInSeconds,
  }
}

/**
 * Starts a session. The company's rule applies to the other sessions: `one` ends them (90901), `many` has a limit
 * (90903) unless `endOldest` makes room: it ends what was unused for longest. The caller must have locked the member's
 * credential, so that simultaneous sign-ins count each other.
 */
export async function createSession(
  db: IdentityDb,
  member: { id: string; companyId: string },
  device: Device,
  now: number,
  { endOldest = false } = {},
): Promise<TokenAnswer> {
  const rule = await signInRule(db, member.companyId)
  if (rule.elsewhere === 'one') await endSessions(db, member.id, now, SIGNED_IN_ELSEWHERE.code)
  else {
    const { sessionsMax } = rule
    const over = (await countRunning(db, member.id, now)) - sessionsMax + 1
    if (over > 0 && !endOldest) throw refuse(TOO_MANY_SESSIONS, { sessionsMax })
    if (over > 0) await endUnused(db, member.id, over, now)
  }
  const accessToken = createToken()
  const refreshToken = createToken()
  await db
    .insertInto('identity.session')
    .values({
      id: uuid(),
      company_id: member.companyId,
      member_id: member.id,
      access_hash: hashToken(accessToken),
      access_expires_at: now + accessSeconds * 1000,
      refresh_hash: hashToken(refreshToken),
      refresh_expires_at: now + refreshMs,
      rotation_key: randomBytes(32),
      created_at: now,
      last_seen_at: now,
      ip: device.ip,
      user_agent: device.userAgent,
    })
    .execute()
  return answerOf(accessToken, refreshToken)
}

async function countRunning(db: IdentityDb, memberId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('identity.session')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .where('refresh_expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

/** Ends so many of the member's sessions: those that were unused for longest. */
async function endUnused(db: IdentityDb, memberId: string, count: number, now: number): Promise<void> {
  await sql`update identity.session set ended_at = ${now}, end_code = ${SIGNED_IN_ELSEWHERE.code}
    where id in (select id from identity.session
      where member_id = ${memberId} and ended_at is null and refresh_expires_at > ${now}
      order by last_seen_at, created_at, id limit ${count})`.execute(db)
}

/** Ends the member's sessions, except `exceptId`. */
export async function endSessions(
  db: IdentityDb,
  memberId: string | readonly string[],
  now: number,
  endCode: number | null = null,
  exceptId?: string,
): Promise<void> {
  const ids = typeof memberId === 'string' ? [memberId] : [...memberId]
  await db
    .updateTable('identity.session')
    .set({ ended_at: now, end_code: endCode })
    .where('member_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('ended_at', 'is', null)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .execute()
}

function nextToken(rotationKey: Buffer, kind: 'access' | 'refresh', refreshToken: string): string {
  return createHmac('sha256', rotationKey).update(`${kind} ${refreshToken}`).digest('base64url')
}

/** Renews the tokens of a session. */
export async function refreshSession(db: IdentityDb, refreshToken: string, now: number): Promise<TokenAnswer> {
  const hash = hashToken(refreshToken)
  const session = await db
    .selectFrom('identity.session as s')
    .innerJoin('identity.member as m', 'm.id', 's.member_id')
    .select(['s.id', 's.rotation_key', 's.refresh_expires_at', 's.ended_at', 's.end_code', 'm.enabled'])
    .where('s.refresh_hash', '=', hash)
    .forUpdate('s')
    .executeTakeFirst()
  if (!session) return answerSpent(db, refreshToken, hash, now)
  assertRenewable(session, now)
  const accessToken = nextToken(session.rotation_key, 'access', refreshToken)
  const nextRefreshToken = nextToken(session.rotation_key, 'refresh', refreshToken)
  await db
    .updateTable('identity.session')
    .set({
      access_hash: hashToken(accessToken),
      access_expires_at: now + accessSeconds * 1000,
      refresh_hash: hashToken(nextRefreshToken),
      refresh_expires_at: now + refreshMs,
      last_seen_at: now,
    })
    .where('id', '=', session.id)
    .execute()
  await db.insertInto('identity.spent_refresh_token').values({ hash, session_id: session.id, spent_at: now }).execute()
  return answerOf(accessToken, nextRefreshToken)
}

interface Renewable {
  readonly enabled: boolean
  readonly ended_at: number | null
  readonly end_code: number | null
  readonly refresh_expires_at: number
}

function assertRenewable(session: Renewable, now: number): void {
  if (session.end_code === SIGNED_IN_ELSEWHERE.code) throw refuse(SIGNED_IN_ELSEWHERE_REFRESH)
  if (session.ended_at !== null || !session.enabled || session.refresh_expires_at <= now) throw refuse(SIGN_IN_NEEDED)
}

async function answerSpent(db: IdentityDb, refreshToken: string, hash: Buffer, now: number): Promise<TokenAnswer> {
  const spent = await db
    .selectFrom('identity.spent_refresh_token as t')
    .innerJoin('identity.session as s', 's.id', 't.session_id')
    .innerJoin('identity.member as m', 'm.id', 's.member_id')
    .select(['s.id', 's.rotation_key', 's.refresh_hash', 's.refresh_expires_at', 's.access_expires_at'])
    .select(['s.ended_at', 's.end_code', 'm.enabled', 't.spent_at'])
    .where('t.hash', '=', hash)
    .executeTakeFirst()
  if (!spent) throw refuse(SIGN_IN_NEEDED)
  assertRenewable(spent, now)
  const nextRefreshToken = nextToken(spent.rotation_key, 'refresh', refreshToken)
  if (now - spent.spent_at <= raceMs) {
    // Another renewal has followed, so this request is late, which does not prove theft.
    if (!hashToken(nextRefreshToken).equals(spent.refresh_hash)) throw refuse(SIGN_IN_NEEDED)
    const secondsLeft = Math.max(1, Math.floor((spent.access_expires_at - now) / 1000))
    return answerOf(nextToken(spent.rotation_key, 'access', refreshToken), nextRefreshToken, secondsLeft)
  }
  await db.updateTable('identity.session').set({ ended_at: now }).where('id', '=', spent.id).execute()
  throw refuseKeepingWrites(SIGN_IN_NEEDED)
}

/** The valid sessions of a member, newest first. */
export async function listSessions(db: IdentityDb, caller: { memberId: string; sessionId: string }, now: number) {
  const rows = await db
    .selectFrom('identity.session')
    .select(['id', 'created_at', 'last_seen_at', 'ip', 'user_agent'])
    .where('member_id', '=', caller.memberId)
    .where('ended_at', 'is', null)
    .where('refresh_expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute()
  const items = rows.map((row) => ({
    id: row.id,
    current: row.id === caller.sessionId,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    ip: row.ip,
    userAgent: row.user_agent,
  }))
  return { items, recordCount: items.length }
}

/** Ends one of the member's sessions. */
export async function endSession(db: IdentityDb, memberId: string, sessionId: string, now: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('identity.session')
    .set({ ended_at: now })
    .where('id', '=', sessionId)
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw refuse(NOT_FOUND)
}
