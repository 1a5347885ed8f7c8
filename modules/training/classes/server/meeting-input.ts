/** What those who run a class write of its meetings is looked at before it is stored. */
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertRoomsFor } from '#modules/training/classrooms/server.ts'
import { NOT_A_LECTURER } from '#modules/training/lecturers/contract.ts'
import { lecturersByIds } from '#modules/training/lecturers/server.ts'
import type { Activity, ActivityInput } from '../contract/activities.ts'
import type { ClassesDb } from './db.ts'

function assertTimes(activities: readonly ActivityInput[]): void {
  const at = activities.findIndex(
    ({ kind, startsAt, endsAt }) => kind === 'offline' && startsAt !== null && endsAt !== null && endsAt <= startsAt,
  )
  if (at === -1) return
  const path = `activities.${at}.endsAt`
  throw refuse(INVALID_INPUT, { fields: [{ path, rule: 'order', message: 'is not after startsAt' }] })
}

const meetingsOf = (activities: readonly ActivityInput[]) => activities.filter(({ kind }) => kind === 'offline')

/**
 * Refuses times that end before they begin, rooms that are not for the author, and 60201 for a lecturer who is disabled or
 * none. What stands in the class already may have changed since.
 */
export async function assertMeetings(
  db: ClassesDb,
  caller: Caller,
  before: readonly Activity[],
  after: readonly ActivityInput[],
): Promise<void> {
  assertTimes(after)
  const added = <Key>(idsOf: (one: ActivityInput) => readonly Key[]) => {
    const known = new Set(meetingsOf(before).flatMap(idsOf))
    return [...new Set(meetingsOf(after).flatMap(idsOf))].filter((id) => !known.has(id))
  }
  await assertRoomsFor(
    db,
    caller,
    added(({ roomId }) => (roomId === null ? [] : [roomId])),
  )
  const lecturerIds = added((one) => one.lecturerIds)
  const known = await lecturersByIds(db, caller.companyId, lecturerIds)
  if (known.size < lecturerIds.length) throw refuse(NOT_FOUND)
  const away = lecturerIds.find((id) => known.get(id)?.isActive !== true)
  if (away !== undefined) throw refuse(NOT_A_LECTURER, { lecturerId: away })
}
