// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Entitlement {
  id: string
  company_id: string
  member_id: string
  business_type: number
  item_id: string
  source: string
  source_id: string
  state: Generated<string>
  starts_at: number
  ends_at: number | null
  reason: Generated<string>
  changed_by: string | null
  created_at: number
  changed_at: number
  is_paused_by_source: Generated<boolean>
}

export interface GrantedItem {
  company_id: string
  business_type: number
  item_id: string
  id: string
}

export interface Seats {
  id: string
  company_id: string
  owner_id: string
  business_type: number
  item_id: string
  source_id: string
  seat_count: number
  used_count: Generated<number>
  returned_count: Generated<number>
  created_at: number
}

export interface DB {
  'entitlements.entitlement': Entitlement
  'entitlements.granted_item': GrantedItem
  'entitlements.seats': Seats
}
