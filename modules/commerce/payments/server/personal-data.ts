/** What payments keep of a member. Payments are accounts of the company and stay; receipts go, because they name a bank account. */
import { sql } from 'kysely'
import { deleteFiles } from '#modules/platform/files/server.ts'
import type { PersonalData } from '#server/personal-data.ts'
import { paymentsTables } from './db.ts'

export const paymentsData: PersonalData = {
  module: 'payments',
  async collect(connection, { companyId, memberId }) {
    const db = paymentsTables(connection)
    const paid = await db
      .selectFrom('payments.payment')
      .select(['number', 'subject', 'amount_fen', 'refunded_fen', 'provider', 'state', 'created_at', 'paid_at'])
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .orderBy('created_at')
      .execute()
    const receipts = await db
      .selectFrom('payments.receipt')
      .select(['payer', 'note', 'state', 'reason', 'created_at', 'decided_at'])
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .orderBy('created_at')
      .execute()
    return [
      { name: 'payments', title: { cn: '支付记录', en: 'Payments' }, rows: paid },
      { name: 'payment-receipts', title: { cn: '转账凭证', en: 'Transfer receipts' }, rows: receipts },
    ]
  },
  async erase(connection, { companyId, memberId }) {
    const db = paymentsTables(connection)
    const { rows } = await sql<{ file_ids: string[] }>`
      with own as (select id, file_ids from payments.receipt where company_id = ${companyId} and member_id = ${memberId})
      update payments.receipt r set file_ids = '{}', payer = '', note = '' from own where r.id = own.id
      returning own.file_ids`.execute(db)
    await deleteFiles(
      connection,
      companyId,
      rows.flatMap((row) => row.file_ids),
    )
  },
}
