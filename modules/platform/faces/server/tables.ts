// Generated from the migrations by `npm run generate`. Don't edit.

export interface Comparison {
  id: string
  company_id: string
  member_id: string
  file_id: string
  outcome: string
  at: number
}

export interface Reference {
  member_id: string
  company_id: string
  file_id: string
  consented_at: number
}

export interface DB {
  'faces.comparison': Comparison
  'faces.reference': Reference
}
