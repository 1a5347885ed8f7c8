/** Resolves an access token to the member with its current roles and permissions (IDENTITY-052). */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { errorCode, NO_PERMISSION, refuse, SIGN_IN_NEEDED } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { Gatherer } from '#server/db/gathered.ts'
import { lastEditSql } from '#server/db/last-edit.ts'
import { isBuiltIn, type RoleKey } from '../contract/shapes.ts'
import { type IdentityDb, identityTables } from './db.ts'
import { runningSessionsSql } from './directory.ts'
import { type MatrixChange, permissionsOfRole } from './permission-limits.ts'
import { hashToken } from './tokens.ts'

interface Rights {
  readonly grants: readonly { readonly role: RoleKey; readonly organization_id: string }[]
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
  readonly last_edit: string | null
}

const rightsColumns = sql`
  coalesce((select json_agg(json_build_object('role', g.role, 'organization_id', g.organization_id))
    from identity.role_grant g where g.member_id = m.id and g.enabled), '[]') as grants,
  coalesce((select json_agg(json_build_object('role', o.role, 'permission', o.permission, 'allowed', o.allowed))
    from identity.role_permission o where o.company_id = m.company_id
      and o.role in (select g.role from identity.role_grant g where g.member_id = m.id)), '[]') as overrides`

/** The sessions of these tokens, each in the place of its hash. Written by hand because every call asks it. */
async function findSessions(
  db: IdentityDb,
  accessHashes: readonly Buffer[],
): Promise<readonly (SessionRow | undefined)[]> {
  const { rows } = await sql<SessionRow & { readonly place: number }>`
    select asked.place, s.id as session_id, m.id as member_id, m.company_id, m.organization_id, m.enabled,
      s.access_expires_at, s.ended_at, s.end_code, ${rightsColumns}, ${lastEditSql('m.company_id')} as last_edit
    from unnest(${[...accessHashes]}::bytea[]) with ordinality asked (hash, place)
    join identity.session s on s.access_hash = asked.hash join identity.member m on m.id = s.member_id`.execute(db)
  const found = new Map(rows.map((row) => [row.place, row]))
  return accessHashes.map((_, index) => found.get(index + 1))
}

type Finder = Gatherer<Buffer, SessionRow | undefined>
const finders = new WeakMap<Connection, Finder>()

/** Requests that arrive at once find their sessions in one statement, each after its arrival. */
function finderOf(connection: Connection): Finder {
  const known = finders.get(connection)
  if (known) return known
  const db = identityTables(connection)
  const finder: Finder = new Gatherer({ max: 32 }, (hashes) => findSessions(db, hashes))
  finders.set(connection, finder)
  return finder
}

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
    // What the product ties to a role by name, it ties to a built-in one.
    roles: ['learner', ...new Set(row.grants.map((grant) => grant.role).filter(isBuiltIn))],
    permissions: permissionsOf(row),
  }
}

export async function authenticate(connection: Connection, token: string, now: number): Promise<Caller> {
  const row = await finderOf(connection).ask(hashToken(token))
  if (!row?.enabled) throw refuse(SIGN_IN_NEEDED)
  if (row.ended_at !== null) throw refuse(row.end_code === null ? SIGN_IN_NEEDED : errorCode(row.end_code, 401))
  if (row.access_expires_at <= now) throw refuse(SIGN_IN_NEEDED)
  return { ...callerOf(row), lastEdit: row.last_edit ?? 'none' }
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
export async function callerOfMember(connection: Connection, memberId: string): Promise<Caller | undefined> {
  const { rows } = await sql<SessionRow>`
    select '' as session_id, m.id as member_id, m.company_id, m.organization_id, m.enabled,
      0 as access_expires_at, null as ended_at, null as end_code, ${rightsColumns}, null as last_edit
    from identity.member m where m.id = ${memberId} and m.enabled`.execute(identityTables(connection))
  return rows[0] && callerOf(rows[0])
}

/** Whoever has started long work, with the rights of now; refuses where they are disabled or gone. */
export async function starterOf(connection: Connection, memberId: string): Promise<Caller> {
  const caller = await callerOfMember(connection, memberId)
  if (!caller) throw refuse(NO_PERMISSION)
  return caller
}
