/** A row of a company in every table of pages: what hostile calls of another company are not to reach. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { pagesTables } from './db.ts'
import { buildPage, documentOf, newModule } from './pages.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, organizationId, chief, learner, marker, now } = sample
  const db = pagesTables(connection)
  const settings = { html: { cn: `<p>${marker}</p>`, en: `<p>${marker}</p>` } }
  const document = documentOf([{ id: 'one', columns: 'one', modules: [newModule('hello', 'rich-text', { settings })] }])
  const input = { companyId, authorId: chief.id, now, nameCn: marker, nameEn: marker, document }
  const pageId = await buildPage(connection, input)
  const branchId = await buildPage(connection, { ...input, kind: 'branch', organizationId, parentId: pageId })
  await buildPage(connection, { ...input, kind: 'canvas', state: 'draft', parentId: branchId })
  const disabled = { page_id: branchId, member_id: learner.id, company_id: companyId, disabled_at: now }
  await db.insertInto('pages.disabled_member').values(disabled).execute()
  const visit = { member_id: learner.id, visit_id: uuid(), company_id: companyId, page_id: pageId, visited_at: now }
  await db.insertInto('pages.visit').values(visit).execute()
  const columns = { member_id: learner.id, list: 'sample', company_id: companyId, columns: [marker] }
  await db.insertInto('pages.chosen_columns').values(columns).execute()
  const speech = { organization_id: organizationId, company_id: companyId, is_on: true, voice: marker, rate: 100 }
  await db.insertInto('pages.speech').values(speech).execute()
}
