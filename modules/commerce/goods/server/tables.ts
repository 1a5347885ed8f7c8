// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Category {
  id: string
  company_id: string
  name: string
  position: number
}

export interface Code {
  id: string
  goods_id: string
  company_id: string
  code: string
  line_id: string | null
  handed_at: number | null
}

export interface Goods {
  id: string
  company_id: string
  category_id: string | null
  kind: string
  name: string
  description: Generated<string>
  picture_ids: Generated<string[]>
  handout: Generated<string>
  points: number
  coins: number
  stock: number | null
  limit_per_member: number | null
  status: Generated<string>
  sale_from: number | null
  sale_until: number | null
  revision: Generated<number>
  created_by: string | null
  created_at: number
}

export interface Handout {
  line_id: string
  goods_id: string
  company_id: string
  content: string
  handed_at: number
}

export interface StockChange {
  id: string
  goods_id: string
  company_id: string
  kind: string
  change: number
  stock_after: number
  reason: Generated<string>
  changed_by: string | null
  changed_at: number
}

export interface Taking {
  line_id: string
  goods_id: string
  company_id: string
  member_id: string
  quantity: number
  returned: Generated<number>
  taken_at: number
}

export interface DB {
  'goods.category': Category
  'goods.code': Code
  'goods.goods': Goods
  'goods.handout': Handout
  'goods.stock_change': StockChange
  'goods.taking': Taking
}
