/** Statements are stored, all of a request or none. */

import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { contactsSql } from '#modules/platform/identity/server.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { XapiDb } from '../db.ts'
import { actorKey, actorKeys } from '../rules/actors.ts'
import { BadRequest, type JsonObject } from '../rules/scalars.ts'
import { definitionsOf } from './find.ts'
import { activitiesOf, actorsOf, keysOf } from './keys.ts'
import { digestOf, withLists } from './normal.ts'

/** A statement of this id is there, and says something else: 409. */
export class Conflict extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Conflict'
  }
}

export interface Writer {
  /** null: the platform itself, or content that it has launched. */
  readonly credentialId: string | null
  readonly companyId: string
  readonly authority: JsonObject
  /** Reads the clock once the writer's turn has come. */
  now(): number
  /** Called with the new statements in their transaction, before they are stored; an exception refuses them. */
  admit?(statements: readonly JsonObject[]): Promise<void>
}

interface Row {
  readonly id: string
  readonly statement: JsonObject
  readonly digest: Buffer
}

/** Answers the ids, in the order of the statements. Statements that are there already, the same, are not stored again. */
export async function storeStatements(
  db: XapiDb,
  writer: Writer,
  statements: readonly JsonObject[],
): Promise<readonly string[]> {
  const rows = statements.map((statement): Row => {
    const id = statement.id === undefined ? newId() : String(statement.id).toLowerCase()
    return { id, statement: withLists(statement), digest: digestOf(statement) }
  })
  const ids = rows.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw new BadRequest('statements: an id stands twice in the request')
  await takeTurn(db, writer.companyId)
  const fresh = await withoutRepeats(db, writer.companyId, rows)
  if (fresh.length === 0) return ids
  await writer.admit?.(fresh.map(({ id, statement }) => ({ ...statement, id })))
  await insert(db, writer, fresh)
  return ids
}

/** Writers of a company follow one another: what is read up to an instant never gets a predecessor later. */
async function takeTurn(db: XapiDb, companyId: string): Promise<void> {
  await lockNames(db, `xapi:${companyId}`)
}

/**
 * Up to which instant everything that was stored can be read. Called before the statements are read, in no transaction:
 * where a writer has its turn just now, it is the instant of the last one that has finished.
 */
export async function consistentThrough(db: XapiDb, companyId: string, now: () => number): Promise<number> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended('xapi:' || ${companyId}, 0)) as free`.execute(db)
  if (rows[0]?.free) return now()
  const last = await db
    .selectFrom('xapi.statement')
    .select('stored_at')
    .where('company_id', '=', companyId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.stored_at ?? 0
}

async function withoutRepeats(db: XapiDb, companyId: string, rows: readonly Row[]): Promise<readonly Row[]> {
  const known = await db
    .selectFrom('xapi.statement')
    .select(['id', 'sent_sha256'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any(${rows.map(({ id }) => id)}::uuid[])`)
    .execute()
  const digests = new Map(known.map(({ id, sent_sha256 }) => [id, sent_sha256]))
  return rows.filter(({ id, digest }) => {
    const earlier = digests.get(id)
    if (earlier !== undefined && !digest.equals(earlier)) throw new Conflict(`another statement has the id ${id}`)
    return earlier === undefined
  })
}

async function insert(db: XapiDb, writer: Writer, rows: readonly Row[]): Promise<void> {
  const { companyId } = writer
  const now = writer.now()
  const stored = new Date(now).toISOString()
  const complete = rows.map(({ id, statement, digest }) => {
    const content = {
      timestamp: stored,
      version: '1.0.0',
      ...statement,
      id,
      stored,
      authority: writer.authority,
    } as JsonObject
    return { id, digest, content, keys: keysOf(content) }
  })
  await db
    .insertInto('xapi.statement')
    .values(
      complete.map(({ id, digest, content, keys }) => ({
        company_id: companyId,
        id,
        stored_at: now,
        content: JSON.stringify(content),
        sent_sha256: digest,
        verb: keys.verb,
        activity: keys.activity,
        registration: keys.registration,
        agents: [...keys.agents],
        related_agents: [...keys.relatedAgents],
        related_activities: [...keys.relatedActivities],
        refers_to: keys.refersTo,
        is_voiding: keys.isVoiding,
        voided_at: null,
      })),
    )
    .execute()
  if (writer.credentialId !== null)
    await db
      .updateTable('xapi.credential')
      .set(({ eb }) => ({ statement_count: eb('statement_count', '+', rows.length) }))
      .where('id', '=', writer.credentialId)
      .execute()
  await markVoided(db, companyId, now, complete)
  await remember(
    db,
    companyId,
    complete.map(({ content }) => content),
  )
}

/** A voiding statement may come before the one that it voids; a voiding statement can't be voided. */
async function markVoided(
  db: XapiDb,
  companyId: string,
  now: number,
  rows: readonly {
    readonly id: string
    readonly keys: { readonly isVoiding: boolean; readonly refersTo: string | null }
  }[],
): Promise<void> {
  const voided = rows.flatMap(({ keys }) => (keys.isVoiding && keys.refersTo !== null ? [keys.refersTo] : []))
  const ids = rows.map(({ id }) => id)
  await sql`
    update xapi.statement s set voided_at = ${now}
    where s.company_id = ${companyId} and s.voided_at is null and not s.is_voiding
      and (s.id = any(${voided}::uuid[]) or (s.id = any(${ids}::uuid[]) and exists (
        select from xapi.statement v
        where v.company_id = ${companyId} and v.refers_to = s.id and v.is_voiding)))`.execute(db)
}

/** Everything that was ever said of an activity: languages and extensions are gathered, the rest is what was said last. */
function merged(earlier: JsonObject | undefined, later: JsonObject): JsonObject {
  if (earlier === undefined) return later
  const gathered = ['name', 'description', 'extensions']
    .filter((name) => name in earlier && name in later)
    .map((name) => [name, { ...(earlier[name] as JsonObject), ...(later[name] as JsonObject) }])
  return { ...earlier, ...later, ...Object.fromEntries(gathered) }
}

async function rememberDefinitions(
  db: XapiDb,
  companyId: string,
  definitions: ReadonlyMap<string, JsonObject>,
): Promise<void> {
  if (definitions.size === 0) return
  const known = await definitionsOf(db, companyId, [...definitions.keys()])
  const rows = [...definitions].map(([id, definition]) => ({
    company_id: companyId,
    id,
    definition: JSON.stringify(merged(known.get(id), definition)),
  }))
  await db
    .insertInto('xapi.activity')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'id']).doUpdateSet((row) => ({ definition: row.ref('excluded.definition') })),
    )
    .execute()
}

/** Which of the agents are members: by their address, or by their id as the name of an account. */
async function rememberMembers(db: XapiDb, companyId: string, keys: readonly string[]): Promise<void> {
  await sql`
    insert into xapi.known_agent (company_id, agent_key, member_id)
    select distinct on (k.key) ${companyId}::uuid, k.key, c.id
    from unnest(${[...new Set(keys)]}::text[]) k (key) join ${contactsSql(companyId)} c
      on k.key = 'mbox|mailto:' || c.email or (k.key like 'account|%' and split_part(k.key, '|', 3) = c.id::text)
    order by k.key, c.id
    on conflict do nothing`.execute(db)
}

/** Definitions of activities and names of agents, as they were last seen. */
async function remember(db: XapiDb, companyId: string, statements: readonly JsonObject[]): Promise<void> {
  const nested = statements.flatMap((statement) => {
    const object = statement.object as JsonObject
    return object.objectType === 'SubStatement' ? [statement, object] : [statement]
  })
  const definitions = new Map<string, JsonObject>()
  for (const { id, definition } of nested.flatMap(activitiesOf))
    if (definition !== undefined)
      definitions.set(id as string, merged(definitions.get(id as string), definition as JsonObject))
  await rememberDefinitions(db, companyId, definitions)
  await rememberMembers(db, companyId, nested.flatMap(actorsOf).flatMap(actorKeys))
  const names = new Map<string, readonly [string, string]>()
  for (const actor of nested.flatMap(actorsOf)) {
    const key = actorKey(actor)
    if (key !== undefined && typeof actor.name === 'string') names.set(`${key}\n${actor.name}`, [key, actor.name])
  }
  if (names.size > 0)
    await sql`
      insert into xapi.agent_name (company_id, agent_key, name)
      select ${companyId}, t.key, t.name
      from unnest(${[...names.values()].map(([key]) => key)}::text[], ${[...names.values()].map(([, name]) => name)}::text[])
        t (key, name)
      order by t.key, t.name
      on conflict do nothing`.execute(db)
}
