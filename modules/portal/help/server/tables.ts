// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Article {
  id: string
  company_id: string
  directory_id: string
  title_cn: string
  title_en: string
  content_cn: string
  content_en: string
  plain_cn: string
  plain_en: string
  audiences: string[]
  paths: string[]
  is_published: Generated<boolean>
  position: number
  author_id: string
  updated_at: number
  revision: Generated<number>
}

export interface Directory {
  id: string
  company_id: string
  parent_id: string | null
  name_cn: string
  name_en: string
  position: number
}

export interface Feedback {
  id: string
  company_id: string
  sender_id: string
  category: string
  content: string
  contact: string | null
  page: string | null
  browser: string
  picture_ids: string[]
  state: string
  handler_id: string | null
  message_count: Generated<number>
  created_at: number
  first_answer_at: number | null
  updated_at: number
}

export interface Message {
  id: string
  feedback_id: string
  company_id: string
  author_id: string
  is_answer: boolean
  content: string
  created_at: number
}

export interface Vote {
  article_id: string
  member_id: string
  company_id: string
  is_helpful: boolean
  voted_at: number
}

export interface DB {
  'help.article': Article
  'help.directory': Directory
  'help.feedback': Feedback
  'help.message': Message
  'help.vote': Vote
}
