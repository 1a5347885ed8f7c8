// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface ColumnContent {
  column_id: string
  content_id: string
  company_id: string
  sort: number
  released_by: string | null
  released_at: number
}

export interface OpenedContent {
  column_id: string
  member_id: string
  content_id: string
  company_id: string
  opened_at: number
}

export interface SpecialColumn {
  id: string
  company_id: string
  account_id: string
  title: string
  title_key: string
  introduction: Generated<string>
  cover_file_id: string | null
  state: Generated<string>
  subscriber_count: Generated<number>
  created_by: string | null
  created_at: number
  released_at: number
  shuffle: Generated<number>
  removed_at: number | null
}

export interface Subscription {
  column_id: string
  member_id: string
  company_id: string
  created_at: number
  opened_at: number
}

export interface DB {
  'columns.column_content': ColumnContent
  'columns.opened_content': OpenedContent
  'columns.special_column': SpecialColumn
  'columns.subscription': Subscription
}
