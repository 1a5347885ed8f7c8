// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

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

export interface SigningKey {
  single: Generated<boolean>
  key: Buffer
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
  'files.file': File
  'files.signing_key': SigningKey
  'files.upload': Upload
}
