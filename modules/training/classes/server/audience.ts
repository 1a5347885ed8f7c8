/** Which members a class is meant for, and who may see it. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { organizationAndAboveSql } from '#modules/platform/identity/server.ts'
import { classPolicy } from './class-policy.ts'
import type { ClassesDb } from './db.ts'

/** Whether the class `s` is meant for the caller's organization. */
export const audienceIncludesSql = (caller: Caller): RawBuilder<boolean> =>
  sql`(s.organization_ids = '{}' or s.organization_ids && array${organizationAndAboveSql(caller.organizationId)})`

/** Whether the caller takes part in the class `s`, or is on the way. */
const hasEnrolledSql = (caller: Caller): RawBuilder<boolean> =>
  sql`exists (select from classes.enrollment own where own.class_id = s.id and own.member_id = ${caller.memberId}
    and own.state in ('pending', 'waiting', 'offered', 'enrolled'))`

/** Whether the caller may see the class `s`, which is no draft. */
export const openSql = (caller: Caller): RawBuilder<boolean> =>
  sql`(s.status = 'on-shelf' and (${audienceIncludesSql(caller)} or ${hasEnrolledSql(caller)})
    or ${classPolicy.editableSql(caller, 's')})`

export async function isMeantFor(db: ClassesDb, caller: Caller, organizationIds: readonly string[]): Promise<boolean> {
  if (organizationIds.length === 0) return true
  const { rows } = await sql`
    select where ${[...organizationIds]}::uuid[] && array${organizationAndAboveSql(caller.organizationId)}`.execute(db)
  return rows.length > 0
}
