// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Advertisement {
  id: string
  company_id: string
  organization_id: string
  kind: string
  title: string
  text: string
  picture_file_id: string | null
  link: string | null
  frequency: string
  audiences: string[]
  starts_at: number | null
  ends_at: number | null
  is_enabled: boolean
  position: number
  author_id: string
  updated_at: number
  revision: Generated<number>
}

export interface Reaction {
  advertisement_id: string
  member_id: string
  company_id: string
  view_count: number
  click_count: number
  close_count: number
  closed_at: number | null
  last_at: number
}

export interface TopContent {
  id: string
  company_id: string
  organization_id: string
  business_type: number
  content_id: string
  starts_at: number | null
  ends_at: number | null
  position: number
  added_by: string
}

export interface DB {
  'advertisements.advertisement': Advertisement
  'advertisements.reaction': Reaction
  'advertisements.top_content': TopContent
}
