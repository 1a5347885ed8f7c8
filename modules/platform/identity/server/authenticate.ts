/** Resolves an access token to the member with its current roles and permissions (IDENTITY-052). */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { errorCode, refuse, SIGN_IN_NEEDED } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Role } from '../contract/shapes.ts'
import { type IdentityDb, identityTables } from './db.ts'
import { runningSessionsSql } from './directory.ts'
import { type MatrixChange, permissionsOfRole } from './permission-limits.ts'
import { hashToken } from './tokens.ts'

interface Rights {
  readonly grants: readonly { readonly role: Role; readonly organization_id: string }[]
  readonly overrides: readonly MatrixChange[]
}

interface SessionRow extends Rights {
  readonly session_id: string
  readonly member_id: string
  readonly company_id: string
  readonly organization_id: string
  readonly enabled: boolean
  readonly access_expires_at: number
  readonly ended_at: number | null
  readonly end_code: number | null
}

const rightsColumns = sql`
  coalesce((select json_agg(json_build_object('role', g.role, 'organization_id', g.organization_id))
    from identity.role_grant g where g.member_id = m.id and g.enabled), '[]') as grants,
  coalesce((select json_agg(json_build_object('role', o.role, 'permission', o.permission, 'allowed', o.allowed))
    from identity.role_permission o where o.company_id = m.company_id), '[]') as overrides`

/** One prepared statement for each request, written by hand because every call runs it. */
const findSession = (accessHash: Buffer) => sql<SessionRow>`
  select s.id as session_id, m.id as member_id, m.company_id, m.organization_id, m.enabled,
    s.access_expires_at, s.ended_at, s.end_code, ${rightsColumns}
  from identity.session s join identity.member m on m.id = s.member_id
  where s.access_hash = ${accessHash}`

function permissionsOf({ grants, overrides }: Rights): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const grant of grants) {
    for (const code of permissionsOfRole(grant.role, overrides))
      found.set(code, [...(found.get(code) ?? []), grant.organization_id])
  }
  return found
}

function callerOf(row: SessionRow): Caller {
  return {
    memberId: row.member_id,
    companyId: row.company_id,
    organizationId: row.organization_id,
    sessionId: row.session_id,
    roles: ['learner', ...new Set(row.grants.map((grant) => grant.role))],
    permissions: permissionsOf(row),
  }
}

export async function authenticate(connection: Connection, token: string, now: number): Promise<Caller> {
  const { rows } = await findSession(hashToken(token)).execute(identityTables(connection))
  const row = rows[0]
  if (!row?.enabled) throw refuse(SIGN_IN_NEEDED)
  if (row.ended_at !== null) throw refuse(row.end_code === null ? SIGN_IN_NEEDED : errorCode(row.end_code, 401))
  if (row.access_expires_at <= now) throw refuse(SIGN_IN_NEEDED)
  return callerOf(row)
}

/** The access tokens among these that `authenticate` would accept. One statement. */
export async function validTokens(
  connection: Connection,
  tokens: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  const hashes = new Map(tokens.map((token) => [hashToken(token).toString('hex'), token]))
  const { rows } = await sql<{ hash: Buffer }>`
    select s.access_hash as hash from identity.session s join ${runningSessionsSql(now)} r on r.id = s.id
    where s.access_hash = any(${[...hashes.keys()].map((hash) => Buffer.from(hash, 'hex'))}::bytea[])
      and s.access_expires_at > ${now}`.execute(identityTables(connection))
  return new Set(rows.flatMap(({ hash }) => hashes.get(hash.toString('hex')) ?? []))
}

/** The member on whose behalf a job runs, with its current rights; undefined if it is disabled. */
export async function callerOfMember(db: IdentityDb, memberId: string): Promise<Caller | undefined> {
  const { rows } = await sql<SessionRow>`
    select '' as session_id, m.id as member_id, m.company_id, m.organization_id, m.enabled,
      0 as access_expires_at, null as ended_at, null as end_code, ${rightsColumns}
    from identity.member m where m.id = ${memberId} and m.enabled`.execute(db)
  return rows[0] && callerOf(rows[0])
}
