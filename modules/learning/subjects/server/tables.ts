// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Content {
  subject_id: string
  edition: string
  id: string
  company_id: string
  stage_id: string
  business_type: number
  business_id: string
  required: boolean
  sort: number
  position_ids: Generated<string[]>
  organization_ids: Generated<string[]>
  topic_ids: Generated<string[]>
}

export interface Interest {
  member_id: string
  topic_id: string
  company_id: string
  chosen_at: number
}

export interface Registration {
  member_id: string
  subject_id: string
  company_id: string
  status: Generated<number>
  last_content_id: string | null
  registered_at: number
  started_at: number | null
  touched_at: number
  finished_at: number | null
}

export interface Stage {
  subject_id: string
  edition: string
  id: string
  company_id: string
  title: string
  summary: string
  sort: number
}

export interface Subject {
  id: string
  company_id: string
  organization_id: string
  author_id: string
  name: string
  summary: Generated<string>
  description: Generated<string>
  cover_file_id: string | null
  subject_type: number
  publish_client: Generated<number>
  status: Generated<string>
  approval: string | null
  visible_to_all: Generated<boolean>
  url: string | null
  shelf_url: string | null
  revision: Generated<number>
  has_changes: Generated<boolean>
  version_number: Generated<number>
  stage_count: Generated<number>
  content_count: Generated<number>
  published_at: number | null
  off_shelf_at: number | null
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface SubjectCounter {
  subject_id: string
  company_id: string
  learner_count: Generated<number>
  share_count: Generated<number>
}

export interface SubjectVisibility {
  subject_id: string
  organization_id: string
  company_id: string
}

export interface DB {
  'subjects.content': Content
  'subjects.interest': Interest
  'subjects.registration': Registration
  'subjects.stage': Stage
  'subjects.subject': Subject
  'subjects.subject_counter': SubjectCounter
  'subjects.subject_visibility': SubjectVisibility
}
