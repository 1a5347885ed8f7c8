/** Who manages external training, and what is asked of a reporter. */
import { type RawBuilder, sql } from 'kysely'
import { type Caller, coversCompany } from '#kit/caller.ts'
import { INVALID_INPUT, NO_PERMISSION, refuse } from '#kit/errors.ts'
import { covers, directorySql, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { managesExternal } from '../contract/access.ts'
import type { Putforward } from '../contract/fields.ts'
import type { ExternalDb } from './db.ts'

const { permission } = managesExternal

/**
 * Whether the caller manages external training of the organization in this column, of rows of the caller's company. Whoever
 * manages that of the whole company also manages what an organization that is gone has left.
 */
export function managesSql(caller: Caller, organization: RawBuilder<unknown>): RawBuilder<boolean> {
  if (coversCompany(caller, permission)) return sql`true`
  const granted = caller.permissions.get(permission) ?? []
  return granted.length === 0 ? sql`false` : sql`${organization} in ${organizationsBelowSql(granted)}`
}

export async function assertManages(db: ExternalDb, caller: Caller, organizationId: string): Promise<void> {
  if (!(await covers(db, caller, permission, organizationId))) throw refuse(NO_PERMISSION)
}

/** Refuses members of organizations whose external training the caller does not manage. */
export async function assertOwnMembers(db: ExternalDb, caller: Caller, memberIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ known: number; managed: number }>`
    select count(*)::int as known, count(*) filter (where ${managesSql(caller, sql`p.organization_id`)})::int as managed
    from ${directorySql(caller.companyId)} p where p.id = any(${[...memberIds]}::uuid[])`.execute(db)
  const { known = 0, managed = 0 } = rows[0] ?? {}
  if (managed < known) throw refuse(NO_PERMISSION)
}

/** What is asked of the reporter of activity `a` whose report, if any, is `r` (SYSTEM-253). */
export const putforwardSql = (now: number): RawBuilder<Putforward> => sql<Putforward>`case
    when r.state in ('pending', 'accepted') then null
    when r.state = 'returned' then 1
    when a.report_until <= ${now} then 2
    when r.id is not null then 1
    else 0 end`

const invalid = (path: string, rule: string, message: string) =>
  refuse(INVALID_INPUT, { fields: [{ path, rule, message }] })

export function assertWindow({ reportFrom, reportUntil }: { reportFrom: number; reportUntil: number }): void {
  if (reportUntil <= reportFrom) throw invalid('reportUntil', 'order', 'is not after reportFrom')
}
