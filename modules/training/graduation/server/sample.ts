/** A row of a company in every table of graduation, which hostile calls of another company must not reach. */
import { buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { buildConditions, buildGraduates } from './graduation.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const author = { id: chief.id, companyId, organizationId: companyId }
  const classId = await buildClass(connection, { author, now, name: marker, participants: [learner.id] })
  await buildConditions(connection, { classId, companyId, now, retrainingMonths: 12 })
  const finished = { author, now, name: marker, participants: [learner.id], graduates: [learner.id] }
  const graduateClass = await buildClass(connection, finished)
  await buildGraduates(connection, {
    ...{ classId: graduateClass, companyId, memberIds: [learner.id], by: chief.id, now },
    ...{ reason: marker, retrainAt: now },
  })
}
