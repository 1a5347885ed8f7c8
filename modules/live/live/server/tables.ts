// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Attendee {
  live_id: string
  member_id: string
  company_id: string
  first_at: number
  signed_at: number | null
  last_signed_at: number | null
}

export interface AudienceMember {
  live_id: string
  member_id: string
  company_id: string
}

export interface AudienceOrganization {
  live_id: string
  organization_id: string
  company_id: string
}

export interface Banner {
  id: string
  company_id: string
  sort: number
  title: string
  picture_file_id: string
  live_id: string | null
  url: string | null
  created_at: number
}

export interface Completion {
  live_id: string
  member_id: string
  company_id: string
  finished_at: number
  told_at: number | null
}

export interface Lecturer {
  live_id: string
  member_id: string
  company_id: string
  sort: number
}

export interface Live {
  id: string
  company_id: string
  organization_id: string
  host_id: string
  subject: string
  subject_key: string
  live_type: number
  form_type: number
  supplier: number
  provider: string
  external_id: string | null
  external_url: string | null
  live_mode: number
  share_scope: number
  execution_mode: number
  start_time: number
  duration_minutes: number
  planned_end_at: number
  plan_number: number | null
  description: string
  lecturer_desc: string
  cover_file_id: string | null
  home_config_id: string | null
  auto_publish: boolean
  status: number
  approval_status: number | null
  request_status: number
  revision: Generated<number>
  organizer_token: string | null
  panelist_token: string | null
  attendee_token: string | null
  sub_number: Generated<number>
  attend_number: Generated<number>
  recording_url: string | null
  recording_seconds: number | null
  started_at: number | null
  ended_at: number | null
  created_at: number
  updated_at: number
  settled_at: number | null
  copied_from: string | null
}

export interface Reservation {
  live_id: string
  member_id: string
  company_id: string
  created_at: number
}

export interface SupplierCheck {
  company_id: string
  supplier: number
  engine: string
  state: string
  took_ms: number
  checked_at: number
}

export interface SupplierSetting {
  company_id: string
  organization_id: string
  supplier: number | null
  expires_at: number | null
  updated_by: string
  updated_at: number
}

export interface DB {
  'live.attendee': Attendee
  'live.audience_member': AudienceMember
  'live.audience_organization': AudienceOrganization
  'live.banner': Banner
  'live.completion': Completion
  'live.lecturer': Lecturer
  'live.live': Live
  'live.reservation': Reservation
  'live.supplier_check': SupplierCheck
  'live.supplier_setting': SupplierSetting
}
