/** Builders for tests and demo data: the smallest company, organization, member and session that the database accepts. */
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Role } from '../contract/shapes.ts'
import { authenticate } from './authenticate.ts'
import { identityTables } from './db.ts'
import { addTopics, firstTopics } from './interests.ts'
import { createToken, hashToken } from './tokens.ts'

const hourMs = 3_600_000

export interface BuiltMember {
  readonly id: string
  readonly companyId: string
  readonly organizationId: string
  readonly name: string
  /** An access token of a running session of the member. */
  readonly token: string
}

/** Creates a company, whose root organization has the same id. */
export async function buildCompany(connection: Connection, name = '云帆科技', now = Date.now()): Promise<string> {
  const db = identityTables(connection)
  const id = uuid()
  await db.insertInto('identity.company').values({ id, created_at: now }).execute()
  await insertOrganization(connection, { id, companyId: id, parentId: null, name, now })
  await addTopics(connection, id, firstTopics)
  return id
}

interface NewOrganization {
  readonly id: string
  readonly companyId: string
  readonly parentId: string | null
  readonly name: string
  readonly now: number
}

async function insertOrganization(connection: Connection, organization: NewOrganization): Promise<void> {
  const db = identityTables(connection)
  const { id, companyId, parentId, name, now } = organization
  await db
    .insertInto('identity.organization')
    .values({ id, company_id: companyId, parent_id: parentId, name, created_at: now })
    .execute()
  await db
    .insertInto('identity.organization_ancestor')
    .values({ organization_id: id, ancestor_id: id, depth: 0 })
    .execute()
  if (parentId === null) return
  await db
    .insertInto('identity.organization_ancestor')
    .columns(['organization_id', 'ancestor_id', 'depth'])
    .expression((e) =>
      e
        .selectFrom('identity.organization_ancestor')
        .where('organization_id', '=', parentId)
        .select((s) => [
          s.val(id).$castTo<string>().as('organization_id'),
          'ancestor_id',
          s('depth', '+', 1).as('depth'),
        ]),
    )
    .execute()
}

export async function buildOrganization(
  connection: Connection,
  parent: { companyId: string; parentId: string; name?: string; now?: number },
): Promise<string> {
  const id = uuid()
  const { companyId, parentId, name = '研发部', now = Date.now() } = parent
  await insertOrganization(connection, { id, companyId, parentId, name, now })
  return id
}

export interface MemberInput {
  readonly companyId: string
  readonly organizationId?: string
  readonly name?: string
  readonly fullName?: string
  /** Granted on `organizationId`, or on the whole company by default. */
  readonly roles?: readonly Role[]
  readonly now?: number
}

export async function buildMember(connection: Connection, input: MemberInput): Promise<BuiltMember> {
  const [member] = await buildMembers(connection, [input])
  return member as BuiltMember
}

/** As `buildMember`, of several at once: a statement for each table, however many they are. */
export async function buildMembers(connection: Connection, inputs: readonly MemberInput[]): Promise<BuiltMember[]> {
  const db = identityTables(connection)
  const members = inputs.map((input) => {
    const { companyId, organizationId = companyId, roles = [], fullName = '林知远', now = Date.now() } = input
    const id = uuid()
    return { id, companyId, organizationId, name: input.name ?? `m${id.slice(-12)}`, fullName, roles, now }
  })
  const rows = members.map(({ id, companyId, organizationId, name, fullName, now }) => ({
    id,
    company_id: companyId,
    organization_id: organizationId,
    name,
    full_name: fullName,
    created_at: now,
    updated_at: now,
  }))
  await db.insertInto('identity.member').values(rows).execute()
  const credentials = members.map(({ id }) => ({ member_id: id }))
  await db.insertInto('identity.credential').values(credentials).execute()
  const grants = members.flatMap(({ id, companyId, organizationId, roles, now }) =>
    roles.map((role) => ({
      id: uuid(),
      company_id: companyId,
      member_id: id,
      role,
      organization_id: organizationId,
      granted_at: now,
    })),
  )
  if (grants.length > 0) await db.insertInto('identity.role_grant').values(grants).execute()
  const sessions = members.map((member) => newSession(member, member.now))
  await db
    .insertInto('identity.session')
    .values(sessions.map(({ row }) => row))
    .execute()
  return members.map(({ id, companyId, organizationId, name }, at) => ({
    ...{ id, companyId, organizationId, name },
    token: sessions[at]?.token ?? '',
  }))
}

/** The member as its calls would name it, for tests of functions that take a caller. */
export function callerOf(connection: Connection, { token }: { readonly token: string }): Promise<Caller> {
  return authenticate(connection, token, Date.now())
}

export async function buildSession(
  connection: Connection,
  member: { id: string; companyId: string },
  now = Date.now(),
): Promise<string> {
  const { token, row } = newSession(member, now)
  await identityTables(connection).insertInto('identity.session').values(row).execute()
  return token
}

function newSession(member: { id: string; companyId: string }, now: number) {
  const token = createToken()
  const row = {
    id: uuid(),
    company_id: member.companyId,
    member_id: member.id,
    access_hash: hashToken(token),
    access_expires_at: now + hourMs,
    refresh_hash: hashToken(createToken()),
    refresh_expires_at: now + 24 * hourMs,
    rotation_key: Buffer.alloc(32),
    created_at: now,
    last_seen_at: now,
    ip: '127.0.0.1',
    user_agent: 'test',
  }
  return { token, row }
}
