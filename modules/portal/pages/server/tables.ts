// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface ChosenColumns {
  member_id: string
  list: string
  company_id: string
  columns: string[]
}

export interface DisabledMember {
  page_id: string
  member_id: string
  company_id: string
  disabled_at: number
}

export interface Page {
  id: string
  company_id: string
  kind: string
  parent_id: string | null
  organization_id: string | null
  audiences: string[]
  name_cn: string
  name_en: string
  state: string
  document: ColumnType<unknown, string, string>
  revision: Generated<number>
  version: Generated<number>
  has_changes: Generated<boolean>
  publish_at: number | null
  publish_note: Generated<string>
  publish_by: string | null
  position: Generated<number>
  updated_at: number
  updated_by: string | null
}

export interface Speech {
  organization_id: string
  company_id: string
  is_on: boolean
  voice: string
  rate: number
}

export interface Version {
  page_id: string
  number: number
  company_id: string
  document: ColumnType<unknown, string, string>
  note: string
  published_at: number
  published_by: string | null
}

export interface Visit {
  member_id: string
  visit_id: string
  company_id: string
  page_id: string | null
  visited_at: number
}

export interface DB {
  'pages.chosen_columns': ChosenColumns
  'pages.disabled_member': DisabledMember
  'pages.page': Page
  'pages.speech': Speech
  'pages.version': Version
  'pages.visit': Visit
}
