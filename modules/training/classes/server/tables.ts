// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Activity {
  id: string
  class_id: string
  company_id: string
  kind: string
  phase: number
  sort: number
  is_required: boolean
  business_type: number | null
  business_id: string | null
  title: string
  text: string
  url: string
  venue: string
  opens_at: number | null
  due_at: number | null
  starts_at: number | null
  ends_at: number | null
  room_id: string | null
  lecturer_ids: Generated<string[]>
  file_ids: Generated<string[]>
}

export interface Class {
  id: string
  company_id: string
  organization_id: string
  author_id: string
  name: string
  summary: string
  description: string
  cover_file_id: string | null
  class_type: number
  train_type: number
  starts_at: number | null
  ends_at: number | null
  enrollment_from: number | null
  enrollment_until: number | null
  venue: string
  capacity: number
  places_taken: Generated<number>
  organization_ids: string[]
  manager_ids: string[]
  teacher_ids: string[]
  enrollment: ColumnType<unknown, string, string>
  phases: Generated<ColumnType<unknown, string, string>>
  status: Generated<string>
  approval: string | null
  version_number: Generated<number>
  revision: Generated<number>
  updated_at: number
  published_at: number | null
  off_shelf_at: number | null
  revocation: Generated<string>
  closed_at: number | null
  closed_by: string | null
  deleted_at: number | null
  series_id: string | null
  series_number: number | null
  is_template: Generated<boolean>
  reminded_start: number | null
}

export interface DiaryEntry {
  id: string
  class_id: string
  company_id: string
  author_id: string
  kind: string
  title: string
  text: string
  created_at: number
  updated_at: number
}

export interface Enrollment {
  id: string
  class_id: string
  member_id: string
  company_id: string
  state: string
  source: string
  is_in_approval: Generated<boolean>
  quota_organization_id: string | null
  queued_at: number
  offered_until: number | null
  decided_at: number | null
  decided_by: string | null
  reason: Generated<string>
  answers: Generated<ColumnType<unknown, string, string>>
  opened_at: number | null
  graduation: Generated<number>
  graduated_at: number | null
}

export interface GroupMember {
  class_id: string
  member_id: string
  group_id: string
  company_id: string
}

export interface MemberGroup {
  id: string
  class_id: string
  company_id: string
  name: string
  sort: number
}

export interface Photo {
  id: string
  class_id: string
  company_id: string
  file_id: string
  member_id: string
  caption: string
  created_at: number
  reported_by: string | null
  reported_at: number | null
  report_reason: Generated<string>
}

export interface Quota {
  class_id: string
  organization_id: string
  company_id: string
  places: number
  taken: Generated<number>
}

export interface Seat {
  class_id: string
  member_id: string
  company_id: string
  seat_row: number
  seat_column: number
}

export interface Series {
  id: string
  company_id: string
  name: string
  created_at: number
}

export interface Visit {
  activity_id: string
  member_id: string
  class_id: string
  company_id: string
  opened_at: number
}

export interface Workspace {
  class_id: string
  company_id: string
  seat_rows: Generated<number>
  seat_columns: Generated<number>
  revision: Generated<number>
}

export interface DB {
  'classes.activity': Activity
  'classes.class': Class
  'classes.diary_entry': DiaryEntry
  'classes.enrollment': Enrollment
  'classes.group_member': GroupMember
  'classes.member_group': MemberGroup
  'classes.photo': Photo
  'classes.quota': Quota
  'classes.seat': Seat
  'classes.series': Series
  'classes.visit': Visit
  'classes.workspace': Workspace
}
