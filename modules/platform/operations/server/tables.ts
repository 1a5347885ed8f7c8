// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface AuditCheck {
  id: string
  company_id: string
  checked_by: string | null
  checked_at: number
  entries: number
  redacted: number
  seq: number
  hash: Buffer | null
  fault: string | null
  fault_seq: number | null
}

export interface AuditEntry {
  id: string
  company_id: string
  actor_id: string | null
  actor_roles: string[]
  action: string
  subject_type: string | null
  subject_id: string | null
  details: string | null
  details_salt: Buffer | null
  details_digest: Buffer
  origin: string | null
  origin_salt: Buffer | null
  origin_digest: Buffer
  at: number
  redacted_for: string | null
  seq: number | null
  hash: Buffer | null
}

export interface AuditHead {
  company_id: string
  seq: number
  hash: Buffer
  sealed_at: number
  anchored_seq: number | null
  anchored_hash: Buffer | null
  anchored_at: number | null
}

export interface RecycledItem {
  id: string
  company_id: string
  kind: string
  item_id: string
  name: string
  deleted_by: string
  deleted_at: number
  purge_at: number
}

export interface Task {
  id: string
  company_id: string
  member_id: string | null
  kind: string
  title: string
  state: string
  permille: Generated<number>
  note: Generated<string>
  report: ColumnType<unknown, string | null, string | null>
  problem_count: Generated<number>
  reason: ColumnType<unknown, string | null, string | null>
  attempt: Generated<number>
  cancel_requested_at: number | null
  created_at: number
  moved_at: number
  finished_at: number | null
  position: ColumnType<unknown, string | null, string | null>
  done: number | null
  total: number | null
  tries: Generated<number>
  run_started_at: number | null
  run_started_permille: Generated<number>
}

export interface TaskProblem {
  task_id: string
  position: number
  row_number: number | null
  column_name: string | null
  message_cn: string
  message_en: string
}

export interface DB {
  'operations.audit_check': AuditCheck
  'operations.audit_entry': AuditEntry
  'operations.audit_head': AuditHead
  'operations.recycled_item': RecycledItem
  'operations.task': Task
  'operations.task_problem': TaskProblem
}
