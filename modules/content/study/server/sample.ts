/** A row of a company in every table of study: what hostile calls of another company are not to reach. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { CLASS_HOURS, CREDITS } from '../contract/credits.ts'
import { setCreditRule } from './credit-rules.ts'
import { give } from './credits.ts'
import { studyTables } from './db.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const ref = { businessType: 1, businessId: uuid() }
  await setCreditRule(connection, { companyId, ref, classHourHundredths: 200, creditHundredths: 100, now })
  await studyTables(connection)
    .insertInto('study.credit_cap')
    .values({
      ...{ company_id: companyId, business_type: 1, kind: CREDITS, max_score: 10_000 },
      ...{ updated_by: chief.id, updated_at: now },
    })
    .execute()
  const award = { companyId, memberId: learner.id, source: marker, at: now, asked: 200, createdBy: null, roundId: null }
  await give(connection, { ...award, ...ref, kind: CLASS_HOURS })
  await give(connection, { ...award, ...ref, kind: CREDITS })
}
