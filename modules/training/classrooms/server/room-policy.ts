/** Who manages a room, and who may book it. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import { covers, organizationAndAboveSql, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { managesRooms } from '../contract/access.ts'
import type { ClassroomsDb } from './db.ts'

/** Whether the caller manages the classrooms of the organization of room `r`. */
export function administersSql(caller: Caller): RawBuilder<boolean> {
  const granted = caller.permissions.get(managesRooms.permission) ?? []
  return granted.length === 0 ? sql`false` : sql`r.organization_id in ${organizationsBelowSql(granted)}`
}

/** Whether the caller decides about bookings of room `r`: as one of its managers, or by the permission. */
export const managesSql = (caller: Caller): RawBuilder<boolean> =>
  sql`(r.manager_ids @> array[${caller.memberId}]::uuid[] or ${administersSql(caller)})`

/** Whether room `r` is meant for the caller's organization. */
export const isForSql = (caller: Caller): RawBuilder<boolean> =>
  sql`(r.organization_ids = '{}' or r.organization_ids && array${organizationAndAboveSql(caller.organizationId)})`

export async function assertAdministers(db: ClassroomsDb, caller: Caller, organizationId: string): Promise<void> {
  if (!(await covers(db, caller, managesRooms.permission, organizationId))) throw refuse(NO_PERMISSION)
}
