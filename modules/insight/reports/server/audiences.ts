/** The members with which a caller may share a view, or to which a caller may send it. */
import { type RawBuilder, sql } from 'kysely'
import { type Caller, coversCompany } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { directorySql, organizationsBelowSql, organizationsSql } from '#modules/platform/identity/server.ts'
import { managesReports } from '../contract/access.ts'
import { BEYOND_SCOPE } from '../contract/codes.ts'
import type { ReportsDb } from './db.ts'

interface Reached {
  readonly everybody?: boolean
  readonly organizationIds: readonly string[]
  readonly memberIds: readonly string[]
}

/** Refuses with 418006 whoever is not in an organization in which the caller manages reports; oneself always is. */
export async function assertAudience(db: ReportsDb, caller: Caller, reached: Reached): Promise<void> {
  const { everybody = false, organizationIds } = reached
  const memberIds = reached.memberIds.filter((id) => id !== caller.memberId)
  const isCompany = coversCompany(caller, managesReports.permission)
  if (everybody && !isCompany) throw refuse(BEYOND_SCOPE)
  const covered = organizationsBelowSql(caller.permissions.get(managesReports.permission) ?? [])
  const outside = (id: RawBuilder<unknown>) => (isCompany ? sql`false` : sql`${id} not in ${covered}`)
  const { rows } = await sql<{ beyond: boolean }>`select exists (
      select from unnest(${organizationIds}::uuid[]) asked(id) left join ${organizationsSql(caller.companyId)} o on o.id = asked.id
      where o.id is null or ${outside(sql`o.id`)}
    ) or exists (
      select from unnest(${memberIds}::uuid[]) asked(id) left join ${directorySql(caller.companyId)} p on p.id = asked.id
      where p.id is null or ${outside(sql`p.organization_id`)}
    ) as beyond`.execute(db)
  if (rows[0]?.beyond) throw refuse(BEYOND_SCOPE)
}
