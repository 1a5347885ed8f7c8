// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Account {
  id: string
  company_id: string
  organization_id: string
  enjoy_type: number
  name: string
  name_key: string
  description: Generated<string>
  avatar_file_id: string
  invitation_code: string | null
  invitation_code_at: number | null
  frozen_at: number | null
  visit_count: Generated<number>
  created_at: number
  updated_at: number
  frozen_reason: Generated<string>
  frozen_by: string | null
  shuffle: Generated<number>
}

export interface AccountDay {
  account_id: string
  company_id: string
  day: number
  visit_count: Generated<number>
}

export interface AccountMember {
  account_id: string
  member_id: string
  company_id: string
  member_type: number
  joined_at: number
}

export interface AccountNotice {
  id: string
  company_id: string
  account_id: string
  business_type: number
  business_id: string
  title: string
  link: string
  created_at: number
}

export interface AccountVisit {
  id: string
  account_id: string
  company_id: string
  day: number
}

export interface AnnouncementRead {
  announcement_id: string
  member_id: string
  company_id: string
  read_at: number
}

export interface Application {
  id: string
  company_id: string
  member_id: string
  is_new: boolean
  account_id: string | null
  enjoy_type: number
  name: string
  name_key: string
  description: string
  avatar_file_id: string
  topic_ids: string[]
  result: number
  opinion: Generated<string>
  created_at: number
  decided_at: number | null
}

export interface Circle {
  id: string
  company_id: string
  name: string
  name_key: string
  description: Generated<string>
  created_at: number
  cover_file_id: string | null
  join_mode: Generated<number>
  member_count: Generated<number>
  share_count: Generated<number>
  popular_num: Generated<number>
  newest_at: Generated<number>
  removed_at: number | null
}

export interface CircleAnnouncement {
  id: string
  circle_id: string
  company_id: string
  title: string
  content: string
  published_by: string
  pinned_at: number | null
  reminded_at: number | null
  created_at: number
  updated_at: number
}

export interface CircleDeparture {
  id: string
  circle_id: string
  company_id: string
  joined_at: number
  left_at: number
}

export interface CircleMember {
  circle_id: string
  member_id: string
  company_id: string
  is_administrator: Generated<boolean>
  joined_at: number
  read_until: Generated<number>
}

export interface CircleRequest {
  id: string
  circle_id: string
  company_id: string
  member_id: string
  message: Generated<string>
  result: Generated<number>
  answer: Generated<string>
  decided_by: string | null
  created_at: number
  decided_at: number | null
}

export interface CircleShare {
  id: string
  circle_id: string
  company_id: string
  item_type: number
  item_id: string
  shared_by: string
  created_at: number
  pinned_at: number | null
  highlighted_at: number | null
  hot_score: Generated<number>
}

export interface NoticesRead {
  member_id: string
  company_id: string
  read_until: number
}

export interface PersonalAccount {
  member_id: string
  company_id: string
  account_id: string
}

export interface DB {
  'community.account': Account
  'community.account_day': AccountDay
  'community.account_member': AccountMember
  'community.account_notice': AccountNotice
  'community.account_visit': AccountVisit
  'community.announcement_read': AnnouncementRead
  'community.application': Application
  'community.circle': Circle
  'community.circle_announcement': CircleAnnouncement
  'community.circle_departure': CircleDeparture
  'community.circle_member': CircleMember
  'community.circle_request': CircleRequest
  'community.circle_share': CircleShare
  'community.notices_read': NoticesRead
  'community.personal_account': PersonalAccount
}
