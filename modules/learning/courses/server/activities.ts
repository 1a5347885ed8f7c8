/** What of other modules stands in a course as a section: exams, surveys, lives. Who has them registers them here. */
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { findStudyKind } from '#modules/content/study/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import { ACTIVITY_DOES_NOT_FIT } from '../contract/errors.ts'
import { type ActivityItem, type ActivityKind, activityKinds, type SectionKind } from '../contract/wire.ts'

export interface CourseActivity {
  readonly kind: ActivityKind
  /** What the caller may put into a course, by name, at most `limit`. */
  search(db: Connection, caller: Caller, search: string, limit: number): Promise<readonly ActivityItem[]>
  /** The items of these ids in the company; one statement for all. */
  describe(db: Connection, companyId: string, ids: readonly string[]): Promise<readonly ActivityItem[]>
  /** The screen on which a learner takes part, as a path of the hash router. */
  launchPath(activityId: string, section: { readonly courseId: string; readonly sectionId: string }): string
  /** Asked when a learner opens the section: what was finished before the course was begun counts. */
  isFinished(db: Connection, companyId: string, memberId: string, activityId: string): Promise<boolean>
}

const courseActivity = extensionPoint<CourseActivity>('courses.activity')

export function isActivityKind(kind: SectionKind): kind is ActivityKind {
  return (activityKinds as readonly SectionKind[]).includes(kind)
}

function findActivity(kind: ActivityKind): CourseActivity | undefined {
  return courseActivity.all().find((one) => one.kind === kind)
}

/** Refuses a kind that no module of this platform has. */
export function activityOf(kind: ActivityKind): CourseActivity {
  const activity = findActivity(kind)
  if (!activity) throw refuse(ACTIVITY_DOES_NOT_FIT, { kind })
  return activity
}

const ownKinds: readonly SectionKind[] = ['video', 'audio', 'pdf', 'text', 'link', 'package']

/** Whether the member has finished it elsewhere. What no module knows any more is finished by nobody. */
export async function isActivityFinished(
  db: Connection,
  companyId: string,
  memberId: string,
  { kind, activityId }: { readonly kind: ActivityKind; readonly activityId: string },
): Promise<boolean> {
  return (await findActivity(kind)?.isFinished(db, companyId, memberId, activityId)) ?? false
}

/** The kinds of sections that can be made here. */
export function offeredKinds(): SectionKind[] {
  return [...ownKinds, ...activityKinds.filter((kind) => findActivity(kind) !== undefined)]
}

/** What a section leads to, and where; gone where nobody knows it any more. */
export async function describedActivity(
  db: Connection,
  companyId: string,
  section: {
    readonly kind: SectionKind
    readonly activityId: string | null
    readonly courseId: string
    readonly sectionId: string
  },
) {
  const { kind, activityId } = section
  if (activityId === null || !isActivityKind(kind)) return null
  const activity = findActivity(kind)
  const [item] = (await activity?.describe(db, companyId, [activityId])) ?? []
  const launchPath = item?.isAvailable ? (activity?.launchPath(activityId, section) ?? null) : null
  return { id: activityId, name: item?.name ?? '', launchPath }
}

/** Lives in map `business-type`: as something to study they are known to the module study. */
const liveBusinessType = 5

/** Lives stand in courses as they stand in learning paths: found, opened and finished by what live says of them. */
export const liveActivity = courseActivity({
  kind: 'live',
  async search(db, caller, search, limit) {
    return (await findStudyKind(liveBusinessType)?.search(db, caller, search, limit)) ?? []
  },
  async describe(db, companyId, ids) {
    return (await findStudyKind(liveBusinessType)?.items(db, companyId, ids)) ?? []
  },
  launchPath: (activityId) => `/live/detail/${activityId}`,
  async isFinished(db, companyId, memberId, activityId) {
    const states = await findStudyKind(liveBusinessType)?.states(db, companyId, [memberId], [activityId])
    return states?.some((state) => state.isFinished) ?? false
  },
})
