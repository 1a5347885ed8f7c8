/** Sign-in during the room: rounds that the host opens, and the plain sign-in. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { NO_SIGN_ROUND, WRONG_ROOM_STATE } from '../contract/errors.ts'
import { type RoomsDb, roomsTables } from './db.ts'
import { getRoom } from './rooms.ts'

/** The open round, or the plain one; undefined if the host has opened rounds and none is open. */
export async function openRound(db: RoomsDb, roomId: string, now: number): Promise<string | undefined> {
  const round = await db
    .selectFrom('rooms.sign_round')
    .select('id')
    .where('room_id', '=', roomId)
    .where('number', '>', 0)
    .where('closed_at', 'is', null)
    .where((e) => e.or([e('closes_at', 'is', null), e('closes_at', '>', now)]))
    .executeTakeFirst()
  return round?.id
}

async function plainRound(db: RoomsDb, companyId: string, roomId: string, now: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into rooms.sign_round (id, company_id, room_id, number, opened_at)
    values (${uuid()}, ${companyId}, ${roomId}, 0, ${now})
    on conflict (room_id, number) do update set number = 0 returning id`.execute(db)
  return rows[0]?.id ?? ''
}

/** Answers the time of the person's first signature. */
export async function sign(
  db: RoomsDb,
  {
    companyId,
    roundId,
    participantId,
    now,
  }: { companyId: string; roundId: string; participantId: string; now: number },
): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    insert into rooms.signature (round_id, participant_id, company_id, at)
    values (${roundId}, ${participantId}, ${companyId}, ${now})
    on conflict (round_id, participant_id) do update set at = signature.at returning at`.execute(db)
  return rows[0]?.at ?? now
}

/**
 * A member's sign-in from outside of the room: in the open round, else the plain one. Answers the time of the member's
 * first signature. Refuses with 370107 unless the room runs, and with 370114 if the member has not been in it.
 */
export async function signIn(
  connection: Connection,
  input: { readonly companyId: string; readonly roomId: string; readonly memberId: string; readonly now: number },
): Promise<number> {
  const db = roomsTables(connection)
  const { companyId, roomId, memberId, now } = input
  const room = await getRoom(db, companyId, roomId)
  if (room.state !== 'running') throw refuse(WRONG_ROOM_STATE)
  const participant = await db
    .selectFrom('rooms.participant')
    .select('id')
    .where('room_id', '=', roomId)
    .where('member_id', '=', memberId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!participant) throw refuse(NO_SIGN_ROUND)
  const roundId = (await openRound(db, roomId, now)) ?? (await plainRound(db, companyId, roomId, now))
  return sign(db, { companyId, roundId, participantId: participant.id, now })
}
