// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Event {
  id: string
  company_id: string
  invoice_id: string
  kind: string
  actor_id: string | null
  amount_fen: number
  note: string
  at: number
}

export interface Info {
  id: string
  company_id: string
  member_id: string
  kind: string
  title: string
  taxpayer_id: string
  registered_address: string
  registered_phone: string
  bank: string
  bank_account: string
  remark: string
  is_default: boolean
  created_at: number
  updated_at: number
}

export interface Invoice {
  id: string
  company_id: string
  member_id: string
  member_type: string
  state: number
  type: string
  medium: string
  billing_type: string
  kind: string
  title: string
  taxpayer_id: string
  registered_address: string
  registered_phone: string
  bank: string
  bank_account: string
  remark: string
  address: ColumnType<unknown, string | null, string | null>
  amount_fen: number
  due_fen: Generated<number>
  reason: Generated<string>
  invoice_number: string | null
  file_id: string | null
  express_company: Generated<string>
  express_number: Generated<string>
  reissue_of: string | null
  applied_at: number
  issued_at: number | null
  updated_at: number
}

export interface InvoiceSource {
  invoice_id: string
  source: string
  source_id: string
  company_id: string
  number: string
  subject: string
  amount_fen: number
  reduced_fen: Generated<number>
  due_fen: Generated<number>
  is_active: boolean
}

export interface RedLetter {
  id: string
  company_id: string
  invoice_id: string
  number: string
  amount_fen: number
  is_whole: boolean
  issued_by: string
  issued_at: number
}

export interface DB {
  'invoices.event': Event
  'invoices.info': Info
  'invoices.invoice': Invoice
  'invoices.invoice_source': InvoiceSource
  'invoices.red_letter': RedLetter
}
