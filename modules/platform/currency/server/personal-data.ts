/**
 * The personal data in currency. Records survive an erasure, because they have ids instead of names and balances of
 * other members depend on them.
 */
import { sql } from 'kysely'
import { personalData } from '#server/personal-data.ts'
import { currencyTables } from './db.ts'

const recordsMax = 50_000

export const currencyPersonalData = personalData({
  module: 'currency',
  async collect(connection, { companyId, memberId }) {
    const db = currencyTables(connection)
    const accounts = await sql<Record<string, unknown>>`
      select kind, allocated::text, reward::text, subscription::text, income::text, expense::text, created_at
      from currency.account where company_id = ${companyId} and owner_kind = 'person' and owner_id = ${memberId}
      order by kind`.execute(db)
    const records = await sql<Record<string, unknown>>`
      select e.transfer_id, e.kind, e.type, e.trade_type, e.amount::text, e.balance_after::text, t.event, t.subject,
        t.reason, e.created_at
      from currency.account a join currency.entry e on e.account_id = a.id and e.seq is not null
      join currency.transfer t on t.id = e.transfer_id
      where a.company_id = ${companyId} and a.owner_kind = 'person' and a.owner_id = ${memberId}
      order by e.created_at desc limit ${recordsMax}`.execute(db)
    const issues = await sql<Record<string, unknown>>`
      select event, kind, amount::text, reason, created_at, transfer_id from currency.issue_application
      where company_id = ${companyId} and applicant_id = ${memberId} order by created_at desc limit ${recordsMax}`.execute(
      db,
    )
    return [
      { name: 'currency-issues', title: { cn: '发放申请', en: 'Issues for approval' }, rows: issues.rows },
      { name: 'currency-accounts', title: { cn: '学币与积分账户', en: 'Coins and points' }, rows: accounts.rows },
      { name: 'currency-records', title: { cn: '交易明细', en: 'Coin and point records' }, rows: records.rows },
    ]
  },
  /** Deletes the member's idempotency keys; the ledger belongs to the company. */
  async erase(connection, { companyId, memberId }) {
    await currencyTables(connection)
      .deleteFrom('currency.request')
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .execute()
  },
})
