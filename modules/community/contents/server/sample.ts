/** What the schema does not know of the sample rows of contents (server/sample-company.ts). */
import { v7 as uuid } from 'uuid'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { accountBusinessType } from '#modules/community/community/server.ts'
import { buildFollow } from '#modules/community/following/server/follows.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'
import { emptyFields } from '../contract/empty-fields.ts'
import { buildContent } from './contents.fixture.ts'
import { contentsTables } from './db.ts'

/** The learner has read and liked it, as the counters say. */
async function addReader(connection: Connection, content_id: string, sample: SampleCompany): Promise<void> {
  const db = contentsTables(connection)
  const reader = { content_id, company_id: sample.companyId, member_id: sample.learner.id }
  await db
    .insertInto('contents.liking')
    .values({ ...reader, created_at: sample.now })
    .execute()
  await db
    .insertInto('contents.reading')
    .values({ ...reader, day: 20_000, is_counted: true })
    .execute()
  const counted = { like_count: 1, read_count: 1 }
  await db.updateTable('contents.content').set(counted).where('id', '=', content_id).execute()
}

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const account = { companyId, name: `${marker} c`, memberIds: [chief.id], now }
  const accountId = await buildAccount(connection, account)
  const content = { companyId, accountId, authorId: chief.id, text: marker, now }
  const read = await buildContent(connection, { ...content, title: `${marker} 4` })
  await addReader(connection, read, sample)
  const follow = { companyId, memberId: learner.id, businessType: accountBusinessType, businessId: accountId }
  await buildFollow(connection, { ...follow, now })
  await buildContent(connection, { ...content, title: `${marker} 5`, visibility: 1, organizationIds: [uuid()] })
}

export const sampleValues = ({ chief, marker }: SampleCompany): SampleValues => ({
  'contents.content': {
    ...{ type: 1, visibility: 0, state: 'active', review_state: 'none', chapters: [] },
    ...{ title: `${marker} 6`, title_key: `${marker} 6`, published_by: chief.id },
  },
  'contents.change': {
    written_by: chief.id,
    state: 'waiting',
    fields: { ...emptyFields, title: marker, html: marker },
  },
  'contents.caption': {
    ...{ member_id: chief.id, language: 'en', label: 'English', cue_count: 1 },
    cues: [{ from: 0, to: 1000, text: marker }],
  },
  'contents.draft': { member_id: chief.id, type: 1, fields: { ...emptyFields, title: marker, html: marker } },
})
