// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface AnswerBatch {
  id: string
  survey_id: string
  company_id: string
  answers: ColumnType<unknown, string, string>
}

export interface AnswerPool {
  survey_id: string
  company_id: string
  answers: Generated<ColumnType<unknown, string, string>>
  shape: Generated<string>
}

export interface GuestSubmission {
  survey_id: string
  guest_key: string
  company_id: string
}

export interface Participation {
  survey_id: string
  member_id: string
  company_id: string
  answered_on: string | null
}

export interface QuotaCount {
  survey_id: string
  quota_id: string
  company_id: string
  used: Generated<number>
  refused: Generated<number>
}

export interface Response {
  id: string
  company_id: string
  survey_id: string
  version_number: number
  member_id: string | null
  guest_name: Generated<string>
  guest_key: string | null
  answers: ColumnType<unknown, string, string>
  page_id: string | null
  revision: Generated<number>
  started_at: number
  saved_at: number | null
  submitted_at: number | null
  outcome: string | null
}

export interface Survey {
  id: string
  company_id: string
  organization_id: string
  author_id: string
  name: string
  summary: string
  cover_file_id: string | null
  organization_ids: string[]
  position_ids: string[]
  member_ids: string[]
  content: ColumnType<unknown, string, string>
  published_content: ColumnType<unknown, string | null, string | null>
  start_at: Generated<number | null>
  end_at: Generated<number | null>
  ended_at: number | null
  guest_token: string
  status: Generated<string>
  approval: string | null
  version_number: Generated<number>
  revision: Generated<number>
  updated_at: number
  published_at: number | null
  off_shelf_at: number | null
  deleted_at: number | null
}

export interface Template {
  id: string
  company_id: string
  author_id: string
  name: string
  summary: string
  content: ColumnType<unknown, string, string>
  created_at: number
}

export interface Version {
  survey_id: string
  number: number
  company_id: string
  content: ColumnType<unknown, string, string>
}

export interface DB {
  'surveys.answer_batch': AnswerBatch
  'surveys.answer_pool': AnswerPool
  'surveys.guest_submission': GuestSubmission
  'surveys.participation': Participation
  'surveys.quota_count': QuotaCount
  'surveys.response': Response
  'surveys.survey': Survey
  'surveys.template': Template
  'surveys.version': Version
}
