// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Collected {
  id: string
  company_id: string
  member_id: string
  business_type: number
  business_id: string
  name: string
  created_at: number
}

export interface Comment {
  id: string
  company_id: string
  business_type: number
  business_id: string
  parent_id: string | null
  replied_to_id: string | null
  member_id: string | null
  organization_id: string
  content: string
  like_count: Generated<number>
  reply_count: Generated<number>
  flagged: Generated<boolean>
  removed: string | null
  removed_by: string | null
  removed_reason: string | null
  removed_at: number | null
  created_at: number
  quoted_id: string | null
  is_best: Generated<boolean>
}

export interface CommentLike {
  comment_id: string
  member_id: string
  company_id: string
  created_at: number
}

export interface ItemFigures {
  company_id: string
  business_type: number
  business_id: string
  comment_count: Generated<number>
  collect_count: Generated<number>
  score_count: Generated<number>
  score_sum: Generated<number>
  thread_edit: string | null
}

export interface ItemTopic {
  company_id: string
  business_type: number
  business_id: string
  topic_id: string
  sort: number
  appeared_at: number | null
}

export interface Mention {
  comment_id: string
  member_id: string
  company_id: string
}

export interface QuietThread {
  member_id: string
  company_id: string
  business_type: number
  business_id: string
}

export interface Score {
  id: string
  company_id: string
  business_type: number
  business_id: string
  member_id: string | null
  stars: number
  created_at: number
}

export interface Topic {
  id: string
  company_id: string
  type_id: string | null
  name: string
  key: string
  use_count: Generated<number>
  created_by: string | null
  created_at: number
}

export interface TopicType {
  id: string
  company_id: string
  name: string
  status: Generated<number>
  shown: Generated<boolean>
  sort: Generated<number>
  created_at: number
}

export interface DB {
  'topics.collected': Collected
  'topics.comment': Comment
  'topics.comment_like': CommentLike
  'topics.item_figures': ItemFigures
  'topics.item_topic': ItemTopic
  'topics.mention': Mention
  'topics.quiet_thread': QuietThread
  'topics.score': Score
  'topics.topic': Topic
  'topics.topic_type': TopicType
}
