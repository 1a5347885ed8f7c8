// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface CheckIn {
  id: string
  company_id: string
  class_id: string
  activity_id: string | null
  makes_up_for: string | null
  title: string
  kind: string
  ways: string[]
  starts_at: number
  ends_at: number
  opens_at: number
  closes_at: number
  late_after: number
  early_before: number
  code_word: string
  latitude: number | null
  longitude: number | null
  radius: number | null
  secret: string
  reminded_at: number | null
  revision: Generated<number>
}

export interface Claim {
  check_in_id: string
  member_id: string
  company_id: string
  direction: string
  token_hash: string
  session_id: string
  device_key: string
  tries: Generated<number>
  expires_at: number
}

export interface ClassKey {
  class_id: string
  company_id: string
  secret: string
}

export interface Correction {
  id: string
  company_id: string
  class_id: string
  check_in_id: string
  member_id: string
  state_before: string | null
  state_after: string | null
  minutes: number | null
  reason: string
  corrected_by: string
  corrected_at: number
}

export interface Leave {
  id: string
  company_id: string
  class_id: string
  check_in_id: string
  member_id: string
  state: string
  reason: string
  file_ids: Generated<string[]>
  asked_at: number
  decided_by: string | null
  decided_at: number | null
  decision: Generated<string>
}

export interface Passage {
  id: string
  check_in_id: string
  member_id: string
  company_id: string
  direction: string
  at: number
  source: string
  scan_id: string | null
  scanned_by: string | null
}

export interface Record {
  check_in_id: string
  member_id: string
  company_id: string
  class_id: string
  first_in_at: number | null
  last_out_at: number | null
  inside_since: number | null
  minutes: Generated<number>
  source: string | null
  device_key: string | null
  latitude: number | null
  longitude: number | null
  accuracy: number | null
  distance: number | null
  flags: Generated<string[]>
  corrected_state: string | null
  corrected_minutes: number | null
  corrected_by: string | null
  corrected_at: number | null
  correction: Generated<string>
}

export interface DB {
  'attendance.check_in': CheckIn
  'attendance.claim': Claim
  'attendance.class_key': ClassKey
  'attendance.correction': Correction
  'attendance.leave': Leave
  'attendance.passage': Passage
  'attendance.record': Record
}
