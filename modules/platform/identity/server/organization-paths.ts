/** Organizations by their path, `云帆科技/研发中心`, as spreadsheets name them. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { IdentityDb } from './db.ts'
import { withinGrants } from './member-scope.ts'
import { pathOf } from './organizations.ts'

export interface PathEntry {
  readonly id: string
  /** The path; if several organizations share it, the end of the id is appended. */
  readonly path: string
  readonly enabled: boolean
  /** Whether the caller's `member.manage` covers it. */
  readonly covered: boolean
}

export async function organizationPaths(db: IdentityDb, caller: Caller): Promise<PathEntry[]> {
  const { rows } = await sql<PathEntry>`
    select o.id, ${pathOf('o.id')} as path, o.enabled, ${withinGrants(caller, 'member.manage', 'o.id')} as covered
    from identity.organization o
    where o.company_id = ${caller.companyId} and o.merged_into_id is null
    order by o.created_at, o.id`.execute(db)
  const seen = new Map<string, number>()
  for (const row of rows) seen.set(row.path, (seen.get(row.path) ?? 0) + 1)
  return rows.map((row) => (seen.get(row.path) === 1 ? row : { ...row, path: `${row.path}#${row.id.slice(-8)}` }))
}
