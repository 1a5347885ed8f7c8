// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Click {
  searched_id: string
  kind: string
  item_id: string
  company_id: string
  place: number
  at: number
}

export interface DictionaryWord {
  id: string
  company_id: string
  word: string
  key: string
  updated_at: number
}

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

export interface HotWord {
  company_id: string
  key: string
  text: string
  count: number
  is_hidden: Generated<boolean>
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

export interface Rebuild {
  task_id: string
  company_id: string
  started_at: number
  ended_at: number | null
}

export interface Searched {
  id: string
  company_id: string
  member_id: string | null
  text: string
  key: string
  filter: string
  found: number
  is_exact: boolean
  took_ms: number
  at: number
  is_recent: boolean
}

export interface Shard {
  number: number
}

export interface Synonym {
  company_id: string
  key: string
  group_id: string
}

export interface SynonymGroup {
  id: string
  company_id: string
  words: string[]
  updated_at: number
  updated_by: string
}

export interface DB {
  'search.click': Click
  'search.dictionary_word': DictionaryWord
  'search.document': Document
  'search.hot_word': HotWord
  'search.passage': Passage
  'search.rebuild': Rebuild
  'search.searched': Searched
  'search.shard': Shard
  'search.synonym': Synonym
  'search.synonym_group': SynonymGroup
}
