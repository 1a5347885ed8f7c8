/** Tickets for sockets: one use, one minute, for one person in one room. Only the hash is stored. */
import { sql } from 'kysely'
import { refuse, SIGN_IN_NEEDED, TOO_MANY_CALLS } from '#kit/errors.ts'
import { runningSessions } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { lockNames } from '#server/db/transaction.ts'
import { type RoomsDb, roomsTables } from './db.ts'
import { createSecret, hashSecret } from './links.ts'

const ticketMs = 60_000
/** The limit of unused tickets: a hurried reconnect needs few. */
const waitingMax = 20

export interface TicketInput {
  readonly companyId: string
  readonly roomId: string
  readonly participantId: string
  readonly purpose: 'socket' | 'stream'
  /** The member's session: the socket ends with it. */
  readonly sessionId: string | null
  readonly device: string
  readonly now: number
}

/** Refuses with 900008 after too many tickets. */
export async function createTicket(db: RoomsDb, input: TicketInput): Promise<string> {
  const { companyId, roomId, participantId, purpose, sessionId, device, now } = input
  await lockNames(db, `rooms.ticket ${participantId}`)
  const { waiting } = await db
    .selectFrom('rooms.ticket')
    .select((e) => e.fn.countAll<number>().as('waiting'))
    .where('participant_id', '=', participantId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  if (waiting >= waitingMax) throw refuse(TOO_MANY_CALLS)
  const ticket = createSecret()
  await db
    .insertInto('rooms.ticket')
    .values({
      ...{ hash: hashSecret(ticket), company_id: companyId, room_id: roomId, participant_id: participantId },
      ...{ purpose, session_id: sessionId, device, expires_at: now + ticketMs },
    })
    .execute()
  return ticket
}

export interface Redeemed {
  readonly companyId: string
  readonly participantId: string
  readonly sessionId: string | null
  readonly device: string
}

/**
 * Redeems the ticket; refuses with 401 if it is forged, used, expired, or another room's, or if its session has ended.
 */
export async function redeemTicket(
  connection: Connection,
  ticket: string | undefined,
  { roomId, purpose, now }: { roomId: string; purpose: TicketInput['purpose']; now: number },
): Promise<Redeemed> {
  if (ticket === undefined || !/^[\w-]{43}$/.test(ticket)) throw refuse(SIGN_IN_NEEDED)
  const taken = await roomsTables(connection)
    .deleteFrom('rooms.ticket')
    .where('hash', '=', hashSecret(ticket))
    .returning(['company_id', 'participant_id', 'session_id', 'device', 'room_id', 'purpose', 'expires_at'])
    .executeTakeFirst()
  if (!taken || taken.room_id !== roomId || taken.purpose !== purpose || taken.expires_at <= now)
    throw refuse(SIGN_IN_NEEDED)
  const { company_id: companyId, participant_id: participantId, session_id: sessionId, device } = taken
  if (sessionId !== null && !(await runningSessions(connection, [sessionId], now)).has(sessionId))
    throw refuse(SIGN_IN_NEEDED)
  return { companyId, participantId, sessionId, device }
}

export async function removeExpiredTickets(db: RoomsDb, now: number): Promise<void> {
  await sql`delete from rooms.ticket where expires_at <= ${now}`.execute(db)
}
