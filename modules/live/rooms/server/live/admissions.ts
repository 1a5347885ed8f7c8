/** People who may not be in a room any more: its audience is another one, or they belong to another organization now. */
import { inTransaction } from '#server/db/transaction.ts'
import type { RoomsDb } from '../db.ts'
import { addEvents, type NewEvent, type Place } from '../events.ts'
import { kindOf } from '../kinds.ts'
import { lockRoom } from '../rooms.ts'

/** Asks the room's owner about the members among these participants; guests have their link. */
async function findUnadmitted(db: RoomsDb, place: Place, participantIds: readonly string[]): Promise<string[]> {
  const { companyId, roomId, now } = place
  const people = await db
    .selectFrom('rooms.participant as p')
    .innerJoin('rooms.room as r', 'r.id', 'p.room_id')
    .select(['p.id', 'p.member_id', 'r.kind'])
    .where('r.id', '=', roomId)
    .where('p.id', 'in', [...participantIds])
    .execute()
  const members = people.flatMap(({ id, member_id: memberId, kind }) =>
    memberId === null ? [] : { id, memberId, kind },
  )
  const [first] = members
  const { stillAdmitted } = first ? kindOf(first.kind) : {}
  if (!stillAdmitted) return []
  const memberIds = members.map(({ memberId }) => memberId)
  const admitted = await stillAdmitted(db, { companyId, roomId, memberIds, now })
  return members.filter(({ memberId }) => !admitted.has(memberId)).map(({ id }) => id)
}

/** Takes them off the stage, and closes their connections to all processes. */
export async function sendAwayUnadmitted(db: RoomsDb, place: Place, participantIds: readonly string[]): Promise<void> {
  const ids = await findUnadmitted(db, place, participantIds)
  if (ids.length === 0) return
  await inTransaction(db, async (tables) => {
    await lockRoom(tables, place.companyId, place.roomId)
    await tables
      .updateTable('rooms.participant')
      .set({ hand_at: null, invited_at: null })
      .where('id', 'in', ids)
      .execute()
    await tables.deleteFrom('rooms.ticket').where('participant_id', 'in', ids).execute()
    await tables.deleteFrom('rooms.seat').where('participant_id', 'in', ids).where('number', '>', 0).execute()
    const byes = ids.map(
      (participantId): NewEvent => ({ name: 'bye', audience: 'one', participantId, data: { reason: 'no-access' } }),
    )
    await addEvents(tables, place, [...byes, { name: 'stage' }])
  })
}
