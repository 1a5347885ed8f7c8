import './deliveries.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Select, Tag } from 'antd'
import { useState } from 'react'
import type { Input, Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { useBilingual, useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DayRangeField, instantsOf } from '#web/ui/DateFields.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { messages } from '../../contract.ts'
import { MemberFilter } from './MemberFilter.tsx'
import { Outcome } from './Outcome.tsx'

type Delivery = Output<typeof messages.deliveries>['items'][number]
type Filters = Pick<
  Input<typeof messages.deliveries>['query'],
  'memberId' | 'type' | 'channel' | 'state' | 'from' | 'to'
>

const states = ['queued', 'sending', 'sent', 'failed', 'suppressed'] as const

/** The log of deliveries with their results. */
export default function DeliveriesPage() {
  const t = useText('messages')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [filters, setFilters] = useState<Filters>({})
  const query = { ...filters, page: paging.page, pageSize: paging.pageSize }
  const { error, data, isFetching, isError, refetch } = useQuery({
    ...q(messages.deliveries, { query }),
    placeholderData: (last) => last,
  })
  const filter = (change: Filters) => {
    setFilters({ ...filters, ...change })
    paging.reset()
  }
  return (
    <>
      <PageHeader
        title={t('deliveries.title')}
        description={t('deliveries.description')}
        actions={
          <Button icon={<Icon name="refresh" size={16} />} onClick={() => void refetch()}>
            {t('deliveries.refresh')}
          </Button>
        }
      />
      <ChannelStates chosen={filters.channel} onChoose={(channel) => filter({ channel })} />
      <FilterBar onChange={filter} />
      {isError && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <DeliveryTable rows={data?.items} loading={isFetching} paging={paging} recordCount={data?.recordCount} />
      )}
    </>
  )
}

/** The channels with their state; a click filters the list by channel. */
function ChannelStates({
  chosen,
  onChoose,
}: {
  chosen: Filters['channel']
  onChoose: (channel: Filters['channel']) => void
}) {
  const t = useText('messages')
  const { data } = useQuery(q(messages.channelStates, {}, { quiet: true }))
  return (
    <ul className="sy-grid sy-gap-3 ms-channels">
      {data?.items.map(({ channel, available, queued, sent, failed }) => (
        <li key={channel}>
          <button
            type="button"
            aria-pressed={chosen === channel}
            onClick={() => onChoose(chosen === channel ? undefined : channel)}
          >
            <span className="sy-row sy-apart sy-gap-2 ms-channels-name">
              {t(`channel.${channel}`)}
              <Tag color={available ? 'success' : 'default'}>
                {t(available ? 'deliveries.available' : 'settings.notSetUp')}
              </Tag>
            </span>
            <span className="sy-note ms-channels-figures">
              <small>{t('deliveries.lastDay')}</small> {t('deliveries.figures', { sent, failed, queued })}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function FilterBar({ onChange }: { onChange: (change: Filters) => void }) {
  const t = useText('messages')
  const label = useBilingual()
  const templates = useQuery(q(messages.listTemplates, {}, { quiet: true }))
  return (
    <div className="sy-toolbar">
      <MemberFilter label={t('deliveries.member')} onChange={(memberId) => onChange({ memberId })} />
      <Select
        style={{ width: 180 }}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('deliveries.allTypes')}
        aria-label={t('deliveries.allTypes')}
        onChange={(type?: string) => onChange({ type })}
        options={templates.data?.items.map((row) => ({ value: row.code, label: label(row.label) }))}
      />
      <Select
        style={{ width: 130 }}
        allowClear
        placeholder={t('deliveries.allStates')}
        aria-label={t('deliveries.allStates')}
        onChange={(state?: Filters['state']) => onChange({ state })}
        options={states.map((value) => ({ value, label: t(`deliveries.state.${value}`) }))}
      />
      <DayRangeField
        aria-label={t('deliveries.period')}
        placeholder={[t('deliveries.from'), t('deliveries.until')]}
        onChange={(days) => onChange(instantsOf(days))}
      />
    </div>
  )
}

interface TableProps {
  readonly rows: readonly Delivery[] | undefined
  readonly loading: boolean
  readonly paging: ReturnType<typeof usePaging>
  readonly recordCount: number | undefined
}

function DeliveryTable({ rows, loading, paging, recordCount }: TableProps) {
  const t = useText('messages')
  const label = useBilingual()
  return (
    <DataTable<Delivery>
      label={t('deliveries.title')}
      rows={rows}
      rowKey="id"
      loading={loading}
      paging={paging}
      recordCount={recordCount}
      columns={[
        { title: t('deliveries.at'), key: 'at', render: (_, row) => <DateText value={row.createdAt} /> },
        {
          title: t('deliveries.what'),
          key: 'what',
          render: (_, row) => (
            <div className="sy-column ms-delivery-what">
              <b>{row.title}</b>
              <span className="sy-faint">
                {label(row.typeLabel)}
                {row.digest && ` · ${t('deliveries.digest')}`}
              </span>
            </div>
          ),
        },
        {
          title: t('deliveries.to'),
          key: 'to',
          render: (_, row) =>
            row.member ? (
              <>
                {row.member.name} <span className="sy-faint">{row.member.organizationName}</span>
              </>
            ) : (
              (row.webhookName ?? '—')
            ),
        },
        { title: t('deliveries.channel'), key: 'channel', render: (_, row) => t(`channel.${row.channel}`) },
        { title: t('deliveries.stateTitle'), key: 'state', render: (_, row) => <Outcome delivery={row} /> },
      ]}
    />
  )
}
