// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface CostLine {
  id: string
  class_id: string
  company_id: string
  kind: string
  category: string
  label: string
  cost_hundredths: number
  spent_on: string | null
  note: string
  voucher_file_id: string | null
  entered_by: string
  entered_at: number
  revision: Generated<number>
}

export interface Item {
  id: string
  plan_id: string
  company_id: string
  name: string
  course_code: string
  starts_on: string | null
  ends_on: string | null
  headcount: number
  quota: number
  costs: ColumnType<unknown, string, string>
  revision: Generated<number>
  created_at: number
}

export interface ItemClass {
  class_id: string
  item_id: string
  company_id: string
  created_at: number
}

export interface MemberScore {
  class_id: string
  member_id: string
  company_id: string
  score_tenths: number
  entered_by: string
  entered_at: number
}

export interface Plan {
  id: string
  company_id: string
  organization_id: string
  name: string
  year: number
  note: string
  state: Generated<string>
  is_in_approval: Generated<boolean>
  reason: Generated<string>
  revision: Generated<number>
  created_by: string
  created_at: number
  updated_at: number
}

export interface ScoreChange {
  id: string
  class_id: string
  member_id: string
  company_id: string
  before_tenths: number | null
  after_tenths: number | null
  changed_by: string
  changed_at: number
}

export interface DB {
  'plans.cost_line': CostLine
  'plans.item': Item
  'plans.item_class': ItemClass
  'plans.member_score': MemberScore
  'plans.plan': Plan
  'plans.score_change': ScoreChange
}
