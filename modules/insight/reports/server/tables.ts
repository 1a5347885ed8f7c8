// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Run {
  id: string
  company_id: string
  member_id: string
  name: string
  query: ColumnType<unknown, string, string>
  format: string
  language: string
  state: Generated<string>
  row_count: Generated<number>
  size_bytes: number | null
  created_at: number
  expires_at: number | null
}

export interface Schedule {
  id: string
  company_id: string
  view_id: string
  owner_id: string
  frequency: string
  weekday: Generated<number>
  month_day: Generated<number>
  minute_of_day: number
  format: string
  by_mail: Generated<boolean>
  language: string
  member_ids: string[]
  paused: Generated<boolean>
  next_at: number | null
  created_at: number
  updated_at: number
}

export interface Sending {
  id: string
  schedule_id: string
  company_id: string
  due_at: number
  member_id: string
  state: Generated<string>
  reason: Generated<string>
  file_name: Generated<string>
  size_bytes: number | null
  attempts: Generated<number>
  ended_at: number | null
  expires_at: number | null
}

export interface View {
  id: string
  company_id: string
  owner_id: string
  name: string
  description: string
  query: ColumnType<unknown, string, string>
  revision: Generated<number>
  audience: Generated<string>
  organization_ids: Generated<string[]>
  member_ids: Generated<string[]>
  created_at: number
  updated_at: number
}

export interface ViewVersion {
  view_id: string
  company_id: string
  revision: number
  name: string
  description: string
  query: ColumnType<unknown, string, string>
  created_at: number
}

export interface DB {
  'reports.run': Run
  'reports.schedule': Schedule
  'reports.sending': Sending
  'reports.view': View
  'reports.view_version': ViewVersion
}
