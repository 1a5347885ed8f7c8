// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Follow {
  id: string
  company_id: string
  member_id: string
  business_type: number
  business_id: string
  created_at: number
}

export interface Followed {
  company_id: string
  business_type: number
  business_id: string
  follower_count: Generated<number>
}

export interface FollowedDay {
  company_id: string
  business_type: number
  business_id: string
  day: number
  won: Generated<number>
  lost: Generated<number>
}

export interface DB {
  'following.follow': Follow
  'following.followed': Followed
  'following.followed_day': FollowedDay
}
