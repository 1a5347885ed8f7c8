// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType } from 'kysely'

export interface Appearance {
  member_id: string
  company_id: string
  is_hidden: boolean
  alias: string | null
}

export interface DayTotal {
  company_id: string
  ranking: string
  business_type: number
  subject_id: string
  day: string
  amount: number
  counted: number
}

export interface Entry {
  company_id: string
  ranking: string
  source: string
  key: string
  business_type: number
  subject_id: string
  member_id: string | null
  day: string
  amount: number
  at: number
  label: string
}

export interface Reckoning {
  company_id: string
  caps: ColumnType<unknown, string, string>
  time_zone: string
}

export interface Total {
  company_id: string
  ranking: string
  period: string
  starts: string
  business_type: number
  subject_id: string
  amount: number
}

export interface DB {
  'rankings.appearance': Appearance
  'rankings.day_total': DayTotal
  'rankings.entry': Entry
  'rankings.reckoning': Reckoning
  'rankings.total': Total
}
