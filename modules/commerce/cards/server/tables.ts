// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Card {
  id: string
  company_id: string
  name: string
  promise: Generated<string>
  color: string
  validity_days: number | null
  status: Generated<string>
  revision: Generated<number>
  created_by: string | null
  created_at: number
}

export interface DB {
  'cards.card': Card
}
