// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Activity {
  id: string
  company_id: string
  organization_id: string
  title: string
  kind: string
  provider: string
  place: string
  starts_on: string | null
  ends_on: string | null
  description: string
  report_from: number
  report_until: number
  needs_evidence: boolean
  revision: Generated<number>
  created_by: string
  created_at: number
  updated_at: number
}

export interface Report {
  id: string
  company_id: string
  member_id: string
  organization_id: string
  activity_id: string | null
  title: string
  kind: string
  provider: string
  place: string
  starts_on: string | null
  ends_on: string | null
  hour_hundredths: number | null
  cost_hundredths: number | null
  certificate_number: string
  summary: string
  file_ids: string[]
  state: string
  is_in_approval: Generated<boolean>
  reason: Generated<string>
  decided_by: string | null
  decided_at: number | null
  submitted_at: number | null
  revision: Generated<number>
  created_at: number
  updated_at: number
}

export interface Reporter {
  activity_id: string
  member_id: string
  company_id: string
  added_at: number
}

export interface DB {
  'external.activity': Activity
  'external.report': Report
  'external.reporter': Reporter
}
