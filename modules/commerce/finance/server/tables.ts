// Generated from the migrations by `npm run generate`. Don't edit.

export interface DayLedger {
  company_id: string
  day: string
  kind: number
  owner_kind: string
  trade_type: number
  entered: string
  gone: string
}

export interface DaySale {
  company_id: string
  day: string
  pay_type: number
  business_type: number
  item_id: string
  organization_id: string
  buyer_id: string
  lines: number
  orders: number
  kind_orders: number
  units: number
  gross: number
  discount: number
  refunded: number
}

export interface KeptDay {
  company_id: string
  day: string
  time_zone: string
  begins_at: number
  ends_at: number
  kept_at: number
}

export interface DB {
  'finance.day_ledger': DayLedger
  'finance.day_sale': DaySale
  'finance.kept_day': KeptDay
}
