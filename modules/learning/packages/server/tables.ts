// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Attempt {
  id: string
  company_id: string
  package_id: string
  member_id: string
  mode: string
  course_id: string | null
  section_id: string | null
  started_at: number
  updated_at: number
  completed_at: number | null
  passed: boolean | null
  score_percent: string | null
  progress_percent: Generated<number>
  total_ms: Generated<number>
  sequencing: string | null
  open_ms: Generated<number>
  seen_at: number | null
  seen_launch_id: string | null
  counts_since: number | null
  awaited_ms: number | null
}

export interface Entry {
  package_id: string
  path: string
  company_id: string
  start: number
  length: number
  size_bytes: number
  is_gzip: boolean
  content_type: string
}

export interface Interaction {
  attempt_id: string
  unit_id: string
  position: number
  company_id: string
  identifier: string
  content: ColumnType<unknown, string, string>
  answered_at: number
}

export interface Launch {
  id: string
  company_id: string
  attempt_id: string
  token_sha256: Buffer
  language: string
  launched_at: number
  expires_at: number
  sequence: Generated<number>
  credited_ms: Generated<number>
  ended_at: number | null
  session_id: string | null
  rights_version: Generated<number>
}

export interface Package {
  id: string
  company_id: string
  file_id: string
  wanted_kind: string | null
  kind: string | null
  state: string
  title: string
  reasons: Generated<ColumnType<unknown, string, string>>
  manifest: Generated<ColumnType<unknown, string, string>>
  content_key: string | null
  entry_count: Generated<number>
  size_bytes: Generated<number>
  created_by: string
  created_at: number
  prepared_at: number | null
  shortest_ms: Generated<number>
  typical_ms: number | null
}

export interface Unit {
  id: string
  package_id: string
  company_id: string
  position: number
  parent_position: number | null
  identifier: string
  title: string
  href: string | null
  facts: Generated<ColumnType<unknown, string, string>>
}

export interface UnitLaunch {
  id: string
  company_id: string
  launch_id: string
  attempt_id: string
  unit_id: string
  launched_at: number
  fetched_at: number | null
  auth_sha256: Buffer | null
  initialized_at: number | null
  terminated_at: number | null
  abandoned_at: number | null
  completed_at: number | null
  judged_at: number | null
}

export interface UnitState {
  attempt_id: string
  unit_id: string
  company_id: string
  cmi: Generated<ColumnType<unknown, string, string>>
  completed_at: number | null
  passed: boolean | null
  score_percent: string | null
  progress_percent: Generated<number>
  satisfied_at: number | null
  time_base_ms: Generated<number>
  total_ms: Generated<number>
  updated_at: number
}

export interface DB {
  'packages.attempt': Attempt
  'packages.entry': Entry
  'packages.interaction': Interaction
  'packages.launch': Launch
  'packages.package': Package
  'packages.unit': Unit
  'packages.unit_launch': UnitLaunch
  'packages.unit_state': UnitState
}
