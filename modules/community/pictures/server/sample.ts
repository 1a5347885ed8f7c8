/** Rows of a company in every table of pictures: what hostile calls of another company are not to reach. */
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { picturesTables } from './db.ts'
import { buildCategory, buildPictures } from './pictures.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const categoryId = await buildCategory(connection, { companyId, name: marker })
  const common = { companyId, createdBy: chief.id, now, name: marker }
  await buildPictures(connection, [
    { ...common, categoryId },
    { ...common, categoryId, isRetired: true },
  ])
  await picturesTables(connection)
    .insertInto('pictures.turn')
    .values({ company_id: companyId, member_id: learner.id, is_cloud: false, shown: 6 })
    .execute()
}
