// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Batch {
  id: string
  company_id: string
  name: string
  reward_kind: string
  amount: number
  quantity: number
  member_max: number
  valid_from: number
  valid_until: number
  is_paused: Generated<boolean>
  codes_made_at: number | null
  codes_made_by: string | null
  created_by: string
  created_at: number
}

export interface Card {
  id: string
  company_id: string
  batch_id: string
  number: number
  code_hash: Buffer
  last_four: string
  state: Generated<string>
  redeemed_by: string | null
  redeemed_at: number | null
  voided_by: string | null
  voided_at: number | null
  void_reason: string | null
}

export interface CodeKey {
  company_id: string
  key: Buffer
}

export interface DB {
  'redeem.batch': Batch
  'redeem.card': Card
  'redeem.code_key': CodeKey
}
