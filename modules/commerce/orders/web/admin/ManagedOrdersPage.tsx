import '../parts/orders.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Price } from '#modules/commerce/prices/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
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
import { OrderDrawer } from './OrderDrawer.tsx'

interface Filters {
  readonly search?: string
  readonly status?: OrderStatus
  readonly approval?: OrderApproval
  readonly delivery?: Delivery
}

/** The orders of members of the organizations that the caller runs (COMMERCE-040). */
export default function ManagedOrdersPage() {
  const t = useText('orders')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [filters, setFilters] = useState<Filters>({})
  const [openedId, setOpenedId] = useState<string>()
  const narrow = (change: Filters) => {
    setFilters({ ...filters, ...change })
    paging.reset()
  }
  const query = { page: paging.page, pageSize: paging.pageSize, ...filters }
  const list = useQuery({ ...q(orders.managedOrders, { query }), placeholderData: keepPreviousData })
  return (
    <>
      <PageHeader title={t('managed.title')} description={t('managed.description')} />
      <div className="sy-toolbar">
        <SearchBox label={t('own.search')} onSearch={(search) => narrow({ search: search || undefined })} />
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
          options={deliveries.map((value) => ({ value, label: t(`delivery.${value}`) }))}
          onChange={(delivery?: Delivery) => narrow({ delivery })}
        />
      </div>
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
            render: (_, { payType, payable, points }) => <Price payType={payType} amount={payable} points={points} />,
          },
          { title: t('managed.status'), key: 'status', render: (_, row) => <StatusTag {...row} /> },
          { title: t('one.placed'), key: 'at', render: (_, { createdAt }) => <DateText value={createdAt} /> },
        ]}
      />
      {openedId !== undefined && <OrderDrawer id={openedId} onClose={() => setOpenedId(undefined)} />}
    </>
  )
}
