/** Where participants stand with the conditions of their class. One rule for the simulator, the batch and the learner. */
import { creditsEarned, type StudyRef, studyScores } from '#modules/content/study/server.ts'
import { classActivities, classStandings, type NamedActivity } from '#modules/training/classes/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Conditions, Standing } from '../contract/conditions.ts'
import { attendancePercents } from './attendance.ts'
import { type ClassRef, conditionsOf } from './conditions.ts'

/** So many participants are looked at in one go: what their standings take of memory is bounded. */
const membersAtOnce = 1000

export interface ClassConditions {
  readonly found: ClassRef
  readonly now: number
  readonly conditions: Conditions
  readonly required: readonly NamedActivity[]
  readonly named: readonly (NamedActivity & { readonly score: number | null })[]
  /** All content of the class: its credits count. */
  readonly refs: readonly StudyRef[]
}

export async function classConditions(connection: Connection, found: ClassRef, now: number): Promise<ClassConditions> {
  const conditions = await conditionsOf(connection, found)
  const activities = await classActivities(connection, found)
  const scores = new Map(conditions.activities.map(({ activityId, score }) => [activityId, score]))
  return {
    ...{ found, now, conditions },
    required: conditions.requiresActivities ? activities.filter(({ isCounted }) => isCounted) : [],
    named: activities.flatMap((one) => {
      const score = scores.get(one.id)
      return score === undefined ? [] : [{ ...one, score }]
    }),
    refs: activities.flatMap(refsOf),
  }
}

function refsOf({ businessType, businessId }: NamedActivity): StudyRef[] {
  return businessType === null || businessId === null ? [] : [{ businessType, businessId }]
}

const nothing: ReadonlyMap<string, number> = new Map()

/** `of(memberId)`: each condition, in the order in which they are written. A bounded number of statements for all members. */
export async function standingsOf(
  connection: Connection,
  { found, now, conditions, required, named, refs }: ClassConditions,
  memberIds: readonly string[],
): Promise<(memberId: string) => Standing[]> {
  const { companyId } = found
  const { attendancePercent, minCreditHundredths } = conditions
  const attendance = attendancePercent !== null && (await attendancePercents(connection, found, memberIds, now))
  const activities = [...new Map([...required, ...named].map((one) => [one.id, one])).values()]
  const progress = await classStandings(connection, companyId, { memberIds, activities })
  const scored = named.filter(({ score }) => score !== null).flatMap(refsOf)
  const scores = new Map(
    (await studyScores(connection, companyId, memberIds, scored)).map((one) => [
      `${one.memberId} ${one.businessId}`,
      one.score,
    ]),
  )
  const credits = minCreditHundredths === null ? nothing : await creditsEarned(connection, companyId, memberIds, refs)
  return (memberId) => [
    ...condition('attendance', attendance ? attendance(memberId) : 0, attendancePercent),
    ...condition(
      'activities',
      required.filter((one) => progress(memberId, one).isFinished).length,
      required.length > 0 ? required.length : null,
    ),
    ...named.map((one): Standing => {
      const { name, score: needed } = one
      if (needed !== null) {
        const actual = scores.get(`${memberId} ${one.businessId}`) ?? null
        return { kind: 'score', name, actual, needed, isMet: actual !== null && actual >= needed }
      }
      const { percent, isFinished } = progress(memberId, one)
      return { kind: 'activity', name, actual: percent, needed: 100, isMet: isFinished }
    }),
    ...condition('credit', credits.get(memberId) ?? 0, minCreditHundredths),
  ]
}

function condition(kind: Standing['kind'], actual: number, needed: number | null): Standing[] {
  return needed === null ? [] : [{ kind, name: '', actual, needed, isMet: actual >= needed }]
}

export const isPassed = (standings: readonly Standing[]): boolean => standings.every(({ isMet }) => isMet)

/** Whoever meets all conditions now; for any number of members. */
export async function passing(
  connection: Connection,
  conditions: ClassConditions,
  memberIds: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  await eachStanding(connection, conditions, memberIds, (memberId, standings) => {
    if (isPassed(standings)) found.push(memberId)
  })
  return found
}

/** Calls `look` with the standings of each member, in their order. */
export async function eachStanding(
  connection: Connection,
  conditions: ClassConditions,
  memberIds: readonly string[],
  look: (memberId: string, standings: readonly Standing[]) => void,
): Promise<void> {
  for (let from = 0; from < memberIds.length; from += membersAtOnce) {
    const some = memberIds.slice(from, from + membersAtOnce)
    const of = await standingsOf(connection, conditions, some)
    for (const memberId of some) look(memberId, of(memberId))
  }
}
