// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Caption {
  id: string
  company_id: string
  member_id: string | null
  language: string
  label: string
  cues: ColumnType<unknown, string, string>
  cue_count: number
  created_at: number
}

export interface Change {
  content_id: string
  company_id: string
  version_id: string
  draft_id: string | null
  written_by: string | null
  state: Generated<string>
  reason: string | null
  fields: ColumnType<unknown, string, string>
  written_at: number
}

export interface Coauthor {
  content_id: string
  member_id: string
  company_id: string
  sort: number
}

export interface Content {
  id: string
  company_id: string
  account_id: string
  organization_id: string
  draft_id: string | null
  published_by: string | null
  type: number
  title: string
  title_key: string
  html: Generated<string>
  plain_text: Generated<string>
  excerpt: Generated<string>
  cover_file_id: string | null
  file_id: string | null
  chapters: ColumnType<unknown, string, string>
  source: Generated<string>
  license: Generated<string>
  comments_open: Generated<boolean>
  visibility: Generated<number>
  state: Generated<string>
  review_state: Generated<string>
  review_reason: string | null
  publish_at: number | null
  published_at: number | null
  pinned_at: number | null
  highlighted_at: number | null
  revision: Generated<number>
  version_count: Generated<number>
  read_count: Generated<number>
  like_count: Generated<number>
  share_count: Generated<number>
  hot_score: Generated<number>
  created_at: number
  updated_at: number
  removed_at: number | null
  is_listed: Generated<boolean>
  moderated_at: number | null
}

export interface ContentCaption {
  content_id: string
  caption_id: string
  company_id: string
  is_published: boolean
}

export interface ContentCircle {
  content_id: string
  circle_id: string
  company_id: string
}

export interface ContentFile {
  content_id: string
  file_id: string
  company_id: string
  is_published: boolean
}

export interface ContentOrganization {
  content_id: string
  organization_id: string
  company_id: string
}

export interface Draft {
  id: string
  company_id: string
  member_id: string
  account_id: string
  content_id: string | null
  type: number
  revision: Generated<number>
  fields: ColumnType<unknown, string, string>
  created_at: number
  updated_at: number
  content_revision: number | null
}

export interface Liking {
  content_id: string
  member_id: string
  company_id: string
  created_at: number
}

export interface Reading {
  content_id: string
  member_id: string
  day: number
  company_id: string
  is_counted: Generated<boolean>
}

export interface Version {
  id: string
  company_id: string
  content_id: string
  number: number
  title: string
  html: string
  written_by: string | null
  written_at: number
  state: Generated<string>
}

export interface DB {
  'contents.caption': Caption
  'contents.change': Change
  'contents.coauthor': Coauthor
  'contents.content': Content
  'contents.content_caption': ContentCaption
  'contents.content_circle': ContentCircle
  'contents.content_file': ContentFile
  'contents.content_organization': ContentOrganization
  'contents.draft': Draft
  'contents.liking': Liking
  'contents.reading': Reading
  'contents.version': Version
}
