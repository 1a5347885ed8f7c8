// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface CreditCap {
  company_id: string
  business_type: number
  kind: number
  max_score: number
  updated_by: string
  updated_at: number
}

export interface CreditRecord {
  id: string
  company_id: string
  member_id: string
  kind: number
  business_type: number
  business_id: string
  source: string
  asked: number
  score: number
  max_score: number | null
  available_score: number | null
  year: number
  created_by: string | null
  created_at: number
  round_id: string | null
}

export interface CreditRule {
  company_id: string
  business_type: number
  business_id: string
  class_hours: number
  credits: number
  updated_at: number
}

export interface CreditYear {
  company_id: string
  member_id: string
  kind: number
  business_type: number
  year: number
  score: Generated<number>
  record_count: Generated<number>
}

export interface DB {
  'study.credit_cap': CreditCap
  'study.credit_record': CreditRecord
  'study.credit_rule': CreditRule
  'study.credit_year': CreditYear
}
