/** How far participants are with the activities of a class. What counts as finished is said by the owner of each content. */
import { sql } from 'kysely'
import { keyOf, type StudyRef, studyStates } from '#modules/content/study/server.ts'
import { activityKind, findActivityKind, type KindStanding } from './activity-kinds.ts'
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
  readonly isHandedIn: boolean
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
  const studied = byMember(states, (one) => [keyOf(one.businessType, one.businessId), one])
  const visited = byMember(visits, (one) => [one.activityId, true])
  const content = new Map(
    activities.flatMap((one) => refOf(one).map((ref) => [one.id, keyOf(ref.businessType, ref.businessId)])),
  )
  return (memberId, { id }) => {
    const key = content.get(id)
    const state = key === undefined ? undefined : studied.get(memberId)?.get(key)
    const own = owned.get(memberId)?.get(id)
    const percent = state?.percent ?? own?.percent ?? 0
    const isVisited = visited.get(memberId)?.has(id) === true
    const isFinished = key === undefined ? isVisited || percent >= 100 : (state?.isFinished ?? false)
    return { isFinished, isHandedIn: own?.isHandedIn === true, percent: isFinished ? 100 : percent }
  }
}

/** Asked for each of thousands of members and hundreds of activities: no key is put together for a question. */
function byMember<Row extends { readonly memberId: string }, Value>(
  rows: readonly Row[],
  entryOf: (row: Row) => readonly [key: string, value: Value],
): ReadonlyMap<string, ReadonlyMap<string, Value>> {
  const grouped = Map.groupBy(rows, ({ memberId }) => memberId)
  return new Map([...grouped].map(([memberId, own]) => [memberId, new Map(own.map(entryOf))]))
}

/** What the modules say that own kinds of activities, by member and activity. */
async function ownedStandings(
  db: ClassesDb,
  companyId: string,
  memberIds: readonly string[],
  activities: readonly ActivityRef[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, KindStanding>>> {
  const found: KindStanding[] = []
  for (const { kind, standings } of activityKind.all()) {
    const activityIds = activities.flatMap((one) => (one.kind === kind ? one.id : []))
    if (activityIds.length === 0) continue
    for (const one of await standings(db, companyId, { activityIds, memberIds })) found.push(one)
  }
  return byMember(found, (one) => [one.activityId, one])
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
