// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Content {
  push_id: string
  business_type: number
  business_id: string
  company_id: string
  position: number
  name: string
  required: boolean
}

export interface Push {
  id: string
  company_id: string
  organization_id: string
  author_id: string
  name: string
  description: Generated<string>
  organization_ids: Generated<string[]>
  member_ids: Generated<string[]>
  includes_newcomers: Generated<boolean>
  starts_at: number | null
  cut_off_at: number | null
  remind_days: Generated<number[]>
  published_at: number | null
  sent_at: number | null
  revoked_at: number | null
  revoke_reason: Generated<string>
  member_count: Generated<number>
  finish_push_count: Generated<number>
  failed_count: Generated<number>
  refreshed_at: number | null
  created_at: number
  updated_at: number
  revision: Generated<number>
  delivery_task_id: string | null
}

export interface PushMember {
  push_id: string
  member_id: string
  company_id: string
  push_status: Generated<number>
  fail_reason: string | null
  pushed_at: number | null
  task_status: Generated<number>
  finished_count: Generated<number>
  percent: Generated<number>
  finished_at: number | null
  urged_at: number | null
}

export interface Urge {
  id: string
  company_id: string
  sender_id: string
  member_id: string
  business_type: number
  business_id: string
  name: string
  urged_at: number
  batch_id: string | null
}

export interface UrgeBatch {
  id: string
  company_id: string
  sender_id: string
  business_type: number
  business_id: string
  name: string
  kind: string
  content: string
  member_count: number
  sent_at: number
}

export interface DB {
  'pushes.content': Content
  'pushes.push': Push
  'pushes.push_member': PushMember
  'pushes.urge': Urge
  'pushes.urge_batch': UrgeBatch
}
