/** Names under which guests enter: a viewer without an account does not take the name of somebody who leads the room. */

import { refuse } from '#kit/errors.ts'
import { personSkeleton } from '#kit/names.ts'
import { GUEST_NAME_IMITATES } from '../contract/errors.ts'
import type { RoomRow, RoomsDb } from './db.ts'
import { kindOf } from './kinds.ts'

/** Refuses a name that looks like one of these. */
export function assertNoImitation(name: string, staff: readonly string[]): void {
  const skeleton = personSkeleton(name)
  if (skeleton !== '' && staff.some((one) => personSkeleton(one) === skeleton)) throw refuse(GUEST_NAME_IMITATES)
}

/** The members who lead the room or are to do so. */
export async function staffNames(db: RoomsDb, room: RoomRow, now: number): Promise<string[]> {
  const { id: roomId, company_id: companyId } = room
  const entered = await db
    .selectFrom('rooms.participant')
    .select('name')
    .where('room_id', '=', roomId)
    .where('role', '<>', 'viewer')
    .where('member_id', 'is not', null)
    .execute()
  const planned = (await kindOf(room.kind).staffNames?.(db, { companyId, roomId, now })) ?? []
  return [...entered.map(({ name }) => name), ...planned]
}
