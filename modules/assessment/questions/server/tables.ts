// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Directory {
  id: string
  company_id: string
  organization_id: string
  parent_id: string | null
  name: string
  code: string
  sort: number
  path: string[]
  created_at: number
}

export interface Question {
  id: string
  company_id: string
  directory_id: string | null
  kind: string
  status: string
  difficulty: number
  score_tenths: number
  source: Generated<string>
  version_id: string
  version_number: number
  plain_text: string
  search_text: Generated<string>
  author_id: string
  revision: Generated<number>
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface Version {
  id: string
  question_id: string
  company_id: string
  number: number
  content: ColumnType<unknown, string, string>
  author_id: string
  created_at: number
}

export interface DB {
  'questions.directory': Directory
  'questions.question': Question
  'questions.version': Version
}
