/** The rules of a task: how it is handed in and marked. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { activitiesOfKind, type PlacedClass, runClass } from '#modules/training/classes/server.ts'
import { firstRules, type TaskRules } from '../contract/shapes.ts'
import type { HomeworkDb } from './db.ts'

export type Task = Awaited<ReturnType<typeof activitiesOfKind>>[number]

/** The homework of the class; refuses an id that is none. */
export async function getTask(db: HomeworkDb, found: PlacedClass, activityId: string): Promise<Task> {
  const task = (await activitiesOfKind(db, found, 'homework')).find(({ id }) => id === activityId)
  if (!task) throw refuse(NOT_FOUND)
  return task
}

/** By the id of the activity; a task without rules of its own has the first ones. */
export async function rulesOf(
  db: HomeworkDb,
  activityIds: readonly string[],
): Promise<(activityId: string) => TaskRules> {
  const { rows } = await sql<TaskRules & { activityId: string }>`
    select activity_id as "activityId", late_rule as "lateRule", versions_max::int as "versionsMax",
      max_tenths as "maxTenths", pass_tenths as "passTenths", rubric
    from homework.task where activity_id = any(${[...activityIds]}::uuid[])`.execute(db)
  const known = new Map(rows.map(({ activityId, ...rules }) => [activityId, rules]))
  return (activityId) => known.get(activityId) ?? firstRules
}

export async function taskForStaff(db: HomeworkDb, caller: Caller, classId: string, activityId: string) {
  const found = await runClass(db, caller, classId)
  const { title: name, text, dueAt } = await getTask(db, found, activityId)
  const rules = (await rulesOf(db, [activityId]))(activityId)
  return { activityId, name, text, dueAt, isClosed: found.closedAt !== null, ...rules }
}

/** What the best levels of all criteria add up to. */
const bestOf = (rubric: NonNullable<TaskRules['rubric']>) =>
  rubric.reduce((sum, { levels }) => sum + Math.max(...levels.map(({ tenths }) => tenths)), 0)

const invalid = (path: string, message: string) => refuse(INVALID_INPUT, { fields: [{ path, rule: 'range', message }] })

export async function changeRules(
  db: HomeworkDb,
  caller: Caller,
  { classId, activityId }: { readonly classId: string; readonly activityId: string },
  rules: TaskRules,
) {
  const found = await runClass(db, caller, classId, { forEdit: true })
  await getTask(db, found, activityId)
  const { lateRule, versionsMax, passTenths, rubric } = rules
  const maxTenths = rubric === null ? rules.maxTenths : bestOf(rubric)
  if (maxTenths < 1 || maxTenths > 10_000) throw invalid('rubric', 'the best levels add up to 0.1 to 1000 points')
  if (passTenths !== null && passTenths > maxTenths) throw invalid('passTenths', 'is more than the best mark')
  await sql`
    insert into homework.task (activity_id, class_id, company_id, late_rule, versions_max, max_tenths, pass_tenths, rubric)
    values (${activityId}, ${classId}, ${caller.companyId}, ${lateRule}, ${versionsMax}, ${maxTenths}, ${passTenths},
      ${rubric === null ? null : JSON.stringify(rubric)}::jsonb)
    on conflict (activity_id) do update set late_rule = excluded.late_rule, versions_max = excluded.versions_max,
      max_tenths = excluded.max_tenths, pass_tenths = excluded.pass_tenths, rubric = excluded.rubric`.execute(db)
  return {}
}
