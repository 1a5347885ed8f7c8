import '../parts/payments.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DayField } from '#web/ui/DateFields.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { moneyText } from '#web/ui/money.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useToday } from '#web/ui/use-today.ts'
import type { BillProviderName } from '../../contract/shapes.ts'
import { payments } from '../../contract.ts'
import { BillModal } from './BillModal.tsx'
import { DifferencesDrawer } from './DifferencesDrawer.tsx'

type Row = Output<typeof payments.reconciliation>['items'][number]
type Moved = Row['paid']

/** Payments and refunds by provider and day, beside the bills of the providers. */
export default function ReconciliationPage() {
  const t = useText('payments')
  const today = useToday()
  const [until, setUntil] = useState(today)
  const [from, setFrom] = useState(() => dayjs(today).subtract(30, 'day').format('YYYY-MM-DD'))
  const [isImporting, setImporting] = useState(false)
  const [opened, setOpened] = useState<{ provider: BillProviderName; day: string }>()
  const query = { from, until }
  const { data, isPending, isError, error, refetch } = useQuery({
    ...q(payments.reconciliation, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const movedText = ({ count, amount }: Moved) =>
    count === 0 ? '–' : t('reconciliation.moved', { count, amount: moneyText(Number(amount)) })
  return (
    <>
      <PageHeader
        title={t('reconciliation.title')}
        description={t('reconciliation.description')}
        actions={
          <Button type="primary" onClick={() => setImporting(true)}>
            {t('bill.title')}
          </Button>
        }
      />
      <div className="sy-toolbar">
        <span className="pay-day">
          <DayField aria-label={t('reconciliation.from')} value={from} onChange={(day) => day && setFrom(day)} />
        </span>
        <span className="pay-day">
          <DayField aria-label={t('reconciliation.until')} value={until} onChange={(day) => day && setUntil(day)} />
        </span>
      </div>
      {isError && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable<Row>
          rows={data?.items}
          loading={isPending}
          label={t('reconciliation.title')}
          rowKey={({ provider, day }) => `${day} ${provider}`}
          empty={<EmptyState title={t('reconciliation.none')} description={t('reconciliation.noneHint')} />}
          columns={[
            { title: t('reconciliation.day'), key: 'day', render: (_, { day }) => day },
            { title: t('fields.provider'), key: 'provider', render: (_, { provider }) => t(`providers.${provider}`) },
            { title: t('reconciliation.paid'), key: 'paid', render: (_, { paid }) => movedText(paid) },
            { title: t('reconciliation.refunded'), key: 'refunded', render: (_, { refunded }) => movedText(refunded) },
            {
              title: t('reconciliation.billPaid'),
              key: 'billPaid',
              render: (_, { bill }) => (bill ? movedText(bill.paid) : '–'),
            },
            {
              title: t('reconciliation.billRefunded'),
              key: 'billRefunded',
              render: (_, { bill }) => (bill ? movedText(bill.refunded) : '–'),
            },
            {
              title: t('reconciliation.result'),
              key: 'result',
              render: (_, { provider, day, differenceCount }) => (
                <Result
                  count={differenceCount}
                  onOpen={() => setOpened({ provider: provider as BillProviderName, day })}
                />
              ),
            },
          ]}
        />
      )}
      {isImporting && <BillModal onClose={() => setImporting(false)} />}
      {opened && <DifferencesDrawer {...opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function Result({ count, onOpen }: { count: number | null; onOpen: () => void }) {
  const t = useText('payments')
  if (count === null) return <span className="sy-faint">{t('reconciliation.noBill')}</span>
  if (count === 0) return <Tag color="success">{t('reconciliation.same')}</Tag>
  return (
    <Button size="small" danger onClick={onOpen}>
      {t('reconciliation.differences', { count })}
    </Button>
  )
}
