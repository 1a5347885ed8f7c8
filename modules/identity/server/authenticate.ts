/** Who calls: from the access token to the member with the roles and permissions of this moment (IDENTITY-052). */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { errorCode, refuse, SIGN_IN_NEEDED } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Role } from '../contract/shapes.ts'
import { identityTables } from './db.ts'
import { type MatrixChange, permissionsOfRole } from './rights.ts'
import { hashToken } from './tokens.ts'

interface SessionRow {
  session_id: string
  member_id: string
  company_id: string
  organization_id: string
  enabled: boolean
  access_expires_at: number
  ended_at: number | null
  end_code: number | null
  grants: { role: Role; organization_id: string }[]
  overrides: MatrixChange[]
}

/** One statement a request: it stands before every call, so it is written by hand and prepared. */
const findSession = (accessHash: Buffer) => sql<SessionRow>`
  select s.id as session_id, m.id as member_id, m.company_id, m.organization_id, m.enabled,
    s.access_expires_at, s.ended_at, s.end_code,
    coalesce((select json_agg(json_build_object('role', g.role, 'organization_id', g.organization_id))
      from identity.role_grant g where g.member_id = m.id and g.enabled), '[]') as grants,
    coalesce((select json_agg(json_build_object('role', o.role, 'permission', o.permission, 'allowed', o.allowed))
      from identity.role_permission o where o.company_id = m.company_id), '[]') as overrides
  from identity.session s join identity.member m on m.id = s.member_id
  where s.access_hash = ${accessHash}`

function permissionsOf(row: SessionRow): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const grant of row.grants) {
    for (const code of permissionsOfRole(grant.role, row.overrides))
      found.set(code, [...(found.get(code) ?? []), grant.organization_id])
  }
  return found
}

export async function authenticate(connection: Connection, token: string, now: number): Promise<Caller> {
  const { rows } = await findSession(hashToken(token)).execute(identityTables(connection))
  const row = rows[0]
  if (!row?.enabled) throw refuse(SIGN_IN_NEEDED)
  if (row.ended_at !== null) throw refuse(row.end_code === null ? SIGN_IN_NEEDED : errorCode(row.end_code, 401))
  if (row.access_expires_at <= now) throw refuse(SIGN_IN_NEEDED)
  return {
    memberId: row.member_id,
    companyId: row.company_id,
    organizationId: row.organization_id,
    sessionId: row.session_id,
    roles: ['learner', ...new Set(row.grants.map((grant) => grant.role))],
    permissions: permissionsOf(row),
  }
}
