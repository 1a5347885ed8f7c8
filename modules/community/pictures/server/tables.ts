// Generated from the migrations by `npm run generate`. Don't edit.

export interface Category {
  id: string
  company_id: string
  name: string
  position: number
}

export interface Picture {
  id: string
  company_id: string
  category_id: string
  name: string
  file_id: string
  width: number
  height: number
  title_length_max: number
  position: number
  retired_at: number | null
  created_by: string
  created_at: number
}

export interface Turn {
  company_id: string
  member_id: string
  is_cloud: boolean
  shown: number
}

export interface DB {
  'pictures.category': Category
  'pictures.picture': Picture
  'pictures.turn': Turn
}
