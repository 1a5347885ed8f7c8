/** What the schema does not know of the sample rows of entitlements (server/sample-company.ts). */
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'

export const sampleValues = ({ learner, chief, marker }: SampleCompany): SampleValues => ({
  'entitlements.entitlement': {
    ...{ member_id: learner.id, business_type: 1, source: 'order', state: 'active', starts_at: 1, ends_at: null },
    ...{ reason: marker, changed_by: chief.id },
  },
  'entitlements.seats': { owner_id: learner.id, business_type: 1, seat_count: 5, used_count: 0, returned_count: 0 },
  'entitlements.granted_item': { business_type: 1 },
})
