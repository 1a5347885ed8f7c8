/** What reports read of the ledger: every posting on the accounts of people. */
import { sql } from 'kysely'
import { memberEntriesSql } from '#modules/platform/currency/server.ts'
import { reportSource } from './sources.ts'

export const coinSource = reportSource({
  key: 'coins',
  label: { cn: '学币与积分', en: 'Coins and points' },
  hint: { cn: '每位成员账户的每笔收支一行', en: 'One row for each posting on the account of a member' },
  scope: 'member',
  permission: 'currency.manage',
  columns: [
    {
      ...{ key: 'currency', label: { cn: '币种', en: 'Currency' }, type: 'state' },
      states: { '1': { cn: '学币', en: 'Coins' }, '2': { cn: '积分', en: 'Points' } },
    },
    { key: 'amount', label: { cn: '变动', en: 'Change' }, type: 'money' },
    { key: 'received', label: { cn: '收入', en: 'Received' }, type: 'money' },
    { key: 'spent', label: { cn: '支出', en: 'Spent' }, type: 'money' },
    { key: 'at', label: { cn: '时间', en: 'Time' }, type: 'instant' },
  ],
  rows: ({
    companyId,
  }) => sql`(select e.member_id, e.kind::text as currency, e.amount, greatest(e.amount, 0) as received,
      greatest(-e.amount, 0) as spent, e.created_at as at, null::text as evidence from ${memberEntriesSql(companyId)} e)`,
})
