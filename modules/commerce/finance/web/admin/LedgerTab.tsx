import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { amountText } from '#kit/amounts.ts'
import { download, q } from '#web/api/query.ts'
import { useCurrencyName } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { type Ledger, type LedgerRow, type Unit, units } from '../../contract/shapes.ts'
import { finance } from '../../contract.ts'
import { ExportButton } from '../parts/ExportButton.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { PeriodChart, periodText } from '../parts/PeriodChart.tsx'
import { areDaysMany, type Days } from '../parts/use-days.ts'
import { financePaths } from '../paths.ts'

const movements = ['issued', 'takenBack', 'spent', 'refunded', 'expired'] as const

/** Nothing is a dash: what is something stands out. */
const cellText = (hundredths: string) => (hundredths === '0' ? '–' : amountText(hundredths))

/** What entered and left the accounts of people, and what they have. */
export function LedgerTab({ days }: { readonly days: Days }) {
  const t = useText('finance')
  const coin = useCurrencyName()
  const [kind, setKind] = useState<'1' | '2'>('1')
  const [chosenUnit, setUnit] = useState<Unit>()
  const unit = chosenUnit ?? (areDaysMany(days) ? 'week' : 'day')
  const query = { ...days, kind: kind === '1' ? (1 as const) : (2 as const), unit }
  const report = useQuery({ ...q(finance.ledger, { query }, { quiet: true }), placeholderData: keepPreviousData })
  return (
    <div className="fi-panel">
      <div className="sy-toolbar">
        <Choice
          label={t('currency')}
          value={kind}
          options={[
            { value: '1', label: coin },
            { value: '2', label: t('currencies.2') },
          ]}
          onChange={setKind}
        />
        <Choice
          label={t('unit')}
          value={unit}
          options={units.map((value) => ({ value, label: t(`units.${value}`) }))}
          onChange={setUnit}
        />
        <ExportButton onExport={() => download(finance.exportLedger, { query })} />
      </div>
      <Loaded query={report}>{(data) => <Report ledger={data} />}</Loaded>
    </div>
  )
}

function Report({ ledger }: { readonly ledger: Ledger }) {
  const t = useText('finance')
  const { can } = useSession()
  const { items, total, purposes, circulationBefore, circulationNow } = ledger
  const amountColumn = (name: Exclude<keyof LedgerRow, 'from' | 'until'>) => ({
    title: t(`ledger.${name}`),
    key: name,
    align: 'right' as const,
    render: (_: unknown, row: LedgerRow) => <span className="fi-number">{cellText(row[name])}</span>,
  })
  return (
    <>
      <section className="sy-card fi-card" aria-label={t('total')}>
        <Facts
          shape="figures"
          items={[
            [t('ledger.circulationNow'), amountText(circulationNow)],
            [t('ledger.circulationBefore'), amountText(circulationBefore)],
            ...movements.map((name) => [t(`ledger.${name}`), amountText(total[name])] as const),
          ]}
        />
      </section>
      <PeriodChart
        title={t('ledger.chart')}
        valueHeading={t('ledger.circulation')}
        points={items.map((row) => ({
          ...{
            key: row.from,
            label: periodText(row),
            value: Number(row.circulation),
            text: amountText(row.circulation),
          },
        }))}
      />
      <section className="fi-section" aria-labelledby="fi-purposes">
        <h2 id="fi-purposes">{t('ledger.purposes')}</h2>
        <DataTable<Ledger['purposes'][number]>
          label={t('ledger.purposes')}
          rows={purposes}
          rowKey="tradeType"
          empty={<EmptyState small title={t('ledger.none')} />}
          columns={[
            { title: t('ledger.purpose'), key: 'purpose', render: (_, { tradeType }) => t(`trades.${tradeType}`) },
            ...(['entered', 'gone'] as const).map((name) => ({
              title: t(`ledger.${name}`),
              key: name,
              align: 'right' as const,
              render: (_: unknown, row: Ledger['purposes'][number]) => cellText(row[name]),
            })),
          ]}
        />
      </section>
      <DataTable<LedgerRow>
        label={t('ledger.rows')}
        rows={items.toReversed()}
        rowKey="from"
        columns={[
          { title: t('period'), key: 'period', render: (_, row) => periodText(row) },
          ...movements.map(amountColumn),
          amountColumn('circulation'),
        ]}
      />
      {can('currency.manage') && <Link to={financePaths.proof}>{t('ledger.proof')}</Link>}
    </>
  )
}
