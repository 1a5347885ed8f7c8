/** A row of a company in every table of news: what hostile calls of another company are not to reach. */
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { buildNews } from './news.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const input = { companyId, authorId: chief.id, now, title: marker, content: `<p>${marker}</p>`, source: marker }
  await buildNews(connection, { ...input, readBy: [learner.id] })
  await buildNews(connection, { ...input, status: 'draft' })
}
