// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Booking {
  ref_kind: string
  ref_id: string
  lecturer_id: string
  company_id: string
  title: string
  link: string
  starts_at: number
  ends_at: number
}

export interface Evaluation {
  lecturer_id: string
  survey_id: string
  company_id: string
  created_at: number
  created_by: string
}

export interface Lecturer {
  id: string
  company_id: string
  kind: string
  member_id: string | null
  organization_id: string | null
  full_name: string
  employer: string
  job_title: string
  level: number
  subjects: string[]
  introduction: string
  picture_file_id: string | null
  phone: string
  email: string
  fee_hundredths: number | null
  contract_from: string | null
  contract_until: string | null
  remark: string
  availability: ColumnType<unknown, string, string>
  is_enabled: Generated<boolean>
  revision: Generated<number>
  created_at: number
  updated_at: number
}

export interface DB {
  'lecturers.booking': Booking
  'lecturers.evaluation': Evaluation
  'lecturers.lecturer': Lecturer
}
