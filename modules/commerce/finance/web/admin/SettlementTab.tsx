import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { Link } from 'react-router'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import type { Settlement } from '../../contract/shapes.ts'
import { finance } from '../../contract.ts'
import { useAmountText } from '../parts/amount.ts'
import { ExportButton } from '../parts/ExportButton.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { OpenRefunds } from '../parts/OpenRefunds.tsx'
import type { Days } from '../parts/use-days.ts'
import { financePaths } from '../paths.ts'

const rmb = 2

/** Refunds that are open, RMB by provider, and invoices beside what was paid. */
export function SettlementTab({ days }: { readonly days: Days }) {
  const t = useText('finance')
  const report = useQuery({
    ...q(finance.settlement, { query: days }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="fi-panel">
      <div className="sy-toolbar">
        <ExportButton onExport={() => download(finance.exportSettlement, { query: days })} />
      </div>
      <section className="fi-section" aria-labelledby="fi-refunds">
        <h2 id="fi-refunds">{t('refunds.title')}</h2>
        <OpenRefunds />
      </section>
      <Loaded query={report}>
        {(data) => (
          <>
            <Providers rows={data.providers} />
            <Invoices {...data} />
          </>
        )}
      </Loaded>
    </div>
  )
}

type Provider = Settlement['providers'][number]

function Bill({ billDays, differenceCount }: Provider) {
  const t = useText('finance')
  if (billDays === 0) return <span className="sy-note">{t('providers.noBill')}</span>
  return (
    <>
      {t('providers.days', { count: billDays })}{' '}
      <Tag color={differenceCount === 0 ? 'success' : 'error'}>
        {differenceCount === 0 ? t('providers.same') : t('providers.differenceCount', { count: differenceCount })}
      </Tag>
    </>
  )
}

function Providers({ rows }: { readonly rows: readonly Provider[] }) {
  const t = useText('finance')
  const amount = useAmountText()
  const { can } = useSession()
  const amountColumn = (name: 'paid' | 'refunded' | 'automatic') => ({
    title: t(`providers.${name}`),
    key: name,
    align: 'right' as const,
    render: (_: unknown, row: Provider) => <span className="fi-number">{amount(rmb, row[name])}</span>,
  })
  const countColumn = (name: 'paidCount' | 'refundCount') => ({
    title: t(`providers.${name}`),
    key: name,
    align: 'right' as const,
    render: (_: unknown, row: Provider) => row[name],
  })
  return (
    <section className="fi-section" aria-labelledby="fi-providers">
      <h2 id="fi-providers">{t('providers.title')}</h2>
      <DataTable<Provider>
        label={t('providers.title')}
        rows={rows}
        rowKey="provider"
        empty={<EmptyState small title={t('providers.none')} />}
        columns={[
          {
            title: t('providers.provider'),
            key: 'provider',
            render: (_, { provider }) => t(`providers.names.${provider}`),
          },
          ...[countColumn('paidCount'), amountColumn('paid'), countColumn('refundCount'), amountColumn('refunded')],
          amountColumn('automatic'),
          { title: t('providers.differences'), key: 'bill', render: (_, row) => <Bill {...row} /> },
        ]}
      />
      {can('payment.manage') && rows.length > 0 && (
        <Link to={financePaths.reconciliation}>{t('providers.reconciliation')}</Link>
      )}
    </section>
  )
}

function Invoices({ invoices, paid }: Pick<Settlement, 'invoices' | 'paid'>) {
  const t = useText('finance')
  const amount = useAmountText()
  const { can } = useSession()
  const net = BigInt(invoices.issued) - BigInt(invoices.reversed)
  return (
    <section className="fi-section" aria-labelledby="fi-invoices">
      <h2 id="fi-invoices">{t('invoices.title')}</h2>
      <div className="sy-card fi-card">
        <Facts
          shape="figures"
          items={[
            [t('invoices.paid'), amount(rmb, paid)],
            [
              t('invoices.issued'),
              <span key="issued">
                {amount(rmb, invoices.issued)}
                <small>{t('invoices.counted', { count: invoices.issuedCount })}</small>
              </span>,
            ],
            [t('invoices.reversed'), amount(rmb, invoices.reversed)],
            [t('invoices.net'), amount(rmb, String(net))],
            [t('invoices.gap'), amount(rmb, String(BigInt(paid) - net))],
          ]}
        />
      </div>
      <DataTable<Settlement['invoices']['states'][number]>
        label={t('invoices.title')}
        rows={invoices.states}
        rowKey="state"
        empty={<EmptyState small title={t('invoices.none')} />}
        columns={[
          { title: t('invoices.state'), key: 'state', render: (_, { state }) => t(`invoiceStates.${state}`) },
          { title: t('invoices.count'), key: 'count', align: 'right', render: (_, { count }) => count },
          {
            title: t('invoices.amount'),
            key: 'amount',
            align: 'right',
            render: (_, row) => <span className="fi-number">{amount(rmb, row.amount)}</span>,
          },
        ]}
      />
      {can('invoice.manage') && <Link to={financePaths.invoices}>{t('invoices.all')}</Link>}
    </section>
  )
}
