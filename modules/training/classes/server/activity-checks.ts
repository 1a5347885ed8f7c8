/** What is looked at before the activities of a class are written, besides the content that they name. */
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { filesOfOwner } from '#modules/platform/files/server.ts'
import type { Activity, ActivityInput } from '../contract/activities.ts'
import { ACTIVITY_IN_USE, FILE_UNKNOWN } from '../contract/codes.ts'
import { activityKind } from './activity-kinds.ts'
import type { ClassesDb } from './db.ts'

/** What is attached stands in the class already, or is the author's own: an id alone opens nobody else's file. */
export async function assertFiles(
  db: ClassesDb,
  caller: Caller,
  before: readonly Activity[],
  activities: readonly ActivityInput[],
): Promise<void> {
  const there = new Set(before.flatMap(({ fileIds }) => fileIds))
  const added = [...new Set(activities.flatMap(({ fileIds }) => fileIds))].filter((id) => !there.has(id))
  if (added.length === 0) return
  const own = await filesOfOwner(db, caller, added)
  const missing = added.find((id) => !own.has(id))
  if (missing !== undefined) throw refuse(FILE_UNKNOWN, { fileId: missing })
}

/** Work of participants does not go with a click: an activity that holds some stays, as what it is. */
export async function assertRemovable(
  db: ClassesDb,
  companyId: string,
  before: readonly Activity[],
  activities: readonly ActivityInput[],
): Promise<void> {
  const kept = new Set(activities.map(({ id, kind }) => `${id} ${kind}`))
  const removed = before.filter(({ id, kind }) => !kept.has(`${id} ${kind}`))
  for (const { kind, inUse } of activityKind.all()) {
    const ids = removed.flatMap((one) => (one.kind === kind ? one.id : []))
    const [used] = ids.length > 0 && inUse ? await inUse(db, companyId, ids) : []
    const activity = removed.find(({ id }) => id === used)
    if (activity) throw refuse(ACTIVITY_IN_USE, { title: activity.title })
  }
}
