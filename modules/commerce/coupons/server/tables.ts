// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Coupon {
  id: string
  company_id: string
  name: string
  kind: string
  amount: number | null
  percent: number | null
  cap: number | null
  pay_type: number
  minimum: number
  scope: string
  valid_from: number
  valid_until: number
  way: string
  code: Generated<string>
  total: number
  member_max: number
  given: Generated<number>
  state: Generated<string>
  revision: Generated<number>
  created_by: string | null
  created_at: number
}

export interface Holding {
  id: string
  coupon_id: string
  company_id: string
  member_id: string
  source: string
  request_key: string | null
  given_by: string | null
  state: Generated<string>
  order_id: string | null
  got_at: number
  used_at: number | null
}

export interface Scope {
  coupon_id: string
  place: number
  company_id: string
  business_type: number
  item_id: string | null
}

export interface DB {
  'coupons.coupon': Coupon
  'coupons.holding': Holding
  'coupons.scope': Scope
}
