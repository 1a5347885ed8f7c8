// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Article {
  id: string
  company_id: string
  organization_id: string
  title: string
  summary: string
  cover_file_id: string | null
  content: string
  plain: string
  source: string
  audiences: string[]
  is_pinned: boolean
  status: string
  published_at: number | null
  expires_at: number | null
  author_id: string
  updated_at: number
  revision: Generated<number>
}

export interface Receipt {
  article_id: string
  member_id: string
  company_id: string
  read_at: number
}

export interface DB {
  'news.article': Article
  'news.receipt': Receipt
}
