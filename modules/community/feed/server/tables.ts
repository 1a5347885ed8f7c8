// Generated from the migrations by `npm run generate`. Don't edit.

export interface Hidden {
  member_id: string
  kind: string
  hidden_id: string
  company_id: string
  created_at: number
}

export interface DB {
  'feed.hidden': Hidden
}
