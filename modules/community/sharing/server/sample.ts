/** What the schema does not know of the sample rows of sharing (server/sample-company.ts). */
import { v7 as uuid } from 'uuid'
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'

export const sampleValues = ({ marker, now }: SampleCompany): SampleValues => ({
  'sharing.short_link': {
    code: uuid().slice(-8),
    path: `/#/${marker}`,
    expires_at: now + 1e9,
  },
  'sharing.share_action': { action_type: 2 },
})
