import { audited } from '#server/audited.ts'
import type { PaymentsDb } from './db.ts'

export const { auditing } = audited<PaymentsDb, 'payment' | 'transfer-account'>({
  payment: (db, companyId, ids) =>
    db
      .selectFrom('payments.payment')
      .select(['id', 'number as label', 'subject', 'state', 'amount_fen as amountFen', 'refunded_fen as refundedFen'])
      .where('company_id', '=', companyId)
      .where((e) => e('id', '=', e.fn.any(e.val(ids as string[]))))
      .execute(),
  'transfer-account': (db, companyId) =>
    db
      .selectFrom('payments.transfer_account')
      .select(['company_id as id', 'holder as label', 'holder', 'bank', 'account_number as accountNumber', 'note'])
      .where('company_id', '=', companyId)
      .execute(),
})
