/** A row of a company in every table of plans, which hostile calls of another company must not reach. */
import { buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { buildCost, buildPlan, buildScore } from './plans.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const author = { id: chief.id, companyId, organizationId: companyId }
  const classId = await buildClass(connection, { author, now, name: marker, participants: [learner.id] })
  const item = { name: marker, courseCode: marker.slice(0, 40) }
  const plan = { author, name: marker, note: marker, now }
  await buildPlan(connection, { ...plan, items: [{ ...item, classIds: [classId] }] })
  await buildPlan(connection, { ...plan, state: 'approved', items: [item] })
  await buildCost(connection, { author, classId, label: marker.slice(0, 30), note: marker, now })
  await buildScore(connection, { author, classId, memberId: learner.id, scoreTenths: 865, now })
}
