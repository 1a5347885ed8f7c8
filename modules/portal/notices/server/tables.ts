// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Notice {
  id: string
  company_id: string
  title: string
  content: string
  organization_ids: string[]
  is_pinned: boolean
  expires_at: number | null
  status: string
  author_id: string
  published_at: number | null
  updated_at: number
  revision: Generated<number>
}

export interface Receipt {
  notice_id: string
  member_id: string
  company_id: string
  read_at: number
}

export interface DB {
  'notices.notice': Notice
  'notices.receipt': Receipt
}
