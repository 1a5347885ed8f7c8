/** What the schema does not know of the sample rows of finance (server/sample-company.ts). */
import { defaultTimeZone } from '#kit/time-zone.ts'
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'

const day = '2026-01-05'

export const sampleValues = ({ learner, organizationId }: SampleCompany): SampleValues => ({
  'finance.kept_day': { day, time_zone: defaultTimeZone, begins_at: 1_767_542_400_000, ends_at: 1_767_628_800_000 },
  'finance.day_sale': {
    ...{
      day,
      pay_type: 1,
      business_type: 1,
      organization_id: organizationId,
      buyer_id: learner.id,
      lines: 1,
      orders: 1,
    },
    ...{ kind_orders: 1, units: 1, gross: 1999, discount: 0, refunded: 0 },
  },
  'finance.day_ledger': { day, kind: 1, owner_kind: 'expense', trade_type: 7, entered: '0', gone: '1999' },
})
