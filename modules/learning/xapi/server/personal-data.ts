/** What the record store keeps of a member: statements about the person, and documents that courses keep. */
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { type PersonalDataOwner, personalData } from '#server/personal-data.ts'
import { type XapiDb, xapiTables } from './db.ts'
import { actorKey } from './rules/actors.ts'
import type { JsonObject } from './rules/scalars.ts'
import { keysOf } from './statements/keys.ts'

const rowsMax = 100_000
/** Statements that are rewritten by one statement of SQL. */
const batchSize = 500

async function keysOfMember(db: XapiDb, { companyId, memberId }: PersonalDataOwner): Promise<string[]> {
  const rows = await db
    .selectFrom('xapi.known_agent')
    .select('agent_key')
    .where('company_id', '=', companyId)
    .where('member_id', '=', memberId)
    .execute()
  return rows.map(({ agent_key }) => agent_key)
}

/** The value with every actor of these keys made nobody in particular. */
function withoutPerson(value: unknown, keys: ReadonlySet<string>, nobody: JsonObject): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutPerson(item, keys, nobody))
  if (typeof value !== 'object' || value === null) return value
  const key = actorKey(value as JsonObject)
  if (key !== undefined && keys.has(key)) return nobody
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutPerson(item, keys, nobody)]))
}

async function eraseFromStatements(db: XapiDb, companyId: string, keys: readonly string[]): Promise<void> {
  const nobody = { objectType: 'Agent', account: { homePage: 'urn:shuyuan:erased', name: newId() } }
  for (;;) {
    const rows = await db
      .selectFrom('xapi.statement')
      .select(['id', 'content'])
      .where('company_id', '=', companyId)
      .where(sql<boolean>`related_agents && ${[...keys]}::text[]`)
      .limit(batchSize)
      .execute()
    if (rows.length === 0) return
    const changed = rows.map(({ id, content }) => {
      const statement = withoutPerson(JSON.parse(content), new Set(keys), nobody) as JsonObject
      const { agents, relatedAgents } = keysOf(statement)
      return { id, content: JSON.stringify(statement), agents, related_agents: relatedAgents }
    })
    await sql`
      update xapi.statement s set content = c.content, agents = c.agents, related_agents = c.related_agents
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
        c (id uuid, content text, agents text[], related_agents text[])
      where s.company_id = ${companyId} and s.id = c.id`.execute(db)
  }
}

export const xapiPersonalData = personalData({
  module: 'xapi',
  async collect(connection, owner) {
    const db = xapiTables(connection)
    const keys = await keysOfMember(db, owner)
    const statements = await sql<Record<string, unknown>>`
      select id, stored_at, verb, activity, content from xapi.statement
      where company_id = ${owner.companyId} and related_agents && ${keys}::text[]
      order by position desc limit ${rowsMax}`.execute(db)
    return [
      {
        name: 'learning-records',
        title: { cn: '学习记录（xAPI）', en: 'Learning records (xAPI)' },
        rows: statements.rows,
      },
    ]
  },
  async erase(connection, owner) {
    const db = xapiTables(connection)
    const { companyId, memberId } = owner
    const keys = await keysOfMember(db, owner)
    if (keys.length === 0) return
    await eraseFromStatements(db, companyId, keys)
    const ofMember = sql<boolean>`agent_key = any(${keys}::text[])`
    await db.deleteFrom('xapi.document').where('company_id', '=', companyId).where(ofMember).execute()
    await db.deleteFrom('xapi.agent_name').where('company_id', '=', companyId).where(ofMember).execute()
    await db.deleteFrom('xapi.known_agent').where('member_id', '=', memberId).execute()
  },
})
