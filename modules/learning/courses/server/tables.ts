// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface BarrageQuestion {
  id: string
  company_id: string
  course_id: string
  section_id: string
  member_id: string
  time_ms: number
  content: string
  created_at: number
  answer: string | null
  answered_by: string | null
  answered_at: number | null
}

export interface Caption {
  id: string
  company_id: string
  course_id: string
  section_id: string
  language: string
  label: string
  cues: ColumnType<unknown, string, string>
  cue_count: number
  updated_at: number
}

export interface Category {
  id: string
  company_id: string
  parent_id: string | null
  name: string
  sort: Generated<number>
  path: string[]
  created_at: number
}

export interface Chapter {
  version_id: string
  id: string
  company_id: string
  title: string
  sort: number
}

export interface Course {
  id: string
  company_id: string
  organization_id: string
  author_id: string
  lecturer_id: string | null
  category_id: string | null
  name: string
  summary: Generated<string>
  description: Generated<string>
  cover_file_id: string | null
  publish_client: Generated<number>
  status: Generated<string>
  visible_to_all: Generated<boolean>
  revision: Generated<number>
  draft_version_id: string | null
  published_version_id: string | null
  version_number: Generated<number>
  section_count: Generated<number>
  duration_ms: Generated<number>
  published_at: number | null
  off_shelf_at: number | null
  created_at: number
  updated_at: number
  watermark: Generated<boolean>
  approval: string | null
  deleted_at: number | null
  no_forward_seeking: Generated<boolean>
  presence_check_minutes: Generated<number>
  version_moves: Generated<string>
}

export interface CourseCounter {
  course_id: string
  company_id: string
  learner_count: Generated<number>
  share_count: Generated<number>
}

export interface CourseVersion {
  id: string
  course_id: string
  company_id: string
  number: number | null
  created_at: number
  published_at: number | null
}

export interface CourseVisibility {
  course_id: string
  organization_id: string
}

export interface Note {
  id: string
  company_id: string
  course_id: string
  section_id: string | null
  member_id: string
  content: string
  time_point: number | null
  is_public: boolean
  created_at: number
  updated_at: number
}

export interface Prerequisite {
  course_id: string
  required_id: string
  company_id: string
  sort: number
}

export interface Presence {
  member_id: string
  company_id: string
  confirmed_at: number
  check_id: string | null
  asked_at: number | null
}

export interface Registration {
  member_id: string
  course_id: string
  company_id: string
  version_id: string
  status: Generated<number>
  last_section_id: string | null
  registered_at: number
  started_at: number | null
  touched_at: number
  finished_at: number | null
  assigned: Generated<boolean>
  is_shown: Generated<boolean>
}

export interface Round {
  round_id: string
  company_id: string
  member_id: string
  course_id: string
  earned_version_id: string
  earned: ColumnType<unknown, string, string>
  earned_ms: Generated<number>
  opened_at: number
  due_at: number | null
  finished_at: number | null
}

export interface Section {
  version_id: string
  id: string
  chapter_id: string
  company_id: string
  course_id: string
  title: string
  kind: string
  required: boolean
  sort: number
  file_id: string | null
  url: string | null
  body: string | null
  duration_ms: Generated<number>
  page_count: Generated<number>
  unit_count: number
  package_id: string | null
  activity_id: string | null
  needs_review: Generated<boolean>
  review_guide: Generated<string>
  review_deadline: number | null
  free_preview: Generated<boolean>
}

export interface SectionProgress {
  member_id: string
  course_id: string
  section_id: string
  company_id: string
  kind: string
  status: Generated<number>
  watched: Generated<string>
  covered: Generated<number>
  unit_count: number
  needed: number
  position: Generated<number>
  study_ms: Generated<number>
  started_at: number
  studied_at: number
  finished_at: number | null
  playback_id: string | null
  sequence: Generated<number>
  credited_until: number
  carry_ms: Generated<number>
  unit_cost_ns: Generated<number>
  client_type: Generated<number>
  by_proof: Generated<boolean>
  waits_ms: number | null
}

export interface Segment {
  id: string
  company_id: string
  course_id: string
  section_id: string
  title: string
  summary: Generated<string>
  from_ms: number
}

export interface StudyTime {
  member_id: string
  day: string
  course_id: string
  client_type: number
  company_id: string
  study_ms: number
  last_at: number
}

export interface Waiver {
  id: string
  company_id: string
  course_id: string
  section_id: string | null
  member_id: string
  by_id: string
  reason: string
  created_at: number
}

export interface DB {
  'courses.barrage_question': BarrageQuestion
  'courses.caption': Caption
  'courses.category': Category
  'courses.chapter': Chapter
  'courses.course': Course
  'courses.course_counter': CourseCounter
  'courses.course_version': CourseVersion
  'courses.course_visibility': CourseVisibility
  'courses.note': Note
  'courses.prerequisite': Prerequisite
  'courses.presence': Presence
  'courses.registration': Registration
  'courses.round': Round
  'courses.section': Section
  'courses.section_progress': SectionProgress
  'courses.segment': Segment
  'courses.study_time': StudyTime
  'courses.waiver': Waiver
}
