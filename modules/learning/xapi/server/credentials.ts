/** Who may write and read records: names and passwords that an administrator hands to content and to other systems. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import { CREDENTIALS_MAX, TOO_MANY_CREDENTIALS } from '../contract.ts'
import type { XapiDb } from './db.ts'
import type { JsonObject } from './rules/scalars.ts'

export interface Client {
  readonly credentialId: string
  readonly companyId: string
  /** Who vouches for what this client stores. */
  readonly authority: JsonObject
}

function digest(password: string): Buffer {
  return createHash('sha256').update(password).digest()
}

/** The client of an `Authorization: Basic …` header; undefined where there is none of that name and password. */
export async function clientOf(
  db: XapiDb,
  authorization: string | undefined,
  homePage: string,
): Promise<Client | undefined> {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const [, username = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
  const row = await db
    .selectFrom('xapi.credential')
    .select(['id', 'company_id', 'password_sha256', 'name'])
    .where('username', '=', username)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row || !timingSafeEqual(row.password_sha256, digest(password))) return undefined
  const authority = { objectType: 'Agent', name: row.name, account: { homePage, name: username } }
  return { credentialId: row.id, companyId: row.company_id, authority }
}

export interface NewCredential {
  readonly id: string
  readonly username: string
  /** Shown once: only its digest is kept. */
  readonly password: string
}

export async function createCredential(
  db: XapiDb,
  { companyId, name, createdBy, now }: { companyId: string; name: string; createdBy: string; now: number },
): Promise<NewCredential> {
  const { count } = await db
    .selectFrom('xapi.credential')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= CREDENTIALS_MAX) throw refuse(TOO_MANY_CREDENTIALS, { max: CREDENTIALS_MAX })
  const id = newId()
  const username = randomBytes(12).toString('hex')
  const password = randomBytes(32).toString('base64url')
  await db
    .insertInto('xapi.credential')
    .values({
      id,
      company_id: companyId,
      name,
      username,
      password_sha256: digest(password),
      created_by: createdBy,
      created_at: now,
      revoked_at: null,
    })
    .execute()
  return { id, username, password }
}

/** The newest thousand. */
export async function listCredentials(db: XapiDb, companyId: string) {
  const rows = await db
    .selectFrom('xapi.credential')
    .select(['id', 'name', 'username', 'created_by', 'created_at', 'revoked_at', 'statement_count'])
    .where('company_id', '=', companyId)
    .orderBy('created_at', 'desc')
    .limit(1000)
    .execute()
  const members = await membersByIds(db, companyId, [...new Set(rows.map((row) => row.created_by))])
  const items = rows.map((row) => ({
    id: row.id,
    name: row.name,
    username: row.username,
    createdAt: row.created_at,
    createdByName: members.get(row.created_by)?.fullName ?? null,
    revokedAt: row.revoked_at,
    statementCount: row.statement_count,
  }))
  return { items, recordCount: items.length }
}

/** Answers the name of what was revoked. */
export async function revokeCredential(db: XapiDb, companyId: string, id: string, now: number): Promise<string> {
  const row = await db
    .updateTable('xapi.credential')
    .set({ revoked_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  if (!row) throw refuse(NOT_FOUND)
  return row.name
}
