/** A row of a company in every table of certificates: what hostile calls of another company are not to reach. */
import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { writeCertificate } from './awarding.ts'
import { certificatesTables } from './db.ts'
import { createSigningKey } from './document/sign.ts'
import { setCertificateRule } from './rules.ts'
import { buildTemplate } from './templates.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const db = certificatesTables(connection)
  const ref = { businessType: 1, businessId: uuid() }
  const author = { id: chief.id, companyId }
  const templateId = await buildTemplate(connection, { author, name: marker, titleCn: marker, now })
  await setCertificateRule(connection, { companyId, ref, templateId, now })
  const template = await db
    .selectFrom('certificates.template')
    .selectAll()
    .where('id', '=', templateId)
    .executeTakeFirstOrThrow()
  await writeCertificate(connection, {
    ...{ companyId, memberId: learner.id, template, ref, itemName: marker, holderName: marker },
    ...{ finishedAt: now, origin: 'earned', issuedBy: null, replaces: null, reason: '', validFrom: now, now },
  })
  const batchId = uuid()
  await db
    .insertInto('certificates.batch')
    .values({
      ...{ id: batchId, company_id: companyId, request_id: uuid(), template_id: templateId, item_name: marker },
      ...{ finished_at: now, task_id: uuid(), created_by: chief.id, created_at: now, member_count: 1 },
    })
    .execute()
  await db
    .insertInto('certificates.batch_member')
    .values({ batch_id: batchId, member_id: learner.id, company_id: companyId, state: 'held' })
    .execute()
  const { privateKey, certificate } = await createSigningKey(marker, randomBytes(16), now)
  await db
    .insertInto('certificates.signing_key')
    .values({ company_id: companyId, private_key: privateKey, certificate, created_at: now })
    .execute()
}
