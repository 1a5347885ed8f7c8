/** A row of a company in every table of external training, which hostile calls of another company must not reach. */
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { buildActivity, buildReport } from './external.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, organizationId, chief, learner, marker, now } = sample
  const author = { id: chief.id, companyId, organizationId: companyId }
  const texts = { title: marker, provider: marker, place: marker }
  const asked = { author, now, ...texts, description: marker }
  const activityId = await buildActivity(connection, { ...asked, reporterIds: [learner.id] })
  await buildActivity(connection, { ...asked, reporterIds: [chief.id] })
  const member = { id: learner.id, companyId, organizationId }
  const report = { member, now, ...texts, summary: marker, certificateNumber: marker }
  await buildReport(connection, { ...report, activityId })
  await buildReport(connection, { ...report, state: 'returned', reason: marker })
  await buildReport(connection, { ...report, member: author, state: 'draft' })
}
