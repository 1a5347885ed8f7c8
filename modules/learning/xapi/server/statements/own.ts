/** Statements that the platform itself makes, and documents that it lays ready for content. */
import type { Connection } from '#server/db/connection.ts'
import { xapiTables } from '../db.ts'
import { putDocument } from '../documents.ts'
import { actorKey } from '../rules/actors.ts'
import type { JsonObject } from '../rules/scalars.ts'
import { checkStatement } from '../rules/statements.ts'
import { storeStatements } from './store.ts'

export interface OwnRecords {
  readonly companyId: string
  readonly authority: JsonObject
  readonly now: number
}

/** Stores statements as any others: what is no statement throws. A repeat of the same id and content changes nothing. */
export async function storeOwnStatements(
  connection: Connection,
  { companyId, authority, now }: OwnRecords,
  statements: readonly JsonObject[],
): Promise<void> {
  for (const statement of statements) checkStatement(statement, 'statement')
  const writer = { credentialId: null, companyId, authority, now: () => now }
  await storeStatements(xapiTables(connection), writer, statements)
}

/** Lays a state document ready for content that is about to be launched. */
export async function putOwnState(
  connection: Connection,
  { companyId, now }: OwnRecords,
  state: { activityId: string; agent: JsonObject; registration: string; stateId: string; content: JsonObject },
): Promise<void> {
  const { activityId, agent, registration, stateId, content } = state
  const scope = { companyId, kind: 'state', activityId, agentKey: actorKey(agent) ?? '', registration } as const
  const body = { content: Buffer.from(JSON.stringify(content)), contentType: 'application/json' }
  await putDocument(xapiTables(connection), scope, stateId, body, {}, now)
}
