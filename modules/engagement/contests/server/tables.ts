// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Contest {
  id: string
  company_id: string
  organization_id: string
  author_id: string
  name: string
  summary: string
  description: string
  cover_file_id: string | null
  organization_ids: string[]
  is_anonymous: boolean
  groups: ColumnType<unknown, string, string>
  rounds: ColumnType<unknown, string, string>
  rubric: ColumnType<unknown, string, string>
  awards: ColumnType<unknown, string, string>
  works_per_member: number
  votes_per_day: number
  review_weight: number
  ends_at: number | null
  works_made: Generated<number>
  is_recommended: Generated<boolean>
  results_at: number | null
  status: Generated<string>
  approval: string | null
  version_number: Generated<number>
  revision: Generated<number>
  updated_at: number
  published_at: number | null
  off_shelf_at: number | null
  deleted_at: number | null
  certificate_task_id: string | null
}

export interface Review {
  id: string
  contest_id: string
  work_id: string
  company_id: string
  round: number
  reviewer_id: string
  assigned_at: number
  scores: ColumnType<unknown, string | null, string | null>
  total: number | null
  comment: Generated<string>
  reviewed_at: number | null
}

export interface Version {
  work_id: string
  number: number
  company_id: string
  file_id: string
  file_name: string
  file_kind: string
  copy: string
  copy_file_id: string | null
  handed_in_at: number
}

export interface Vote {
  id: string
  contest_id: string
  work_id: string
  company_id: string
  round: number
  member_id: string
  address: string
  suspicion: string | null
  voted_at: number
  voided_at: number | null
  voided_by: string | null
  reason: Generated<string>
}

export interface VoteDay {
  contest_id: string
  member_id: string
  day: string
  company_id: string
  used: number
}

export interface Work {
  id: string
  contest_id: string
  company_id: string
  number: number
  member_id: string
  group_key: string | null
  title: string
  text: string
  round: Generated<number>
  version: Generated<number>
  state: Generated<string>
  reason: Generated<string>
  recommended_at: number | null
  award_key: string | null
  rank: number | null
  score: number | null
  handed_in_at: number
  certificate: string | null
  award_taken_back: Generated<string>
}

export interface DB {
  'contests.contest': Contest
  'contests.review': Review
  'contests.version': Version
  'contests.vote': Vote
  'contests.vote_day': VoteDay
  'contests.work': Work
}
