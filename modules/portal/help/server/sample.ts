/** A row of a company in every table of help: what hostile calls of another company are not to reach. */
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { helpTables } from './db.ts'
import { buildArticles, buildDirectory, buildFeedback } from './help.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const directoryId = await buildDirectory(connection, { companyId, nameCn: marker })
  const common = { companyId, directoryId, authorId: chief.id, now, titleCn: marker, contentCn: `<p>${marker}</p>` }
  const [articleId = ''] = await buildArticles(connection, [common, { ...common, isDraft: true }])
  await helpTables(connection)
    .insertInto('help.vote')
    .values({ article_id: articleId, member_id: learner.id, company_id: companyId, is_helpful: true, voted_at: now })
    .execute()
  const feedback = { companyId, senderId: learner.id, now, content: marker }
  await buildFeedback(connection, { ...feedback, answer: { authorId: chief.id, content: marker, at: now } })
}
