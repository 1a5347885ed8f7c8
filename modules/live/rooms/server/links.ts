/** Links for guests, who enter a room without an account. */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { findPage, type Paging } from '#server/db/page.ts'
import { ROOM_ENDED } from '../contract/errors.ts'
import { roomsTables } from './db.ts'
import { addEvents } from './events.ts'
import type { RoomRole } from './kinds.ts'
import { lockRoom } from './rooms.ts'

/** 256 bits, in characters that any address may contain. */
export const createSecret = () => randomBytes(32).toString('base64url')
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest()

export interface NewLink {
  readonly companyId: string
  readonly roomId: string
  readonly role: RoomRole
  /** The name that its creator gives to the recipient. */
  readonly label: string
  /** Milliseconds since 1970; null: as long as the room exists. */
  readonly expiresAt: number | null
  readonly createdBy: string | null
  readonly now: number
}

export interface RoomLink {
  readonly linkId: string
  readonly role: RoomRole
  readonly label: string
  /** Admits anybody who has it; `roomLinks` shows it again. */
  readonly token: string
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly uses: number
  readonly createdAt: number
}

/** Refuses with 370101 once the room has ended. */
export async function createRoomLink(connection: Connection, link: NewLink): Promise<RoomLink> {
  const db = roomsTables(connection)
  const room = await lockRoom(db, link.companyId, link.roomId)
  if (room.state === 'ended' || room.state === 'closed') throw refuse(ROOM_ENDED)
  const { role, label, expiresAt } = link
  const linkId = uuid()
  const token = createSecret()
  await db
    .insertInto('rooms.link')
    .values({
      ...{ id: linkId, company_id: link.companyId, room_id: link.roomId, role, label, token },
      ...{ token_hash: hashSecret(token), expires_at: expiresAt, created_by: link.createdBy, created_at: link.now },
    })
    .execute()
  return { linkId, role, label, token, expiresAt, revokedAt: null, uses: 0, createdAt: link.now }
}

/** In the order of their creation. */
export async function roomLinks(connection: Connection, companyId: string, roomId: string): Promise<RoomLink[]> {
  const rows = await roomsTables(connection)
    .selectFrom('rooms.link')
    .selectAll()
    .where('room_id', '=', roomId)
    .where('company_id', '=', companyId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...{ linkId: row.id, role: row.role as RoomRole, label: row.label, token: row.token },
    ...{ expiresAt: row.expires_at, revokedAt: row.revoked_at, uses: row.use_count, createdAt: row.created_at },
  }))
}

/**
 * Removes the link's guests from the room. Refuses with 900005 if the room has no such link; a repeat changes nothing.
 */
export async function revokeRoomLink(
  connection: Connection,
  input: { readonly companyId: string; readonly roomId: string; readonly linkId: string; readonly now: number },
): Promise<void> {
  const db = roomsTables(connection)
  const { companyId, roomId, linkId, now } = input
  await lockRoom(db, companyId, roomId)
  const link = await db
    .updateTable('rooms.link')
    .set((e) => ({ revoked_at: e.fn.coalesce('revoked_at', e.val(now)) }))
    .where('id', '=', linkId)
    .where('room_id', '=', roomId)
    .where('company_id', '=', companyId)
    .returning('id')
    .executeTakeFirst()
  if (!link) throw refuse(NOT_FOUND)
  await sql`delete from rooms.ticket where participant_id in
    (select id from rooms.participant where link_id = ${linkId})`.execute(db)
  const { rows } = await sql<{ participant_id: string }>`delete from rooms.seat where participant_id in
    (select id from rooms.participant where link_id = ${linkId}) returning participant_id`.execute(db)
  const guests = await db.selectFrom('rooms.participant').select('id').where('link_id', '=', linkId).execute()
  await addEvents(db, input, [
    ...guests.map(({ id }) => ({ name: 'bye', audience: 'one', participantId: id, data: { reason: 'link' } }) as const),
    ...(rows.length > 0 ? [{ name: 'stage' } as const] : []),
  ])
}

export async function listLinkUses(
  connection: Connection,
  input: { readonly companyId: string; readonly roomId: string; readonly linkId: string },
  query: Paging,
) {
  const matching = roomsTables(connection)
    .selectFrom('rooms.link_use')
    .where('link_id', '=', input.linkId)
    .where('room_id', '=', input.roomId)
    .where('company_id', '=', input.companyId)
  return findPage(query, matching, (q) =>
    q.select(['id', 'name', 'ip', 'at']).orderBy('at', 'desc').orderBy('id', 'desc'),
  )
}
