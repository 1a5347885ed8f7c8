// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Document {
  id: Generated<number>
  company_id: string
  kind: string
  item_id: string
  filter: string
  business_type: number | null
  category_id: string | null
  title: string
  summary: string
  content: string
  link: string
  cover_file_id: string | null
  author_id: string | null
  published_at: number | null
  starts_at: number | null
  ends_at: number | null
  heat: Generated<number>
  head_words: string
  words: string
  open_words: string | null
  pinyin: string
  initials: string
  title_key: string
  indexed_at: number
}

export interface Passage {
  document_id: number
  place: number
  company_id: string
  text: string
  source: string
  link: string
  kind: string
  at: number
  marks: number[]
}

export interface Shard {
  number: number
}

export interface DB {
  'search.document': Document
  'search.passage': Passage
  'search.shard': Shard
}
