/** A row of a company in every table of the record store: what hostile calls of another company are not to reach. */
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { createCredential } from './credentials.ts'
import { xapiTables } from './db.ts'
import { putDocument } from './documents.ts'
import { keepAttachments } from './statements/attachments.ts'
import { storeStatements } from './statements/store.ts'

export async function buildSample(
  connection: Connection,
  { companyId, chief, marker, now }: SampleCompany,
): Promise<void> {
  const db = xapiTables(connection)
  const { id: credentialId } = await createCredential(db, { companyId, name: marker, createdBy: chief.id, now })
  const actor = { name: marker, account: { homePage: 'https://example.com', name: chief.id } }
  const writer = { credentialId, companyId, authority: actor, now: () => now }
  const activityId = `https://example.com/${encodeURIComponent(marker)}`
  const object = { id: activityId, definition: { name: { 'zh-CN': marker } } }
  await storeStatements(db, writer, [{ actor, verb: { id: 'http://adlnet.gov/expapi/verbs/completed' }, object }])
  const content = Buffer.from(marker)
  await keepAttachments(db, companyId, [{ sha2: 'a'.repeat(64), contentType: 'text/plain', content }])
  const scope = { companyId, kind: 'state', activityId } as const
  await putDocument(db, scope, 'bookmark', { content, contentType: 'text/plain' }, {}, now)
}
