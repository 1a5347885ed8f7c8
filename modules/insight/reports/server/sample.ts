/** What the schema does not know of the sample rows of reports (server/sample-company.ts). */
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'

const query = { source: 'learners', columns: [{ column: 'member' }] }

export const sampleValues = ({ now, learner }: SampleCompany): SampleValues => ({
  'reports.view': { query, audience: 'owner' },
  'reports.view_version': { query },
  'reports.run': { query, format: 'xlsx', language: 'cn', state: 'waiting' },
  'reports.schedule': {
    ...{ frequency: 'weekly', weekday: 1, month_day: 1, minute_of_day: 480, format: 'xlsx', language: 'cn' },
    member_ids: `{${learner.id}}`,
  },
  'reports.sending': { due_at: now, state: 'waiting', reason: '', file_name: '' },
})
