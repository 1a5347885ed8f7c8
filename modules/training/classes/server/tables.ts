// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Class {
  id: string
  company_id: string
  organization_id: string
  author_id: string
  name: string
  summary: string
  body: string
  published_body: string | null
  organization_ids: string[]
  status: Generated<string>
  approval: string | null
  version_number: Generated<number>
  revision: Generated<number>
  updated_at: number
  published_at: number | null
  off_shelf_at: number | null
  deleted_at: number | null
}

export interface Progress {
  class_id: string
  member_id: string
  company_id: string
  opened_at: number
  finished_at: number | null
}

export interface DB {
  'classes.class': Class
  'classes.progress': Progress
}
