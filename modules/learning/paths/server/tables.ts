// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Channel {
  id: string
  company_id: string
  parent_id: string | null
  name: string
  sort: Generated<number>
  status: Generated<number>
  created_at: number
}

export interface ChannelPosition {
  position_id: string
  channel_id: string
  company_id: string
}

export interface Chapter {
  id: string
  path_id: string
  company_id: string
  sort: number
  title: string
  summary: Generated<string>
  opens_after_days: number | null
  opens_at: number | null
  closes_at: number | null
}

export interface Choice {
  id: string
  chapter_id: string
  path_id: string
  company_id: string
  sort: number
  title: string
  needed_count: number
}

export interface Path {
  id: string
  company_id: string
  organization_id: string
  author_id: string
  channel_id: string | null
  name: string
  summary: Generated<string>
  learn_sequence: Generated<number>
  is_open: Generated<boolean>
  status: Generated<string>
  revision: Generated<number>
  created_at: number
  updated_at: number
  deleted_at: number | null
  cover_file_id: string | null
}

export interface Progress {
  id: string
  member_id: string
  path_id: string
  company_id: string
  business_type: number
  business_id: string
  opened_at: number
}

export interface Registration {
  member_id: string
  path_id: string
  company_id: string
  source: string
  registered_at: number
  lesson_location: string | null
  touched_at: number | null
  percent: Generated<number>
  finished_at: number | null
  done_chapters: Generated<string[]>
}

export interface Rule {
  id: string
  path_id: string
  company_id: string
  sort: number
  position_ids: string[]
  organization_ids: string[]
  hired_from: string | null
  delay_days: number | null
}

export interface Section {
  id: string
  chapter_id: string
  path_id: string
  choice_id: string | null
  company_id: string
  sort: number
  business_type: number
  business_id: string
  name: string
  require: number
  needs_review: Generated<boolean>
}

export interface DB {
  'paths.channel': Channel
  'paths.channel_position': ChannelPosition
  'paths.chapter': Chapter
  'paths.choice': Choice
  'paths.path': Path
  'paths.progress': Progress
  'paths.registration': Registration
  'paths.rule': Rule
  'paths.section': Section
}
