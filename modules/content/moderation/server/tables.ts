// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface ContentCase {
  id: string
  company_id: string
  business_type: number
  business_id: string
  organization_id: string
  author_id: string | null
  title: string
  excerpt: string
  cause: string | null
  words: Generated<string[]>
  report_count: Generated<number>
  state: Generated<string>
  claimed_by: string | null
  claimed_at: number | null
  outcome: string | null
  reason_code: string | null
  note: Generated<string>
  warned: Generated<boolean>
  mute_days: Generated<number>
  decided_by: string | null
  decided_at: number | null
  appeal_text: string | null
  appealed_at: number | null
  appeal_outcome: string | null
  appeal_note: Generated<string>
  appeal_decided_by: string | null
  appeal_decided_at: number | null
  queued_at: number
  created_at: number
  revision: Generated<number>
  is_anonymous: Generated<boolean>
}

export interface Mute {
  company_id: string
  member_id: string
  until: number
  reason: Generated<string>
  muted_by: string
  case_id: string | null
  created_at: number
  shorter: ColumnType<unknown, string, string>
}

export interface Report {
  id: string
  company_id: string
  case_id: string
  business_type: number
  business_id: string
  member_id: string | null
  reason_code: string
  reason: string
  created_at: number
}

export interface DB {
  'moderation.content_case': ContentCase
  'moderation.mute': Mute
  'moderation.report': Report
}
