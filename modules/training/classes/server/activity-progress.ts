/** How far participants are with the activities of a class. What counts as finished is said by the owner of each content. */
import { sql } from 'kysely'
import { keyOf, type StudyRef, studyStates } from '#modules/content/study/server.ts'
import { activityKind, findActivityKind } from './activity-kinds.ts'
import type { ClassesDb } from './db.ts'

export interface ActivityRef {
  readonly id: string
  readonly kind: string
  readonly isRequired: boolean
  readonly businessType: number | null
  readonly businessId: string | null
}

export interface ActivityStanding {
  readonly isFinished: boolean
  readonly percent: number
}

const refOf = ({ businessType, businessId }: ActivityRef): StudyRef[] =>
  businessType === null || businessId === null ? [] : [{ businessType, businessId }]

/** `of(memberId, activity)`: two statements, and one a kind of content, however many members. */
export async function activityStandings(
  db: ClassesDb,
  companyId: string,
  { memberIds, activities }: { readonly memberIds: readonly string[]; readonly activities: readonly ActivityRef[] },
): Promise<(memberId: string, activity: ActivityRef) => ActivityStanding> {
  const states = await studyStates(db, companyId, memberIds, activities.flatMap(refOf))
  const { rows: visits } = await sql<{ memberId: string; activityId: string }>`
    select member_id as "memberId", activity_id as "activityId" from classes.visit
    where activity_id = any(${activities.map(({ id }) => id)}::uuid[])
      and member_id = any(${[...memberIds]}::uuid[])`.execute(db)
  const owned = await ownedStandings(db, companyId, memberIds, activities)
  const studied = new Map(states.map((one) => [`${one.memberId} ${keyOf(one.businessType, one.businessId)}`, one]))
  const visited = new Set(visits.map((one) => `${one.memberId} ${one.activityId}`))
  return (memberId, activity) => {
    const [ref] = refOf(activity)
    const state = ref && studied.get(`${memberId} ${keyOf(ref.businessType, ref.businessId)}`)
    const percent = state?.percent ?? owned.get(`${memberId} ${activity.id}`) ?? 0
    const isVisited = visited.has(`${memberId} ${activity.id}`)
    const isFinished = ref ? (state?.isFinished ?? false) : isVisited || percent >= 100
    return { isFinished, percent: isFinished ? 100 : percent }
  }
}

/** What the modules say that own kinds of activities: member and activity → percent. */
async function ownedStandings(
  db: ClassesDb,
  companyId: string,
  memberIds: readonly string[],
  activities: readonly ActivityRef[],
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  for (const { kind, standings } of activityKind.all()) {
    const activityIds = activities.flatMap((one) => (one.kind === kind ? one.id : []))
    if (activityIds.length === 0) continue
    for (const { memberId, activityId, percent } of await standings(db, companyId, { activityIds, memberIds }))
      found.set(`${memberId} ${activityId}`, percent)
  }
  return found
}

const withOwner: ReadonlySet<string> = new Set(['offline', 'homework', 'discussion'])

/** What counts for the completion. A meeting, for example, counts where something says who was there. */
export const counts = ({ isRequired, kind }: ActivityRef): boolean =>
  isRequired && (!withOwner.has(kind) || findActivityKind(kind) !== undefined)

async function activityRefs(db: ClassesDb, classId: string): Promise<ActivityRef[]> {
  const { rows } = await sql<ActivityRef>`
    select id, kind, is_required as "isRequired", business_type as "businessType", business_id as "businessId"
    from classes.activity where class_id = ${classId} order by sort`.execute(db)
  return rows
}

/** So many participants are looked at in one go: what their standings take of memory is bounded. */
const membersAtOnce = 1000

/** How many participants have not finished how many of the required activities. */
export async function unfinishedOf(
  db: ClassesDb,
  { id, companyId }: { readonly id: string; readonly companyId: string },
): Promise<{ learners: number; activities: number }> {
  const activities = (await activityRefs(db, id)).filter(counts)
  if (activities.length === 0) return { learners: 0, activities: 0 }
  const { rows } = await sql<{ memberId: string }>`
    select member_id as "memberId" from classes.enrollment where class_id = ${id} and state = 'enrolled'`.execute(db)
  const behind = { learners: 0, activities: new Set<string>() }
  for (let from = 0; from < rows.length; from += membersAtOnce) {
    const memberIds = rows.slice(from, from + membersAtOnce).map(({ memberId }) => memberId)
    const standing = await activityStandings(db, companyId, { memberIds, activities })
    for (const memberId of memberIds) {
      const open = activities.filter((activity) => !standing(memberId, activity).isFinished)
      if (open.length > 0) behind.learners += 1
      for (const { id: activityId } of open) behind.activities.add(activityId)
    }
  }
  return { learners: behind.learners, activities: behind.activities.size }
}
