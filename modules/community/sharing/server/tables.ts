// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface ShareAction {
  id: string
  company_id: string
  member_id: string
  business_id: string
  item_type: number | null
  action_type: number
  channel: string | null
  created_at: number
}

export interface ShortLink {
  code: string
  company_id: string
  path: string
  path_sha256: Buffer
  created_by: string
  created_at: number
  expires_at: number
  opened_count: Generated<number>
}

export interface DB {
  'sharing.share_action': ShareAction
  'sharing.short_link': ShortLink
}
