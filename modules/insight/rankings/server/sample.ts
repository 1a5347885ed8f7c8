/** Rows of a company in every table of rankings: what hostile calls of another company are not to reach. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { noteFigures } from '#server/db/figure-notes.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { countNotes } from './counting.ts'
import { rankingsTables } from './db.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, learner, marker, now } = sample
  await rankingsTables(connection)
    .insertInto('rankings.appearance')
    .values({ member_id: learner.id, company_id: companyId, is_hidden: false, alias: marker.slice(0, 20) })
    .execute()
  const common = { companyId, source: 'finish', key: uuid(), businessType: 0, label: marker, at: now, amount: 1 }
  await noteFigures(connection, [{ ...common, ranking: 'study', subjectId: learner.id, memberId: learner.id }])
  await countNotes(connection, companyId)
}
