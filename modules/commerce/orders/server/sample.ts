/** What the schema does not know of the sample rows of orders (server/sample-company.ts). */
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'

export const sampleValues = ({ learner, marker, companyId }: SampleCompany): SampleValues => ({
  'orders.order': {
    ...{ number: `S${companyId.slice(-12)}`, buyer_id: learner.id, organization_id: companyId, status: 'deal-done' },
    ...{ approval: null, delivery: null, pay_type: 1, for_others: false, amount: 1999, discount: 0, paid: 1999 },
    ...{
      refunded: 0,
      coin_value: 0,
      coins_per_yuan: null,
      coin_value_refunded: 0,
      coin_reservation_id: null,
      coupon_id: null,
      coupon_name: '',
      coin_transfer_id: null,
      payment_id: null,
      receiver: null,
      remark: marker,
      shipping_company: null,
    },
    ...{
      tracking_number: null,
      close_reason: null,
      closed_at: null,
      shipped_at: null,
      receive_by: null,
      paid_at: 1,
      done_at: 1,
    },
  },
  'orders.line': {
    ...{ place: 0, business_type: 1, name: marker, quantity: 1, range_begin: 1, range_end: -1, original_unit: 1999 },
    ...{ unit: 1999, amount: 1999, discount: 0 },
  },
  'orders.change': { version: 1, amount: 1999, discount: 0, points: 0, coupon_name: '', changed_at: 1 },
  'orders.event': { seq: 1, kind: 'placed', actor_id: learner.id, data: {} },
  'orders.refund': {
    ...{ number: `RS${companyId.slice(-12)}`, status: 'requested', amount: 1999, reason: marker },
    ...{
      requested_by: learner.id,
      decided_by: null,
      decided_at: null,
      done_at: null,
      decision_reason: '',
      transfer_id: null,
    },
  },
  'orders.refund_line': { quantity: 1, amount: 1999 },
})
