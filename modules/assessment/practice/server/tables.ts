// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Card {
  member_id: string
  question_id: string
  company_id: string
  kind: string
  search_text: string
  excerpt: string
  answered_count: Generated<number>
  wrong_count: Generated<number>
  streak: Generated<number>
  last_share: number
  last_answered_at: number
  book: Generated<string>
  entered_at: number | null
  last_wrong_at: number | null
  last_wrong_answer: ColumnType<unknown, string | null, string | null>
  wrong_version_id: string | null
  source_name: Generated<string>
  note: Generated<string>
  memory: ColumnType<unknown, string | null, string | null>
  due_day: number | null
  last_day: number | null
}

export interface CollectedAttempt {
  attempt_id: string
  member_id: string
  company_id: string
  collected_at: number
}

export interface Item {
  practice_id: string
  place: number
  company_id: string
  question_id: string
  version_id: string
  is_answered: Generated<boolean>
  answer: ColumnType<unknown, string | null, string | null>
  verdict: string | null
  share: number | null
  answered_at: number | null
  review_id: string | null
}

export interface Practice {
  id: string
  company_id: string
  member_id: string
  source: string
  source_id: string | null
  name: string
  bank_mark: string
  round: Generated<number>
  started_at: number
  saved_at: number
  finished_at: number | null
}

export interface PracticeSet {
  id: string
  company_id: string
  organization_id: string
  author_id: string
  name: string
  summary: string
  organization_ids: string[]
  member_ids: string[]
  rules: ColumnType<unknown, string, string>
  question_ids: string[]
  status: Generated<string>
  revision: Generated<number>
  updated_at: number
  published_at: number | null
  deleted_at: number | null
}

export interface Preference {
  member_id: string
  company_id: string
  master_after: number
  daily_max: number
}

export interface Review {
  id: string
  company_id: string
  member_id: string
  question_id: string
  version_id: string
  practice_id: string | null
  share: number
  rating: string
  was_due: boolean
  day: number
  reviewed_at: number
  before: ColumnType<unknown, string, string>
}

export interface DB {
  'practice.card': Card
  'practice.collected_attempt': CollectedAttempt
  'practice.item': Item
  'practice.practice': Practice
  'practice.practice_set': PracticeSet
  'practice.preference': Preference
  'practice.review': Review
}
