// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Change {
  order_id: string
  version: number
  company_id: string
  request_key: string
  amount: number
  discount: number
  points: number
  coupon_name: string
  changed_at: number
}

export interface Event {
  order_id: string
  seq: number
  company_id: string
  kind: string
  actor_id: string | null
  at: number
  data: ColumnType<unknown, string, string>
}

export interface Line {
  id: string
  order_id: string
  company_id: string
  place: number
  business_type: number
  item_id: string
  name: string
  quantity: number
  price_id: string
  range_begin: number
  range_end: number
  original_unit: number
  unit: number
  amount: number
  discount: Generated<number>
  points_unit: Generated<number>
  points: Generated<number>
  goods: string | null
  version: Generated<number>
}

export interface Order {
  id: string
  company_id: string
  number: string
  buyer_id: string
  organization_id: string
  request_key: string
  status: Generated<string>
  approval: string | null
  delivery: string | null
  pay_type: number
  for_others: Generated<boolean>
  amount: number
  discount: Generated<number>
  payable: Generated<number>
  paid: Generated<number>
  refunded: Generated<number>
  coin_transfer_id: string | null
  payment_id: string | null
  receiver: ColumnType<unknown, string | null, string | null>
  remark: Generated<string>
  shipping_company: string | null
  tracking_number: string | null
  close_reason: string | null
  created_at: number
  expires_at: number
  paid_at: number | null
  shipped_at: number | null
  receive_by: number | null
  done_at: number | null
  closed_at: number | null
  points: Generated<number>
  points_paid: Generated<number>
  points_refunded: Generated<number>
  points_transfer_id: string | null
  gift_key: string | null
  coupon_id: string | null
  coupon_name: Generated<string>
  coin_value: Generated<number>
  coins_per_yuan: number | null
  coin_value_refunded: Generated<number>
  coin_reservation_id: string | null
  version: Generated<number>
}

export interface Refund {
  id: string
  order_id: string
  company_id: string
  number: string
  status: Generated<string>
  amount: number
  reason: string
  requested_by: string | null
  requested_at: number
  decided_by: string | null
  decided_at: number | null
  decision_reason: Generated<string>
  transfer_id: string | null
  points: Generated<number>
  points_transfer_id: string | null
  coin_value: Generated<number>
  done_at: number | null
}

export interface RefundLine {
  refund_id: string
  line_id: string
  company_id: string
  quantity: number
  amount: number
  points: Generated<number>
}

export interface DB {
  'orders.change': Change
  'orders.event': Event
  'orders.line': Line
  'orders.order': Order
  'orders.refund': Refund
  'orders.refund_line': RefundLine
}
