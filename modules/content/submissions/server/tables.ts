// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Submission {
  id: string
  company_id: string
  kind: string
  subject_id: string
  part_id: string
  member_id: string
  round: number
  title: string
  content: string
  file_ids: string[]
  submitted_at: number
  state: Generated<string>
  opinion: Generated<string>
  decided_by: string | null
  decided_at: number | null
}

export interface DB {
  'submissions.submission': Submission
}
