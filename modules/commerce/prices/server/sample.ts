/** What the schema does not know of the sample rows of prices (server/sample-company.ts). */
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'

export const sampleValues = ({ learner, chief }: SampleCompany): SampleValues => ({
  'prices.item': { business_type: 1, paid_since: 1 },
  'prices.price': {
    ...{ business_type: 1, organization_id: null, valid_from: null, valid_until: null, is_pay: 1, pay_type: 1 },
    ...{ is_ladder: 0, ranges: [{ id: 'all', begin: 1, end: -1, coin: 1999, discountCoin: 999 }], card_ids: [] },
    ...{ created_by: chief.id, replaced_at: null },
  },
  'prices.quote': {
    ...{ member_id: learner.id, business_type: 1, quantity: 1, pay_type: 1, original_unit: 1999, unit: 999 },
    ...{ range_begin: 1, range_end: -1 },
  },
})
