// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Batch {
  id: string
  company_id: string
  request_id: string
  template_id: string
  item_name: string
  finished_at: number
  member_count: Generated<number>
  task_id: string
  created_by: string
  created_at: number
}

export interface BatchMember {
  batch_id: string
  member_id: string
  company_id: string
  state: Generated<string>
  certificate_id: string | null
}

export interface Certificate {
  id: string
  company_id: string
  member_id: string
  template_id: string
  number: string
  code: string
  status: Generated<string>
  origin: string
  business_type: number | null
  business_id: string | null
  holder_name: string
  item_name: string
  content: ColumnType<unknown, string, string>
  finished_at: number
  issued_at: number
  issued_by: string | null
  expires_at: number | null
  replaces: string | null
  reason: Generated<string>
  revoked_at: number | null
  revoked_by: string | null
  revoke_reason: Generated<string>
  file_id: string | null
  sha256: Buffer | null
  reminder_days: Generated<number[]>
  retraining_at: number | null
  shown_on_homepage: Generated<boolean>
  is_honor: Generated<boolean>
}

export interface Numbering {
  company_id: string
  prefix: string
  year: number
  last_number: number
}

export interface Rule {
  company_id: string
  business_type: number
  business_id: string
  template_id: string
  updated_at: number
}

export interface SigningKey {
  company_id: string
  private_key: Buffer
  certificate: Buffer
  created_at: number
}

export interface Template {
  id: string
  company_id: string
  name: string
  design: string
  title_cn: string
  title_en: Generated<string>
  body_cn: string
  body_en: Generated<string>
  issuer_cn: string
  issuer_en: Generated<string>
  signatory: Generated<string>
  number_prefix: string
  validity_months: number | null
  renewal_days: Generated<number>
  renewal_type: number | null
  renewal_id: string | null
  enabled: Generated<boolean>
  revision: Generated<number>
  created_by: string
  created_at: number
  updated_at: number
  reminder_days: Generated<number[]>
}

export interface DB {
  'certificates.batch': Batch
  'certificates.batch_member': BatchMember
  'certificates.certificate': Certificate
  'certificates.numbering': Numbering
  'certificates.rule': Rule
  'certificates.signing_key': SigningKey
  'certificates.template': Template
}
