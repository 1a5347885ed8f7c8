// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Booking {
  id: string
  room_id: string
  company_id: string
  series_id: string
  member_id: string
  title: string
  attendees: number | null
  note: Generated<string>
  starts_at: number
  ends_at: number
  state: string
  is_in_approval: Generated<boolean>
  ref_kind: string | null
  ref_id: string | null
  reason: Generated<string>
  decided_by: string | null
  decided_at: number | null
  revision: Generated<number>
  created_at: number
}

export interface Room {
  id: string
  company_id: string
  organization_id: string
  name: string
  building: string
  seats: number
  equipment: string[]
  picture_file_id: string | null
  note: string
  hours: ColumnType<unknown, string, string>
  organization_ids: string[]
  manager_ids: string[]
  is_reviewed: boolean
  ahead_days: number
  is_enabled: boolean
  revision: Generated<number>
  created_by: string
  created_at: number
  updated_at: number
}

export interface DB {
  'classrooms.booking': Booking
  'classrooms.room': Room
}
