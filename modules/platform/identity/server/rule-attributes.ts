/** Attributes of members for rules: organization, position and date of hire. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { identityTables } from './db.ts'

export interface MemberStanding {
  readonly id: string
  readonly organizationId: string
  readonly organizationName: string
  /** The organization and all above it, and those merged into one of them. */
  readonly organizationIds: readonly string[]
  readonly positionId: string | null
  readonly positionName: string | null
  /** A day as `2026-11-21`. */
  readonly hiredOn: string | null
}

/** The attributes of the company's members among `ids`, by id. One statement. */
export async function memberStandings(
  connection: Connection,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, MemberStanding>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<MemberStanding>`
    select m.id, o.id as "organizationId", o.name as "organizationName",
      array(select a.ancestor_id from identity.organization_ancestor a where a.organization_id = o.id
        union select g.id from identity.organization_ancestor a
          join identity.organization g on g.merged_into_id = a.ancestor_id where a.organization_id = o.id
      ) as "organizationIds",
      p.id as "positionId", p.name as "positionName", m.hired_on::text as "hiredOn"
    from identity.member m join identity.organization o on o.id = m.organization_id
    left join identity.position p on p.id = m.position_id
    where m.id = any(${[...new Set(ids)]}::uuid[]) and m.company_id = ${companyId}`.execute(identityTables(connection))
  return new Map(rows.map((row) => [row.id, row]))
}

/** The names of the positions of the company among `ids`, by id. */
export async function positionNames(
  connection: Connection,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from identity.position
    where id = any(${[...new Set(ids)]}::uuid[]) and company_id = ${companyId}`.execute(identityTables(connection))
  return new Map(rows.map((row) => [row.id, row.name]))
}
