/** A row of a company in every table of approvals: what hostile calls of another company are not to reach. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { approvalsTables } from './db.ts'
import { buildStep, buildTemplate } from './templates.fixture.ts'

const dayMs = 86_400_000

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const db = approvalsTables(connection)
  const { companyId, organizationId, chief, learner, marker, now } = sample
  const definition = buildStep([chief.id], { name: marker })
  const templateId = await buildTemplate(connection, { companyId, businessType: 1, now }, [definition], chief.id)
  const [processId, stepId] = [uuid(), uuid()]
  const company = { company_id: companyId }
  await db
    .insertInto('approvals.process')
    .values({
      id: processId,
      ...company,
      organization_id: organizationId,
      business_type: 1,
      business_id: uuid(),
      name: marker,
      summary: JSON.stringify([[marker, marker]]),
      applicant_id: learner.id,
      template_id: templateId,
      template_version: 1,
      started_at: now,
    })
    .execute()
  await db
    .insertInto('approvals.step')
    .values({
      id: stepId,
      ...company,
      process_id: processId,
      position: 1,
      name: marker,
      definition: JSON.stringify(definition),
      state: 'current',
      entered_at: now,
    })
    .execute()
  await db
    .insertInto('approvals.task')
    .values({
      id: uuid(),
      ...company,
      process_id: processId,
      step_id: stepId,
      visit: 0,
      holder_id: chief.id,
      origin: 'template',
      state: 'open',
      opened_at: now,
      created_at: now,
    })
    .execute()
  await db
    .insertInto('approvals.event')
    .values({
      process_id: processId,
      number: 1,
      ...company,
      step_id: stepId,
      kind: 'applied',
      actor_id: learner.id,
      opinion: marker,
      at: now,
    })
    .execute()
  await db
    .insertInto('approvals.absence')
    .values({
      id: uuid(),
      ...company,
      member_id: chief.id,
      substitute_id: learner.id,
      starts_at: now + dayMs,
      ends_at: now + 2 * dayMs,
      reason: marker,
      created_at: now,
    })
    .execute()
}
