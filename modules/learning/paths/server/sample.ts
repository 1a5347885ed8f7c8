/** A row of a company in every table of learning paths: what hostile calls of another company are not to reach. */
import { v7 as uuid } from 'uuid'
import { buildSubmission } from '#modules/content/submissions/server/submissions.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'
import { pathsTables } from './db.ts'
import { buildChannel, buildPath, buildPathLearner } from './paths.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const channelId = await buildChannel(connection, { companyId, name: marker, positionIds: [uuid()], now })
  const businessId = uuid()
  const chapters = [
    {
      title: marker,
      summary: marker,
      choices: [{ title: marker, neededCount: 1 }],
      sections: [
        { businessType: 1, businessId, name: marker, needsReview: true },
        { businessType: 1, businessId: uuid(), name: marker, choice: 0 },
      ],
    },
  ]
  const input = { author: { id: chief.id, companyId }, name: marker, summary: marker, channelId, chapters, now }
  const path = await buildPath(connection, input)
  await buildPath(connection, { ...input, status: 'draft' })
  await buildPathLearner(connection, { member: { id: learner.id, companyId }, pathId: path.id, registeredAt: now })
  const db = pathsTables(connection)
  const progressId = uuid()
  await db
    .insertInto('paths.progress')
    .values({
      id: progressId,
      member_id: learner.id,
      path_id: path.id,
      company_id: companyId,
      business_type: 1,
      business_id: businessId,
      opened_at: now,
    })
    .execute()
  const proof = { kind: 'path', subjectId: path.id, partId: progressId, memberId: learner.id, submittedAt: now }
  await buildSubmission(connection, { ...proof, companyId, title: marker, text: marker })
}

export const sampleValues = (): SampleValues => ({
  'paths.rule': { hired_from: '2000-01-01', delay_days: 3000 },
})
