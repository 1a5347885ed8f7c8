/** A row of a company in every table of submissions: what hostile calls of another company are not to reach. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { buildSubmission } from './submissions.fixture.ts'

/** About a subject that no module has: the kinds build submissions about their own subjects. */
export async function buildSample(
  connection: Connection,
  { companyId, learner, marker, now }: SampleCompany,
): Promise<void> {
  const place = { companyId, subjectId: uuid(), partId: uuid(), memberId: learner.id }
  await buildSubmission(connection, { ...place, kind: 'course', submittedAt: now, title: marker, text: marker })
}
