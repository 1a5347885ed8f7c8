// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Answer {
  id: string
  company_id: string
  question_id: string
  author_id: string | null
  expert_id: string | null
  content: string
  excerpt: string
  accepted_at: number | null
  up_count: Generated<number>
  down_count: Generated<number>
  score: Generated<number | null>
  removed_at: number | null
  removed_reason: string | null
  revision: Generated<number>
  created_at: number
  edited_at: number | null
}

export interface Card {
  id: string
  company_id: string
  answer_id: string
  title: string
  owner_id: string | null
  review_at: number
  reviewed_at: number
}

export interface ExpertSetting {
  expert_id: string
  company_id: string
  member_id: string
  promise_hours: number
  takes_invitations: boolean
}

export interface FollowUp {
  id: string
  company_id: string
  question_id: string
  content: string
  created_at: number
}

export interface Invitation {
  question_id: string
  expert_id: string
  company_id: string
  member_id: string
  invited_at: number
  due_at: number
  answered_at: number | null
}

export interface Question {
  id: string
  company_id: string
  author_id: string | null
  request_key: string
  expert_id: string | null
  is_anonymous: boolean
  experts_only: boolean
  title: string
  content: string
  excerpt: string
  grams: string[]
  source: ColumnType<unknown, string | null, string | null>
  state: Generated<string>
  duplicate_of_id: string | null
  removed_reason: string | null
  accepted_answer_id: string | null
  answer_count: Generated<number>
  up_count: Generated<number>
  down_count: Generated<number>
  score: Generated<number | null>
  hot_score: Generated<number | null>
  bounty: number | null
  bounty_state: Generated<string>
  bounty_reservation_id: string | null
  bounty_expires_at: number | null
  bounty_reminded_at: number | null
  bounty_check_at: number | null
  bounty_paid_to: string | null
  bounty_paid_at: number | null
  revision: Generated<number>
  created_at: number
  edited_at: number | null
}

export interface Revision {
  subject_id: string
  number: number
  company_id: string
  title: string | null
  content: string
  created_at: number
}

export interface Vote {
  subject_id: string
  member_id: string
  company_id: string
  value: number
  created_at: number
}

export interface DB {
  'ask.answer': Answer
  'ask.card': Card
  'ask.expert_setting': ExpertSetting
  'ask.follow_up': FollowUp
  'ask.invitation': Invitation
  'ask.question': Question
  'ask.revision': Revision
  'ask.vote': Vote
}
