import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { type Grouping, groupings, type PeriodRow, type RevenueRow, type Unit, units } from '../../contract/shapes.ts'
import { finance } from '../../contract.ts'
import { useAmountText } from '../parts/amount.ts'
import { ExportButton } from '../parts/ExportButton.tsx'
import { KindFilter } from '../parts/KindFilter.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { PeriodChart, periodText } from '../parts/PeriodChart.tsx'
import { RevenueFigures, useFigureColumns } from '../parts/revenue-columns.tsx'
import { areDaysMany, type Days } from '../parts/use-days.ts'

type Filter = { readonly organizationId?: string; readonly businessType?: number }

/** Revenue by what it came from, with the same figures by period above it. */
export function RevenueTab({ days }: { readonly days: Days }) {
  const t = useText('finance')
  const [payType, setPayType] = useState<'1' | '2'>('1')
  const [by, setBy] = useState<Grouping | 'period'>('item')
  const [chosenUnit, setUnit] = useState<Unit>()
  const [filter, setFilter] = useState<Filter>({})
  const unit = chosenUnit ?? (areDaysMany(days) ? 'week' : 'day')
  const query = { ...days, payType: payType === '1' ? (1 as const) : (2 as const), ...filter }
  return (
    <div className="fi-panel">
      <div className="sy-toolbar">
        <Choice
          label={t('payType')}
          value={payType}
          options={(['1', '2'] as const).map((value) => ({ value, label: t(`payTypes.${value}`) }))}
          onChange={setPayType}
        />
        <Choice
          label={t('unit')}
          value={unit}
          options={units.map((value) => ({ value, label: t(`units.${value}`) }))}
          onChange={setUnit}
        />
        <OrganizationPicker
          label={t('filters.allOrganizations')}
          allowClear
          allowDisabled
          width={180}
          value={filter.organizationId}
          onChange={(organizationId) => setFilter({ ...filter, organizationId })}
        />
        <KindFilter
          value={filter.businessType}
          days={days}
          payType={query.payType}
          onChange={(businessType) => setFilter({ ...filter, businessType })}
        />
        <ExportButton onExport={() => download(finance.exportRevenue, { query: { ...query, unit } })} />
      </div>
      <Periods query={{ ...query, unit }} />
      <section className="fi-section" aria-label={t('revenue.rows')}>
        <div className="sy-toolbar">
          <Choice
            label={t('by.label')}
            value={by}
            options={[
              ...groupings.map((value) => ({ value, label: t(`by.${value}`) })),
              { value: 'period' as const, label: t('period') },
            ]}
            onChange={setBy}
          />
        </div>
        {by === 'period' ? (
          <PeriodTable query={{ ...query, unit }} />
        ) : (
          <Rows key={`${by} ${JSON.stringify(query)}`} by={by} query={query} />
        )}
      </section>
    </div>
  )
}

type Query = Days & Filter & { readonly payType: 1 | 2 }

const useReport = (query: Query & { readonly unit: Unit }) =>
  useQuery({ ...q(finance.revenueByPeriod, { query }, { quiet: true }), placeholderData: keepPreviousData })

function Periods({ query }: { readonly query: Query & { readonly unit: Unit } }) {
  const t = useText('finance')
  const amount = useAmountText()
  const { payType } = query
  return (
    <Loaded query={useReport(query)}>
      {({ items, total, timeZone, previousFrom, previousUntil }) => (
        <>
          <RevenueFigures payType={payType} total={total} />
          <PeriodChart
            title={t('revenue.chart')}
            valueHeading={t('figures.net')}
            points={items.map(({ current, previous, ...period }) => ({
              ...{ key: period.from, label: periodText(period) },
              ...{ value: Number(current.net), text: amount(payType, current.net) },
              ...{ previous: Number(previous.net), previousText: amount(payType, previous.net) },
            }))}
          />
          <p className="sy-note-tiny">{t('range.zone', { timeZone, from: previousFrom, until: previousUntil })}</p>
        </>
      )}
    </Loaded>
  )
}

type ShownPeriod = PeriodRow & { readonly name: string }

function PeriodTable({ query }: { readonly query: Query & { readonly unit: Unit } }) {
  const t = useText('finance')
  const columns = useFigureColumns<ShownPeriod>(query)
  return (
    <Loaded query={useReport(query)}>
      {({ items }) => (
        <DataTable<ShownPeriod>
          label={t('revenue.rows')}
          rows={items.map((row) => ({ ...row, name: periodText(row) })).toReversed()}
          rowKey="from"
          columns={[{ title: t('period'), key: 'name', render: (_, { name }) => name }, ...columns]}
        />
      )}
    </Loaded>
  )
}

function Rows({ by, query }: { readonly by: Grouping; readonly query: Query }) {
  const t = useText('finance')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const { page, pageSize } = paging
  const list = useQuery({
    ...q(finance.revenue, { query: { ...query, by, page, pageSize } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const span = list.data && { beginsAt: list.data.beginsAt, endsAt: list.data.endsAt }
  const columns = useFigureColumns<RevenueRow>({ ...query, ...span })
  const nameless = by === 'item' ? t('revenue.gone') : t('revenue.noOrganization')
  return (
    <ListTable<RevenueRow>
      list={list}
      label={t('revenue.rows')}
      rowKey="key"
      paging={paging}
      empty={<EmptyState title={t('revenue.none')} description={t('revenue.noneHint')} />}
      columns={[{ title: t(`by.${by}`), key: 'name', render: (_, { name }) => name || nameless }, ...columns]}
    />
  )
}
