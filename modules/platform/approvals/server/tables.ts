// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Absence {
  id: string
  company_id: string
  member_id: string
  substitute_id: string
  starts_at: number
  ends_at: number
  reason: Generated<string>
  begun: Generated<boolean>
  over: Generated<boolean>
  created_at: number
}

export interface Event {
  process_id: string
  number: number
  company_id: string
  step_id: string | null
  kind: string
  actor_id: string | null
  for_id: string | null
  member_ids: Generated<string[]>
  opinion: Generated<string>
  at: number
}

export interface Process {
  id: string
  company_id: string
  organization_id: string
  business_type: number
  business_id: string
  name: string
  summary: ColumnType<unknown, string, string>
  applicant_id: string
  template_id: string
  template_version: number
  result: Generated<number>
  revising: Generated<boolean>
  decided_by: string | null
  opinion: Generated<string>
  reminded_at: number | null
  started_at: number
  finished_at: number | null
}

export interface Step {
  id: string
  company_id: string
  process_id: string
  position: number
  name: string
  definition: ColumnType<unknown, string, string>
  state: Generated<string>
  visit: Generated<number>
  entered_at: number | null
  left_at: number | null
  remind_at: number | null
  timeout_at: number | null
}

export interface Switch {
  company_id: string
  business_type: number
  organization_id: string
  is_on: boolean
  changed_by: string
  changed_at: number
}

export interface Task {
  id: string
  company_id: string
  process_id: string
  step_id: string
  visit: number
  holder_id: string
  origin: string
  origin_by: string | null
  parent_id: string | null
  place: string | null
  state: string
  opinion: Generated<string>
  decided_by: string | null
  decided_at: number | null
  opened_at: number | null
  created_at: number
}

export interface Template {
  id: string
  company_id: string
  organization_id: string
  business_type: number
  name: string
  version: Generated<number>
  updated_by: string
  updated_at: number
}

export interface TemplateVersion {
  template_id: string
  version: number
  company_id: string
  steps: ColumnType<unknown, string, string>
  made_by: string
  made_at: number
}

export interface DB {
  'approvals.absence': Absence
  'approvals.event': Event
  'approvals.process': Process
  'approvals.step': Step
  'approvals.switch': Switch
  'approvals.task': Task
  'approvals.template': Template
  'approvals.template_version': TemplateVersion
}
