import '../parts/orders.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Price } from '#modules/commerce/prices/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateSpan } from '#web/ui/DateSpan.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import {
  type Delivery,
  deliveries,
  type ManagedOrder,
  type OrderApproval,
  type OrderStatus,
  orderApprovals,
  orderStatuses,
} from '../../contract/shapes.ts'
import { orders } from '../../contract.ts'
import { StatusTag } from '../parts/StatusTag.tsx'
import { WithParts } from '../parts/WithParts.tsx'
import { OrderDrawer } from './OrderDrawer.tsx'

interface Filters {
  readonly search?: string
  readonly status?: OrderStatus
  readonly approval?: OrderApproval
  readonly delivery?: Delivery
}

const askedNames = ['businessType', 'payType', 'movedFrom', 'movedUntil'] as const

/** What another screen asks for by the address: the orders behind a figure of a report. */
function askedOf(address: URLSearchParams) {
  const numbers = askedNames.flatMap((name) => {
    const value = Number(address.get(name))
    return Number.isSafeInteger(value) && value > 0 ? [[name, value] as const] : []
  })
  const ids = (['itemId', 'organizationId'] as const).flatMap((name) => {
    const value = address.get(name)
    return value === null || !isUuid(value) ? [] : [[name, value] as const]
  })
  return Object.fromEntries([...numbers, ...ids]) as Asked
}

interface Asked {
  readonly businessType?: number
  readonly payType?: 1 | 2
  readonly movedFrom?: number
  readonly movedUntil?: number
  readonly itemId?: string
  readonly organizationId?: string
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** A search, or what waits to be sent, for which a message asks. */
const filtersOf = (address: URLSearchParams): Filters => {
  const search = address.get('search')?.slice(0, 60)
  const delivery = deliveries.find((one) => one === address.get('delivery'))
  return { ...(search && { search }), ...(delivery && { delivery }) }
}

/** The orders of members of the organizations that the caller runs (COMMERCE-040). */
export default function ManagedOrdersPage() {
  const t = useText('orders')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [address, setAddress] = useSearchParams()
  const asked = askedOf(address)
  const [filters, setFilters] = useState<Filters>(() => filtersOf(address))
  const [openedId, setOpenedId] = useState<string>()
  const narrow = (change: Filters) => {
    setFilters({ ...filters, ...change })
    paging.reset()
  }
  const query = { page: paging.page, pageSize: paging.pageSize, ...filters, ...asked }
  const list = useQuery({ ...q(orders.managedOrders, { query }, { quiet: true }), placeholderData: keepPreviousData })
  return (
    <>
      <PageHeader title={t('managed.title')} description={t('managed.description')} />
      <div className="sy-toolbar">
        <SearchBox
          label={t('own.search')}
          defaultValue={filters.search}
          onSearch={(search) => narrow({ search: search || undefined })}
        />
        <Select
          allowClear
          style={{ width: 140 }}
          aria-label={t('managed.status')}
          placeholder={t('managed.allStatuses')}
          options={orderStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          onChange={(status?: OrderStatus) => narrow({ status })}
        />
        <Select
          allowClear
          style={{ width: 140 }}
          aria-label={t('managed.approval')}
          placeholder={t('managed.anyApproval')}
          options={orderApprovals.map((value) => ({ value, label: t(`approval.${value}`) }))}
          onChange={(approval?: OrderApproval) => narrow({ approval })}
        />
        <Select
          allowClear
          style={{ width: 140 }}
          aria-label={t('managed.delivery')}
          placeholder={t('managed.anyDelivery')}
          value={filters.delivery}
          options={deliveries.map((value) => ({ value, label: t(`delivery.${value}`) }))}
          onChange={(delivery?: Delivery) => narrow({ delivery })}
        />
      </div>
      {Object.keys(asked).length > 0 && (
        <p className="sy-callout sy-row sy-gap-3 sy-wrap or-asked">
          <span>{t('managed.asked')}</span>
          <DateSpan
            from={asked.movedFrom ?? null}
            until={asked.movedUntil === undefined ? null : asked.movedUntil - 1}
          />
          <Button size="small" onClick={() => setAddress({})}>
            {t('managed.showAll')}
          </Button>
        </p>
      )}
      <ListTable<ManagedOrder>
        list={list}
        label={t('managed.title')}
        rowKey="id"
        paging={paging}
        empty={<EmptyState title={t('managed.none')} description={t('managed.noneHint')} />}
        columns={[
          {
            title: t('managed.number'),
            key: 'number',
            render: (_, { id, number }) => (
              <Button type="link" className="sy-cell-link" onClick={() => setOpenedId(id)}>
                {number}
              </Button>
            ),
          },
          {
            title: t('one.lines'),
            key: 'lines',
            render: (_, { lines }) => lines.map(({ name }) => name).join(t('and')),
          },
          {
            title: t('managed.buyer'),
            key: 'buyer',
            render: (_, { buyerName, organizationName }) => `${buyerName} · ${organizationName}`,
          },
          {
            title: t('payable'),
            key: 'payable',
            align: 'right',
            render: (_, row) => (
              <WithParts mixed={row} amount={row.payable} value={row.coinValue}>
                <Price payType={row.payType} amount={row.payable} points={row.points} />
              </WithParts>
            ),
          },
          { title: t('managed.status'), key: 'status', render: (_, row) => <StatusTag {...row} /> },
          { title: t('one.placed'), key: 'at', render: (_, { createdAt }) => <DateText value={createdAt} /> },
        ]}
      />
      {openedId !== undefined && <OrderDrawer id={openedId} onClose={() => setOpenedId(undefined)} />}
    </>
  )
}
