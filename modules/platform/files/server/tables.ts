// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Conversion {
  file_id: string
  company_id: string
  kind: string
  translate_type: number
  progress_permille: Generated<number>
  failure: string | null
  run_id: string | null
  task_id: string | null
  requested_at: number
  finished_at: number | null
}

export interface File {
  id: string
  company_id: string
  owner_id: string
  kind: string
  audience: string
  name: string
  size_bytes: number
  content_type: string
  sha256: Buffer
  store: string
  width: number | null
  height: number | null
  duration_ms: number | null
  pages: number | null
  created_at: number
}

export interface Rendition {
  file_id: string
  name: string
  company_id: string
  object_key: string
  content_type: string
  size_bytes: number
  width: number | null
  height: number | null
  segments: ColumnType<unknown, string | null, string | null>
  created_at: number
}

export interface SigningKey {
  single: Generated<boolean>
  key: Buffer
}

export interface StreamKey {
  file_id: string
  company_id: string
  key: Buffer
  created_at: number
}

export interface Upload {
  id: string
  company_id: string
  owner_id: string
  kind: string
  audience: string
  name: string
  size_bytes: number
  created_at: number
  expires_at: number
}

export interface DB {
  'files.conversion': Conversion
  'files.file': File
  'files.rendition': Rendition
  'files.signing_key': SigningKey
  'files.stream_key': StreamKey
  'files.upload': Upload
}
