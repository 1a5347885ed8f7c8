// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface CalendarFeed {
  member_id: string
  company_id: string
  token_hash: Buffer
  language: string
  created_at: number
  last_read_at: number | null
}

export interface Delivery {
  id: string
  company_id: string
  message_id: string
  type: string
  channel: string
  member_id: string | null
  webhook_id: string | null
  state: string
  reason: string | null
  error: string | null
  attempts: Generated<number>
  digest: Generated<boolean>
  batch_id: string | null
  collapse_key: string | null
  provider_id: string | null
  created_at: number
  due_at: number
  claimed_at: number | null
  finished_at: number | null
}

export interface MemberSetting {
  member_id: string
  company_id: string
  channels_off: Generated<string[]>
  quiet_from: number | null
  quiet_to: number | null
  quiet_enabled: Generated<boolean>
  digest: Generated<string>
  digest_hour: Generated<number>
  digest_weekday: Generated<number>
  language: string | null
  link_key: Buffer
  changed_at: number
}

export interface Message {
  id: string
  company_id: string
  type: string
  group_key: string
  title_cn: string
  body_cn: string
  title_en: string
  body_en: string
  link: string | null
  actor_id: string | null
  collapse_key: string | null
  recipient_count: Generated<number>
  created_at: number
}

export interface Notification {
  message_id: string
  member_id: string
  company_id: string
  group_key: string
  collapse_key: string | null
  repeats: Generated<number>
  since: number
  at: number
  read_at: number | null
}

export interface Preference {
  member_id: string
  type: string
  channel: string
  company_id: string
  enabled: boolean
  by_link: Generated<boolean>
  changed_at: number
}

export interface Reminder {
  company_id: string
  key: string
  at: number
  type: string
  recipients: ColumnType<unknown, string, string>
  variables: ColumnType<unknown, string, string>
  link: string | null
  collapse_key: string | null
}

export interface Template {
  company_id: string
  type: string
  title_cn: string
  body_cn: string
  title_en: string
  body_en: string
  changed_by: string
  changed_at: number
}

export interface Todo {
  id: string
  company_id: string
  member_id: string
  kind: string
  business_type: number
  business_id: string
  title: string
  link: string
  starts_at: number | null
  due_at: number | null
  begun_at: number | null
  closed_at: number | null
  created_at: number
  sort_at: Generated<number>
  done_at: number | null
}

export interface Webhook {
  id: string
  company_id: string
  kind: string
  name: string
  url: string
  secret: string | null
  types: string[]
  enabled: boolean
  created_by: string
  created_at: number
}

export interface DB {
  'messages.calendar_feed': CalendarFeed
  'messages.delivery': Delivery
  'messages.member_setting': MemberSetting
  'messages.message': Message
  'messages.notification': Notification
  'messages.preference': Preference
  'messages.reminder': Reminder
  'messages.template': Template
  'messages.todo': Todo
  'messages.webhook': Webhook
}
