// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Batch {
  id: string
  class_id: string
  company_id: string
  task_id: string
  is_forced: boolean
  reason: string
  member_count: number
  created_by: string
  created_at: number
  ended_at: number | null
}

export interface Candidate {
  batch_id: string
  member_id: string
  company_id: string
  state: Generated<string>
}

export interface Graduate {
  id: string
  class_id: string
  member_id: string
  company_id: string
  graduated_at: number
  graduated_by: string
  reason: string
  retrain_at: number | null
  retraining_announced_at: number | null
  retraining_settled_at: number | null
  revoked_at: number | null
  revoked_by: string | null
  revocation: Generated<string>
  superseded_at: number | null
}

export interface Rule {
  class_id: string
  company_id: string
  attendance_percent: number | null
  requires_activities: boolean
  activities: ColumnType<unknown, string, string>
  credits: number | null
  retraining_months: number | null
  updated_at: number
}

export interface DB {
  'graduation.batch': Batch
  'graduation.candidate': Candidate
  'graduation.graduate': Graduate
  'graduation.rule': Rule
}
