// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType } from 'kysely'

export interface Answer {
  member_id: string
  question_id: string
  company_id: string
  content_id: string
  given: ColumnType<unknown, string, string>
  verdict: string
  was_right_first: boolean
  is_settled: boolean
  submission_ids: string[]
  first_at: number
  answered_at: number
}

export interface Content {
  id: string
  company_id: string
  question_id: string
  content: ColumnType<unknown, string, string>
  bank_version_id: string | null
  created_at: number
}

export interface Exercise {
  id: string
  company_id: string
  business_type: number
  business_id: string
  section_id: string
  at_ms: number | null
  sort: number
  must_answer: boolean
  attempts_max: number
  back_to_ms: number | null
  removed_at: number | null
}

export interface Question {
  id: string
  company_id: string
  exercise_id: string
  sort: number
  content_id: string
  removed_at: number | null
}

export interface DB {
  'exercises.answer': Answer
  'exercises.content': Content
  'exercises.exercise': Exercise
  'exercises.question': Question
}
