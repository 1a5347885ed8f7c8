/** What the schema does not know of the sample rows of contents (server/sample-company.ts). */
import { v7 as uuid } from 'uuid'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'
import { buildContent } from './contents.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, marker, now } = sample
  const account = { companyId, name: `${marker} c`, memberIds: [chief.id], now }
  const accountId = await buildAccount(connection, account)
  const content = { companyId, accountId, authorId: chief.id, text: marker, now }
  await buildContent(connection, { ...content, title: `${marker} 4` })
  await buildContent(connection, { ...content, title: `${marker} 5`, visibility: 1, organizationIds: [uuid()] })
}

export const sampleValues = ({ chief, marker }: SampleCompany): SampleValues => ({
  'contents.content': {
    ...{ type: 1, visibility: 0, state: 'active', review_state: 'none', chapters: '[]' },
    ...{ title: `${marker} 6`, title_key: `${marker} 6`, published_by: chief.id },
  },
  'contents.draft': { member_id: chief.id, type: 1, fields: JSON.stringify({ title: marker, html: marker }) },
})
