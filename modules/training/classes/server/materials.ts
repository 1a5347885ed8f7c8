/** Activities with a screen of the class itself: materials to read, and the frame of a discussion. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { grantFiles } from '#modules/platform/files/server.ts'
import { NOT_RELEASED } from '../contract/codes.ts'
import type { ShownActivity } from '../contract/learning.ts'
import { findActivities } from './activities.ts'
import { activityKind } from './activity-kinds.ts'
import { enterClass, opensAt } from './class-content.ts'
import type { ClassesDb } from './db.ts'

const addressSeconds = 4 * 3600

/** A material is finished when it was opened, which the visit says. */
export const materialActivity = activityKind({
  kind: 'material',
  screen: (classId, activityId) => `/train-new/class/${classId}/material/${activityId}`,
  standings: async () => [],
})

/** The activity with addresses of its files for the caller alone. */
export async function shownActivity(
  db: ClassesDb,
  caller: Caller,
  { id, activityId }: { readonly id: string; readonly activityId: string },
  now: number,
): Promise<ShownActivity> {
  const { found, isStaff } = await enterClass(db, caller, id, now)
  const activity = (await findActivities(db, id)).find((one) => one.id === activityId)
  if (!activity || !['material', 'discussion'].includes(activity.kind)) throw refuse(NOT_FOUND)
  const from = opensAt(found, activity)
  if (from > now && !isStaff) throw refuse(NOT_RELEASED, { opensAt: from })
  const { companyId, memberId } = caller
  const { kind, title: name, text, dueAt, fileIds } = activity
  const files = await grantFiles(db, { companyId, memberId, seconds: addressSeconds, now }, fileIds)
  const { rows } = await sql<{ openedAt: number }>`
    select opened_at as "openedAt" from classes.visit
    where activity_id = ${activityId} and member_id = ${memberId}`.execute(db)
  return { className: found.name, kind, name, text, dueAt, files, isOpened: rows.length > 0 }
}
