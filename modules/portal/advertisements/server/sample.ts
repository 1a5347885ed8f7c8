/** A row of a company in every table of advertisements: what hostile calls of another company are not to reach. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { buildAdvertisement, buildTopContent } from './advertisements.fixture.ts'
import { advertisementsTables } from './db.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const id = await buildAdvertisement(connection, { companyId, authorId: chief.id, now, title: marker, text: marker })
  await advertisementsTables(connection)
    .insertInto('advertisements.reaction')
    .values({
      ...{ advertisement_id: id, member_id: learner.id, company_id: companyId, closed_at: null, last_at: now },
      ...{ view_count: 1, click_count: 0, close_count: 0 },
    })
    .execute()
  await buildTopContent(connection, { companyId, addedBy: chief.id, businessType: 1, contentId: uuid() })
}
