// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Attendance {
  lottery_id: string
  member_id: string
  company_id: string
  joined_at: number
}

export interface Draw {
  id: string
  lottery_id: string
  number: number
  company_id: string
  member_id: string
  request_key: string
  place: number
  is_win: boolean
  drawn_at: number
  delivered_at: number | null
  delivered_by: string | null
  paid_hundredths: Generated<number>
  order_id: string | null
}

export interface Lottery {
  id: string
  company_id: string
  organization_id: string
  author_id: string
  scope_kind: string
  scope_id: string
  name: string
  description: string
  organization_ids: string[]
  opens_at: number | null
  closes_at: number | null
  draws_per_member: number
  draws_per_day: number | null
  needs_attendance: boolean
  status: Generated<string>
  seed: string | null
  commitment: string | null
  draws_made: Generated<number>
  revision: Generated<number>
  updated_at: number
  published_at: number | null
  ended_at: number | null
  draw_price_hundredths: number | null
  paid_draws_per_member: number | null
}

export interface Prize {
  lottery_id: string
  place: number
  company_id: string
  kind: string
  name: string
  weight: number
  stock: number | null
  remaining: number | null
  goods_id: string | null
}

export interface Qualification {
  lottery_id: string
  place: number
  company_id: string
  kind: string
  item_id: string
}

export interface DB {
  'lotteries.attendance': Attendance
  'lotteries.draw': Draw
  'lotteries.lottery': Lottery
  'lotteries.prize': Prize
  'lotteries.qualification': Qualification
}
