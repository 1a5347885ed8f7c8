/** A row of a company in every table of classes, which hostile calls of another company must not reach. */
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { buildActivity, buildClass, buildSeries } from './classes.fixture.ts'
import { classesTables } from './db.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const author = { id: chief.id, companyId, organizationId: companyId }
  const input = { author, now, name: marker, summary: marker, description: marker, venue: marker }
  const quotas = [{ organizationId: companyId, places: 20 }]
  const classId = await buildClass(connection, { ...input, quotas, participants: [learner.id] })
  const activityId = await buildActivity(connection, { classId, companyId, title: marker })
  await classesTables(connection)
    .insertInto('classes.visit')
    .values({
      activity_id: activityId,
      member_id: learner.id,
      class_id: classId,
      company_id: companyId,
      opened_at: now,
    })
    .execute()
  const draftId = await buildClass(connection, { ...input, status: 'draft' })
  await buildSeries(connection, { companyId, name: marker, classIds: [draftId], now })
  await buildClass(connection, { ...input, status: 'off-shelf' })
}
