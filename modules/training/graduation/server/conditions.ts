/** What a class asks for before a participant graduates, and what the graduation gives. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { isScored } from '#modules/content/study/server.ts'
import { completionAwardsOf, setCompletionAwards } from '#modules/learning/certificates/server.ts'
import { businessType } from '#modules/training/classes/contract.ts'
import { classActivities, findClass, type NamedActivity, runClass } from '#modules/training/classes/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import type { Connection } from '#server/db/connection.ts'
import { CONDITION_UNKNOWN } from '../contract/codes.ts'
import { type Conditions, newConditions } from '../contract/conditions.ts'
import type { GraduationRule } from '../contract/managing.ts'
import type { graduation } from '../contract.ts'
import { type GraduationDb, graduationTables } from './db.ts'

export interface ClassRef {
  readonly id: string
  readonly companyId: string
}

/** A graduation is the completion of a class: certificate, class hours and credits are set and given as for a course. */
export const refOf = (classId: string) => ({ businessType, businessId: classId })

/** Undefined: nobody has written them. */
export async function findConditions(
  connection: Connection,
  { id, companyId }: ClassRef,
): Promise<Conditions | undefined> {
  const { rows } = await sql<Conditions>`
    select attendance_percent::int as "attendancePercent", requires_activities as "requiresActivities", activities,
      credits as "minCreditHundredths", retraining_months::int as "retrainingMonths"
    from graduation.rule where class_id = ${id} and company_id = ${companyId}`.execute(graduationTables(connection))
  return rows[0]
}

export const conditionsOf = async (connection: Connection, ref: ClassRef): Promise<Conditions> =>
  (await findConditions(connection, ref)) ?? newConditions

/** A condition can name what something says the completion of: not a notice that nobody has to open, for example. */
const choiceOf = ({ id, name, isRequired, businessType: type }: NamedActivity) => ({
  ...{ id, name, isRequired, isScored: type !== null && isScored(type) },
})

export async function graduationRule(db: GraduationDb, caller: Caller, id: string): Promise<GraduationRule> {
  const found = await runClass(db, caller, id)
  const activities = await classActivities(db, found)
  const { activities: named, ...conditions } = await conditionsOf(db, found)
  const there = new Set(activities.map((one) => one.id))
  return {
    conditions: { ...conditions, activities: named.filter(({ activityId }) => there.has(activityId)) },
    gives: await completionAwardsOf(db, found.companyId, refOf(id)),
    choices: activities.map(choiceOf),
  }
}

type Written = Input<typeof graduation.changeGraduationRule>['body']

export async function changeGraduationRule(
  db: GraduationDb,
  caller: Caller,
  id: string,
  { classHourHundredths, creditHundredths, certificateTemplateId, ...conditions }: Written,
  now: number,
): Promise<void> {
  const { companyId } = await runClass(db, caller, id, { forEdit: true })
  const choices = new Map((await classActivities(db, { id, companyId })).map((one) => [one.id, choiceOf(one)]))
  for (const { activityId, score } of conditions.activities) {
    const choice = choices.get(activityId)
    if (!choice || (score !== null && !choice.isScored)) throw refuse(CONDITION_UNKNOWN, { activityId })
  }
  await storeConditions(db, { id, companyId }, conditions, now)
  await setCompletionAwards(db, {
    ...{ companyId, ref: refOf(id), now },
    ...(classHourHundredths !== undefined && { classHourHundredths }),
    ...(creditHundredths !== undefined && { creditHundredths }),
    ...(certificateTemplateId !== undefined && { certificateTemplateId }),
  })
}

export async function storeConditions(
  db: GraduationDb,
  { id, companyId }: ClassRef,
  written: Conditions,
  now: number,
): Promise<void> {
  const named = [...new Map(written.activities.map((one) => [one.activityId, one])).values()]
  await sql`
    insert into graduation.rule (class_id, company_id, attendance_percent, requires_activities, activities, credits,
      retraining_months, updated_at)
    values (${id}, ${companyId}, ${written.attendancePercent}, ${written.requiresActivities},
      ${JSON.stringify(named)}::jsonb, ${written.minCreditHundredths}, ${written.retrainingMonths}, ${now})
    on conflict (class_id) do update set attendance_percent = excluded.attendance_percent,
      requires_activities = excluded.requires_activities, activities = excluded.activities, credits = excluded.credits,
      retraining_months = excluded.retraining_months, updated_at = excluded.updated_at`.execute(db)
}

/** What the audit log keeps: names instead of ids. */
async function factsOf(db: GraduationDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const [id = ''] = ids
  const found = await findClass(db, { id, companyId })
  if (!found) return []
  const { activities, ...conditions } = await conditionsOf(db, found)
  const names = new Map((await classActivities(db, found)).map((one) => [one.id, one.name]))
  const { certificate, ...awards } = await completionAwardsOf(db, companyId, refOf(id))
  const named = activities.map(({ activityId, score }) => `${names.get(activityId) ?? ''} ${score ?? ''}`.trim())
  return [
    {
      id,
      name: found.name,
      ...conditions,
      activities: named.join('、'),
      ...awards,
      certificate: certificate?.name ?? '',
    },
  ]
}

export const auditedRules = audited<GraduationDb, 'class-graduation'>({ 'class-graduation': factsOf })
