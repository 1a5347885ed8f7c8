// Generated from the migrations by `npm run generate`. Don't edit.

export interface DataExport {
  id: string
  company_id: string
  member_id: string
  requested_by: string
  state: string
  size_bytes: number | null
  created_at: number
  ready_at: number | null
  expires_at: number | null
}

export interface Erasure {
  id: string
  company_id: string
  member_id: string
  requested_by: string
  state: string
  requested_at: number
  due_at: number
  cancelled_by: string | null
  ended_at: number | null
}

export interface DB {
  'privacy.data_export': DataExport
  'privacy.erasure': Erasure
}
