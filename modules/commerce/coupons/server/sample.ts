/** What the schema does not know of the sample rows of coupons (server/sample-company.ts). */
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'

export const sampleValues = ({ chief, learner, marker }: SampleCompany): SampleValues => ({
  'coupons.coupon': {
    ...{ name: marker, kind: 'amount', amount: 100, percent: null, cap: null, pay_type: 1, minimum: 0, scope: 'all' },
    ...{ valid_from: 1, valid_until: 4_000_000_000_000, way: 'claim', code: '', total: 1000, member_max: 10, given: 1 },
    ...{ state: 'running', created_by: chief.id },
  },
  'coupons.scope': { place: 0, business_type: 1, item_id: null },
  'coupons.holding': {
    ...{ member_id: learner.id, source: 'claim', request_key: null, given_by: null, state: 'unused', order_id: null },
    used_at: null,
  },
})
