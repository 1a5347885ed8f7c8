/**
 * What invoices keep of a member: the infos, and the invoices with what they say. Infos are erased. Invoices are records of accounting:
 * they stay with their numbers and amounts, and without the title of a person and the address.
 */
import { sql } from 'kysely'
import type { PersonalData } from '#server/personal-data.ts'
import { invoicesTables } from './db.ts'

export const invoicesData: PersonalData = {
  module: 'invoices',
  async collect(connection, { companyId, memberId }) {
    const db = invoicesTables(connection)
    const infos = await db
      .selectFrom('invoices.info')
      .select(['kind', 'title', 'taxpayer_id', 'registered_address', 'registered_phone', 'bank', 'bank_account'])
      .select(['remark', 'is_default', 'created_at', 'updated_at'])
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .orderBy('created_at')
      .execute()
    const invoices = await db
      .selectFrom('invoices.invoice')
      .select(['state', 'type', 'medium', 'billing_type', 'title', 'taxpayer_id', 'address', 'amount_fen', 'reason'])
      .select(['invoice_number', 'express_company', 'express_number', 'applied_at', 'issued_at'])
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .orderBy('applied_at')
      .execute()
    return [
      { name: 'invoice-infos', title: { cn: '发票信息', en: 'Invoice infos' }, rows: infos },
      { name: 'invoices', title: { cn: '发票', en: 'Invoices' }, rows: invoices },
    ]
  },
  async erase(connection, { companyId, memberId }) {
    const db = invoicesTables(connection)
    await db.deleteFrom('invoices.info').where('company_id', '=', companyId).where('member_id', '=', memberId).execute()
    await sql`update invoices.invoice set address = null, remark = '', registered_phone = '', express_number = '',
        title = case kind when 'personal' then '' else title end,
        taxpayer_id = case kind when 'personal' then '' else taxpayer_id end
      where company_id = ${companyId} and member_id = ${memberId}`.execute(db)
  },
}
