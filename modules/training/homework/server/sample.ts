/** A row of a company in every table of homework, which hostile calls of another company must not reach. */
import { buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { buildDraftAndArchive, buildHomework, buildVersion } from './homework.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const author = { id: chief.id, companyId, organizationId: companyId }
  const times = { startsAt: now - 1, endsAt: now + 86_400_000 }
  const classId = await buildClass(connection, { author, now, name: marker, ...times, participants: [learner.id] })
  const shared = { classId, companyId, memberId: learner.id, text: marker, now }
  const activityId = await buildHomework(connection, { classId, companyId, title: marker, text: marker, rules: {} })
  await buildVersion(connection, { ...shared, activityId, tenths: 800 })
  await buildDraftAndArchive(connection, { ...shared, activityId })
  const second = await buildHomework(connection, { classId, companyId, title: marker })
  await buildVersion(connection, { ...shared, activityId: second })
}
