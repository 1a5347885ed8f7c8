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

export interface Exposure {
  question_id: string
  company_id: string
  people: number
  times: number
  last_shown_at: number
}

export interface ItemStatistics {
  version_id: string
  question_id: string
  company_id: string
  answers: number
  occasions: number
  difficulty: number
  item_rest: number | null
  discrimination: number | null
  flags: string[]
  answered_at: number
}

export interface ItemTotals {
  business_type: number
  business_id: string
  version_id: string
  question_id: string
  company_id: string
  place: number
  answers: number
  omitted: number
  share_sum: number
  share_square: number
  rest_square: number
  share_rest: number
  upper_count: number
  upper_sum: number
  lower_count: number
  lower_sum: number
  bins: number[]
  seconds_sum: number
  seconds_count: number
  options: ColumnType<unknown, string, string>
  answered_at: number
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

export interface QuestionImport {
  id: string
  company_id: string
  created_by: string
  directory_id: string | null
  file_name: string
  file: Buffer | null
  state: string
  error_code: number | null
  columns: ColumnType<unknown, string, string>
  skips_similar: Generated<boolean>
  task_id: string | null
  row_count: Generated<number>
  progress: Generated<number>
  created_at: number
  finished_at: number | null
}

export interface QuestionImportFile {
  import_id: string
  file_id: string
  company_id: string
  is_used: Generated<boolean>
}

export interface QuestionImportRow {
  import_id: string
  row_number: number
  company_id: string
  question_row: number
  cells: ColumnType<unknown, string, string>
  errors: ColumnType<unknown, string, string>
  question: ColumnType<unknown, string | null, string | null>
  plain_text: string | null
  likely: Generated<ColumnType<unknown, string, string>>
  same_as_row: number | null
  outcome: string
  notes: Generated<ColumnType<unknown, string, string>>
  losses: Generated<ColumnType<unknown, string, string>>
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
  'questions.exposure': Exposure
  'questions.item_statistics': ItemStatistics
  'questions.item_totals': ItemTotals
  'questions.question': Question
  'questions.question_import': QuestionImport
  'questions.question_import_file': QuestionImportFile
  'questions.question_import_row': QuestionImportRow
  'questions.version': Version
}
