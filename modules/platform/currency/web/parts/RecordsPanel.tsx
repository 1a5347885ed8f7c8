import './currency.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { AccountType, CurrencyKind, TradeRecord, TradeType } from '../../contract/shapes.ts'
import { currency } from '../../contract.ts'
import { Amount } from './Amount.tsx'
import { GrantDetail } from './GrantDetail.tsx'

interface Props {
  readonly accountCode: string
  readonly accountType: AccountType
  readonly kind: CurrencyKind
  /** The trade types that the filter offers. */
  readonly tradeTypes: readonly TradeType[]
  readonly label: string
  /** Content beside the filters. */
  readonly actions?: ReactNode
}

interface Filters {
  readonly type?: 1 | 2
  readonly tradeType?: TradeType
}

/** A distribution has a detail with its recipients. */
const isGrant = (record: TradeRecord) => record.tradeType === 1 || record.tradeType === 10

/** The records of an account, with filters and a detail of each distribution. */
export function RecordsPanel({ accountCode, accountType, kind, tradeTypes, label, actions }: Props) {
  const t = useText('currency')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [filters, setFilters] = useState<Filters>({})
  const [opened, setOpened] = useState<TradeRecord>()
  const { busy: exporting, run } = useAction()
  const account = { accountCode, accountType, rewardType: kind, ...filters }
  const { page, pageSize } = paging
  const list = useQuery({
    ...q(currency.tradeDetail, { query: { ...account, page, pageSize } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const filter = (part: Filters) => {
    setFilters((before) => ({ ...before, ...part }))
    paging.reset()
  }
  const exportRows = () => run(() => download(currency.exportTrades, { query: account }))
  const filtered = filters.type !== undefined || filters.tradeType !== undefined
  return (
    <>
      <div className="sy-toolbar cu-toolbar">
        <Select
          allowClear
          className="cu-filter"
          aria-label={t('records.type')}
          placeholder={t('records.allTypes')}
          options={([1, 2] as const).map((value) => ({ value, label: t(`maps.coinRecordType.${value}`) }))}
          onChange={(type?: 1 | 2) => filter({ type })}
        />
        <Select
          allowClear
          className="cu-filter"
          aria-label={t('records.tradeType')}
          placeholder={t('records.allTradeTypes')}
          options={tradeTypes.map((value) => ({ value, label: t(`maps.tradeType.${value}`) }))}
          onChange={(tradeType?: TradeType) => filter({ tradeType })}
        />
        <span className="cu-spring" />
        <Button
          icon={<Icon name="download" size={16} />}
          loading={exporting}
          disabled={!list.data?.recordCount}
          onClick={() => void exportRows()}
        >
          {t('records.export')}
        </Button>
        {actions}
      </div>
      {list.isError && !list.data ? (
        <ErrorState small error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable<TradeRecord>
          label={label}
          rows={list.data?.items}
          rowKey={(record) => `${record.id}${record.type}`}
          loading={list.isPending}
          paging={paging}
          recordCount={list.data?.recordCount}
          empty={<EmptyState small title={t(filtered ? 'records.noMatch' : 'records.none')} />}
          columns={[
            {
              title: t('records.time'),
              key: 'time',
              render: (_, record) => <DateText value={record.createTime} style="second" />,
            },
            { title: t('records.type'), key: 'type', render: (_, { type }) => t(`maps.coinRecordType.${type}`) },
            {
              title: t('records.tradeType'),
              key: 'tradeType',
              render: (_, { tradeType }) => t(`maps.tradeType.${tradeType}`),
            },
            {
              title: t('records.amount'),
              key: 'amount',
              align: 'right',
              render: (_, { tradeAmount, type }) => <Amount value={tradeAmount} type={type} />,
            },
            {
              title: t('records.balance'),
              key: 'balance',
              align: 'right',
              render: (_, { availableBalance }) => <Amount value={availableBalance} />,
            },
            {
              title: t('records.for'),
              key: 'for',
              render: (_, record) => (
                <span className="cu-for">
                  <span>{record.detail || '—'}</span>
                  {record.reason && <small>{record.reason}</small>}
                </span>
              ),
            },
            {
              title: t('records.by'),
              key: 'by',
              render: (_, record) =>
                record.createMemberFullName || <span className="sy-faint">{t('records.platform')}</span>,
            },
            {
              title: t('records.actions'),
              key: 'actions',
              render: (_, record) =>
                isGrant(record) ? (
                  <Button type="link" className="cu-link" onClick={() => setOpened(record)}>
                    {t('records.detail')}
                  </Button>
                ) : (
                  <span className="sy-faint">—</span>
                ),
            },
          ]}
        />
      )}
      {opened && <GrantDetail record={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
