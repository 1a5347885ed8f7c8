// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Archive {
  id: string
  activity_id: string
  class_id: string
  company_id: string
  requested_by: string
  state: string
  file_count: number
  size_bytes: number | null
  created_at: number
  expires_at: number | null
}

export interface Draft {
  activity_id: string
  member_id: string
  class_id: string
  company_id: string
  text: string
  file_ids: string[]
  saved_at: number
}

export interface Mark {
  submission_id: string
  activity_id: string
  member_id: string
  company_id: string
  tenths: number | null
  max_tenths: number
  rubric: ColumnType<unknown, string | null, string | null>
  levels: ColumnType<unknown, string | null, string | null>
  comment: string
}

export interface Task {
  activity_id: string
  class_id: string
  company_id: string
  late_rule: string
  versions_max: number
  max_tenths: number
  pass_tenths: number | null
  rubric: ColumnType<unknown, string | null, string | null>
}

export interface Work {
  activity_id: string
  member_id: string
  class_id: string
  company_id: string
  submission_id: string
  state: string
  versions: number
  first_at: number
  submitted_at: number
  tenths: number | null
  is_passed: Generated<boolean>
}

export interface DB {
  'homework.archive': Archive
  'homework.draft': Draft
  'homework.mark': Mark
  'homework.task': Task
  'homework.work': Work
}
