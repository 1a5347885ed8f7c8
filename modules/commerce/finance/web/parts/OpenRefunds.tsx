import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { type OpenRefunds as Answer, waits } from '../../contract/shapes.ts'
import { finance } from '../../contract.ts'
import { financePaths } from '../paths.ts'
import { useAmountText } from './amount.ts'
import { Loaded } from './Loaded.tsx'

type Row = Answer['items'][number]

/** What buyers wait for now, whatever the days of the report. */
export function OpenRefunds() {
  const t = useText('finance')
  const amount = useAmountText()
  const { can } = useSession()
  const refunds = useQuery(q(finance.openRefunds, {}, { quiet: true }))
  return (
    <Loaded query={refunds}>
      {({ items }) => (
        <>
          <DataTable<Row>
            label={t('refunds.title')}
            rows={items}
            rowKey={({ payType, status }) => `${payType} ${status}`}
            empty={<EmptyState small title={t('refunds.none')} />}
            columns={[
              {
                title: t('refunds.status'),
                key: 'status',
                render: (_, { payType, status }) => `${t(`payTypes.${payType}`)} · ${t(`refunds.statuses.${status}`)}`,
              },
              { title: t('refunds.count'), key: 'count', align: 'right', render: (_, { count }) => count },
              {
                title: t('refunds.amount'),
                key: 'amount',
                align: 'right',
                render: (_, { payType, amount: sum, coinValue }) => (
                  <span className="fi-number">
                    {amount(payType, sum)}
                    {coinValue !== '0' && ` + ${t('refunds.asCoins', { amount: amount(payType, coinValue) })}`}
                  </span>
                ),
              },
              { title: t('refunds.oldest'), key: 'oldest', render: (_, { oldestAt }) => <DateText value={oldestAt} /> },
              {
                title: t('refunds.waiting'),
                key: 'waiting',
                render: (_, { waiting }) =>
                  waits
                    .flatMap((wait, at) => (waiting[at] ? [`${t(`refunds.waits.${wait}`)} × ${waiting[at]}`] : []))
                    .join(' · '),
              },
            ]}
          />
          {can('order.manage') && items.length > 0 && <Link to={financePaths.refunds}>{t('refunds.all')}</Link>}
        </>
      )}
    </Loaded>
  )
}
