// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Item {
  company_id: string
  business_type: number
  item_id: string
  revision: Generated<number>
  paid_since: number | null
}

export interface Price {
  id: string
  company_id: string
  business_type: number
  item_id: string
  organization_id: string | null
  valid_from: number | null
  valid_until: number | null
  is_pay: number
  pay_type: number | null
  ranges: ColumnType<unknown, string, string>
  is_ladder: Generated<number>
  card_ids: Generated<string[]>
  created_by: string | null
  created_at: number
  replaced_at: number | null
}

export interface Quote {
  id: string
  company_id: string
  member_id: string
  business_type: number
  item_id: string
  quantity: number
  price_id: string
  pay_type: number
  original_unit: number
  unit: number
  range_begin: number
  range_end: number
  created_at: number
  expires_at: number
  points: Generated<number>
}

export interface DB {
  'prices.item': Item
  'prices.price': Price
  'prices.quote': Quote
}
