/** Organizations by their path, `云帆科技/研发中心`, as spreadsheets name them. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { IdentityDb } from './db.ts'
import { withinGrants } from './member-scope.ts'

export interface PathEntry {
  readonly id: string
  /** The names from the company down. */
  readonly names: readonly string[]
  readonly code: string
  /** The names with a slash between them; if several organizations share them, the end of the id is appended. */
  readonly path: string
  readonly enabled: boolean
  /** Whether the caller's `member.manage` covers it. */
  readonly covered: boolean
}

export async function organizationPaths(db: IdentityDb, caller: Caller): Promise<PathEntry[]> {
  const { rows } = await sql<Omit<PathEntry, 'path'>>`
    select o.id, o.enabled, coalesce(o.code, '') as code, ${withinGrants(caller, 'member.manage', 'o.id')} as covered,
      (select array_agg(above.name order by path.depth desc)
        from identity.organization_ancestor path join identity.organization above on above.id = path.ancestor_id
        where path.organization_id = o.id) as names
    from identity.organization o
    where o.company_id = ${caller.companyId} and o.merged_into_id is null
    order by o.created_at, o.id`.execute(db)
  const entries = rows.map((row) => ({ ...row, path: row.names.join('/') }))
  const seen = new Map<string, number>()
  for (const { path } of entries) seen.set(path, (seen.get(path) ?? 0) + 1)
  return entries.map((entry) =>
    seen.get(entry.path) === 1 ? entry : { ...entry, path: `${entry.path}#${entry.id.slice(-8)}` },
  )
}
