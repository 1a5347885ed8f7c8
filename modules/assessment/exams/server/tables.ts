// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Accommodation {
  id: string
  company_id: string
  member_id: string
  exam_id: string | null
  time_percent: number
  extra_attempts: number
  later_minutes: number
  reason: string
  valid_from: number | null
  valid_until: number | null
  created_by: string
  created_at: number
  revision: Generated<number>
}

export interface Acknowledgement {
  announcement_id: string
  attempt_id: string
  company_id: string
  acknowledged_at: number
}

export interface Announcement {
  id: string
  company_id: string
  exam_id: string
  attempt_id: string | null
  text: string
  sent_at: number
  sent_by: string
}

export interface AnswerEvent {
  attempt_id: string
  writer_id: string
  number: number
  company_id: string
  sequence: Generated<number>
  place: number
  answer: ColumnType<unknown, string | null, string | null>
  typed_at: number
  received_at: number
}

export interface Appeal {
  id: string
  company_id: string
  exam_id: string
  attempt_id: string
  member_id: string
  place: number
  version_id: string
  subject: string
  text: string
  file_id: string | null
  state: string
  created_at: number
  answer: Generated<string>
  answered_by: string | null
  answered_at: number | null
  tenths_before: number | null
  tenths_after: number | null
}

export interface Attempt {
  id: string
  company_id: string
  exam_id: string
  member_id: string
  number: number
  state: string
  cause: string | null
  started_at: number
  ends_at: number
  submitted_at: number | null
  paper: ColumnType<unknown, string, string>
  total_tenths: number
  score_tenths: number | null
  result: string | null
  leave_count: Generated<number>
  last_saved_at: number | null
  last_place: number | null
  writer_id: string | null
  reset_at: number | null
  reset_by: string | null
  reset_reason: Generated<string>
  sheet_id: Generated<string>
  fixes_known: Generated<number>
  drawn_total_tenths: number | null
  result_seen_at: number | null
  time_percent: Generated<number>
  section_number: number | null
  section_opened_at: number | null
  section_after_ms: number | null
}

export interface CannedComment {
  id: string
  company_id: string
  exam_id: string
  member_id: string | null
  text: string
}

export interface Exam {
  id: string
  company_id: string
  organization_id: string
  author_id: string
  name: string
  summary: string
  cover_file_id: string | null
  organization_ids: string[]
  member_ids: string[]
  grader_ids: string[]
  invigilator_ids: string[]
  rules: ColumnType<unknown, string, string>
  published_rules: ColumnType<unknown, string | null, string | null>
  extended_ms: Generated<number>
  start_at: Generated<number | null>
  end_at: Generated<number | null>
  password_key: string
  status: Generated<string>
  approval: string | null
  version_number: Generated<number>
  revision: Generated<number>
  updated_at: number
  published_at: number | null
  off_shelf_at: number | null
  deleted_at: number | null
  asks_registration: Generated<boolean>
  registration_from: Generated<number | null>
  registration_until: Generated<number | null>
  reminded_start_at: number | null
  reminded_end_at: number | null
  announced_at: number | null
  answer_file_keys: ColumnType<unknown, string | null, string | null>
}

export interface FixEffect {
  fix_id: string
  attempt_id: string
  company_id: string
  member_id: string
  score_before: number | null
  score_after: number | null
  total_before: number
  total_after: number
  result_before: string | null
  result_after: string | null
  record_before: string | null
  record_after: string | null
}

export interface GivenMark {
  attempt_id: string
  place: number
  round: number
  company_id: string
  member_id: string
  tenths: number | null
  claimed_until: number
  levels: number[] | null
  comment: Generated<string>
  marked_at: number | null
}

export interface Incident {
  id: string
  company_id: string
  exam_id: string
  attempt_id: string | null
  kind: string
  text: string
  noted_at: number
  noted_by: string
}

export interface KeyFix {
  id: string
  company_id: string
  exam_id: string
  number: number
  version_id: string
  kind: string
  new_version_id: string | null
  reason: string
  created_by: string
  created_at: number
  task_id: string
  attempt_count: number
  finished_at: number | null
}

export interface Leave {
  id: string
  attempt_id: string
  company_id: string
  kind: string
  started_at: number
  ms: number
  is_counted: boolean
  voided_at: number | null
  voided_by: string | null
  reason: Generated<string>
}

export interface Mark {
  attempt_id: string
  place: number
  company_id: string
  exam_id: string
  version_id: string
  max_tenths: number
  tenths: number | null
  verdict: string
  marked_by: string | null
  marked_at: number | null
  comment: Generated<string>
  text_key: string | null
  is_fixed: Generated<boolean>
  drawn_tenths: number | null
  base_tenths: number | null
  base_verdict: string | null
}

export interface MarkDraft {
  attempt_id: string
  place: number
  member_id: string
  company_id: string
  tenths: number | null
  levels: number[] | null
  comment: string
  saved_at: number
}

export interface MarkedQuestion {
  exam_id: string
  version_id: string
  company_id: string
  rubric: ColumnType<unknown, string | null, string | null>
  allowed_tenths: number | null
  grader_ids: string[]
}

export interface Marking {
  exam_id: string
  company_id: string
  is_blind: boolean
  is_double: boolean
  allowed_tenths: number
  appeal_days: number | null
  suspended_at: number | null
}

export interface Photo {
  attempt_id: string
  company_id: string
  file_id: string | null
  declined: string | null
  taken_at: number
  kept_until: number
  verdict: string | null
  checked_at: number | null
  checked_by: string | null
}

export interface Record {
  exam_id: string
  member_id: string
  company_id: string
  opened_at: number | null
  attempts_used: Generated<number>
  last_number: Generated<number>
  score_hundredths: number | null
  total_tenths: number | null
  result: string | null
  finished_at: number | null
  drawn_total_tenths: number | null
}

export interface Registration {
  id: string
  exam_id: string
  member_id: string
  company_id: string
  state: string
  is_in_approval: Generated<boolean>
  registered_at: number
  decided_at: number | null
  decided_by: string | null
  reason: Generated<string>
}

export interface ResultExport {
  id: string
  company_id: string
  exam_id: string
  created_by: string
  language: string
  state: string
  progress_permille: Generated<number>
  size_bytes: number | null
  created_at: number
  expires_at: number
}

export interface Statistics {
  exam_id: string
  company_id: string
  computed_at: number
  took_ms: number
  attempts: number
  items: number
  is_same_paper: boolean
  item_variance: number | null
  score_variance: number | null
}

export interface StatisticsDue {
  id: Generated<number>
  exam_id: string
  company_id: string
}

export interface Writer {
  attempt_id: string
  writer_id: string
  company_id: string
  last_number: number
  last_typed_at: Generated<number>
}

export interface DB {
  'exams.accommodation': Accommodation
  'exams.acknowledgement': Acknowledgement
  'exams.announcement': Announcement
  'exams.answer_event': AnswerEvent
  'exams.appeal': Appeal
  'exams.attempt': Attempt
  'exams.canned_comment': CannedComment
  'exams.exam': Exam
  'exams.fix_effect': FixEffect
  'exams.given_mark': GivenMark
  'exams.incident': Incident
  'exams.key_fix': KeyFix
  'exams.leave': Leave
  'exams.mark': Mark
  'exams.mark_draft': MarkDraft
  'exams.marked_question': MarkedQuestion
  'exams.marking': Marking
  'exams.photo': Photo
  'exams.record': Record
  'exams.registration': Registration
  'exams.result_export': ResultExport
  'exams.statistics': Statistics
  'exams.statistics_due': StatisticsDue
  'exams.writer': Writer
}
