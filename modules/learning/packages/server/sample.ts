/** What the schema does not know of the sample rows of packages (server/sample-company.ts). */
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'

export const sampleValues = ({ companyId, marker, now }: SampleCompany): SampleValues => ({
  'packages.package': { kind: 'cmi5', state: 'ready', title: marker, content_key: companyId, prepared_at: now },
  'packages.entry': { content_type: 'text/html' },
  'packages.unit': { position: 0, href: 'index.html' },
  'packages.attempt': { mode: 'learn', course_id: companyId, section_id: companyId },
  'packages.launch': { language: 'cn', expires_at: now + 1 },
  'packages.interaction': { position: 0, content: {} },
})
