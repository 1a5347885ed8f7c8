// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Bill {
  id: string
  company_id: string
  provider: string
  day: string
  file_name: string
  imported_by: string
  imported_at: number
}

export interface BillLine {
  bill_id: string
  line: number
  company_id: string
  kind: string
  trade_number: string
  refund_number: string
  amount_fen: number
}

export interface Callback {
  id: string
  company_id: string
  payment_id: string
  provider: string
  source: string
  outcome: string
  said: ColumnType<unknown, string, string>
  received_at: number
}

export interface Payment {
  id: string
  company_id: string
  member_id: string
  payable: string
  payable_id: string
  number: string
  subject: string
  amount_fen: number
  refunded_fen: Generated<number>
  provider: string
  state: string
  counts: boolean | null
  next_step: ColumnType<unknown, string | null, string | null>
  failure: Generated<string>
  provider_reference: string | null
  created_at: number
  expires_at: number
  check_at: number
  paid_at: number | null
  settled_at: number | null
}

export interface Receipt {
  id: string
  company_id: string
  payment_id: string
  member_id: string
  file_ids: string[]
  payer: string
  note: string
  state: string
  reason: Generated<string>
  decided_by: string | null
  created_at: number
  decided_at: number | null
}

export interface Refund {
  id: string
  company_id: string
  payment_id: string
  amount_fen: number
  reason: string
  is_automatic: boolean
  state: string
  failure: Generated<string>
  created_at: number
  check_at: number
  decided_at: number | null
}

export interface TransferAccount {
  company_id: string
  holder: string
  bank: string
  account_number: string
  note: string
  updated_at: number
}

export interface DB {
  'payments.bill': Bill
  'payments.bill_line': BillLine
  'payments.callback': Callback
  'payments.payment': Payment
  'payments.receipt': Receipt
  'payments.refund': Refund
  'payments.transfer_account': TransferAccount
}
