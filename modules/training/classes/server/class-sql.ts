/** Conditions about a row of the table of classes, for statements of the modules that belong to classes. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { classPolicy } from './class-policy.ts'

export const classTable = sql`classes.class`

/** Whether the caller runs the class `alias`, and it is not closed. */
export const runsOpenClassSql = (caller: Caller, alias: string): RawBuilder<boolean> =>
  sql`(${classPolicy.editableSql(caller, alias)} and ${sql.ref(`${alias}.closed_at`)} is null
    and ${sql.ref(`${alias}.deleted_at`)} is null)`

/** Whether the member takes part in the class `alias`. */
export const takesPartSql = (alias: string, memberId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from classes.enrollment e where e.class_id = ${sql.ref(`${alias}.id`)} and e.member_id = ${memberId}
    and e.state = 'enrolled')`

/** Whether the activity stands in the class `alias`, and the class is there. */
export const hasActivitySql = (alias: string, activityId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.deleted_at`)} is null and exists (select from classes.activity a
    where a.id = ${activityId} and a.class_id = ${sql.ref(`${alias}.id`)}))`
