// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Lexicon {
  company_id: string
  revision: string
  options: ColumnType<unknown, string, string>
  updated_by: string
  updated_at: number
}

export interface Phrase {
  id: string
  company_id: string
  phrase: string
  key: string
  updated_by: string
  updated_at: number
}

export interface Word {
  id: string
  company_id: string
  word: string
  key: string
  category: Generated<string>
  level: Generated<string>
  enabled: Generated<boolean>
  updated_by: string
  updated_at: number
}

export interface DB {
  'words.lexicon': Lexicon
  'words.phrase': Phrase
  'words.word': Word
}
