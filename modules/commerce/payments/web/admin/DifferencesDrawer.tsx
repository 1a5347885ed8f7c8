import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { Link } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { moneyText } from '#web/ui/money.ts'
import type { BillProviderName } from '../../contract/shapes.ts'
import { payments } from '../../contract.ts'
import { paymentPaths } from '../paths.ts'

type Row = Output<typeof payments.reconciliationDifferences>['items'][number]

interface Props {
  readonly provider: BillProviderName
  readonly day: string
  readonly onClose: () => void
}

const money = (amount: string | null) => (amount === null ? '–' : moneyText(Number(amount)))

/** Where a day differs from its bill. */
export function DifferencesDrawer({ provider, day, onClose }: Props) {
  const t = useText('payments')
  const { data, isPending, isError, error, refetch } = useQuery(
    q(payments.reconciliationDifferences, { params: { provider, day } }, { quiet: true }),
  )
  return (
    <Drawer open size={820} title={`${t(`providers.${provider}`)} · ${day}`} onClose={onClose}>
      {isError && !data ? (
        <ErrorState small error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable<Row>
          rows={data?.items}
          loading={isPending}
          label={t('reconciliation.result')}
          rowKey={({ kind, tradeNumber, ours, theirs }) => `${kind} ${tradeNumber} ${ours} ${theirs}`}
          empty={<EmptyState title={t('reconciliation.same')} />}
          columns={[
            {
              title: t('reconciliation.difference'),
              key: 'difference',
              render: (_, { difference }) => t(`differences.${difference}`),
            },
            { title: t('reconciliation.kind'), key: 'kind', render: (_, { kind }) => t(`kinds.${kind}`) },
            {
              title: t('fields.number'),
              key: 'number',
              render: (_, { number, paymentId, tradeNumber }) =>
                paymentId === null ? (
                  <code>{tradeNumber}</code>
                ) : (
                  <Link to={`${paymentPaths.managed}?id=${paymentId}`}>{number}</Link>
                ),
            },
            { title: t('reconciliation.ours'), key: 'ours', align: 'right', render: (_, { ours }) => money(ours) },
            {
              title: t('reconciliation.theirs'),
              key: 'theirs',
              align: 'right',
              render: (_, { theirs }) => money(theirs),
            },
          ]}
        />
      )}
    </Drawer>
  )
}
