import '../parts/orders.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Price } from '#modules/commerce/prices/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { PurchaseTabs } from '#web/layout/PurchaseTabs.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { LIST_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { type Order, type OrderStatus, orderStatuses } from '../../contract/shapes.ts'
import { orders } from '../../contract.ts'
import { Lines } from '../parts/Lines.tsx'
import { StatusTag } from '../parts/StatusTag.tsx'
import { orderPaths } from '../paths.ts'

/** The member's own orders, each with what can be done about it. */
export default function OrdersPage() {
  const t = useText('orders')
  const paging = usePaging(LIST_PAGE_SIZE)
  const [status, setStatus] = useState<OrderStatus | 'all'>('all')
  const [search, setSearch] = useState<string>()
  const query = { page: paging.page, pageSize: paging.pageSize, search, ...(status !== 'all' && { status }) }
  const list = useQuery({ ...q(orders.ownOrders, { query }, { quiet: true }), placeholderData: keepPreviousData })
  return (
    <>
      <PurchaseTabs />
      <PageHeader title={t('own.title')} description={t('own.description')} />
      <TabBar
        label={t('own.title')}
        tabs={(['all', ...orderStatuses] as const).map((key) => ({
          key,
          title: key === 'all' ? t('own.all') : t(`status.${key}`),
        }))}
        active={status}
        onChange={(next) => {
          setStatus(next)
          paging.reset()
        }}
      />
      <div className="sy-toolbar or-toolbar">
        <SearchBox
          label={t('own.search')}
          onSearch={(text) => {
            setSearch(text || undefined)
            paging.reset()
          }}
        />
      </div>
      {list.isPending && <LoadingState rows={6} />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.items.length === 0 && <EmptyState title={t('own.none')} description={t('own.noneHint')} />}
      {list.data && list.data.items.length > 0 && (
        <ul className="sy-plain-list or-list">
          {list.data.items.map((order) => (
            <li key={order.id}>
              <Card order={order} />
            </li>
          ))}
        </ul>
      )}
      <Pager paging={paging} recordCount={list.data?.recordCount ?? 0} />
    </>
  )
}

function Card({ order }: { order: Order }) {
  const t = useText('orders')
  const isDue = order.status === 'to-pay' || order.status === 'paying' || order.status === 'closed'
  // Only what waits for the buyer stands out.
  const isOpen = order.needsAddress || order.possible.includes('pay')
  return (
    <article className="sy-card or-order" aria-label={t('one.title', { number: order.number })}>
      <header>
        <span className="sy-faint">
          {order.number} · <DateText value={order.createdAt} />
        </span>
        <StatusTag {...order} />
      </header>
      <Lines {...order} />
      <footer>
        <span>
          {t(isDue ? 'payable' : 'one.paid')}{' '}
          <Price payType={order.payType} amount={order.payable} points={order.points} />
          {(order.refunded !== '0' || order.pointsRefunded !== '0') && (
            <span className="sy-faint">
              {' '}
              · {t('refunded')} <Price payType={order.payType} amount={order.refunded} points={order.pointsRefunded} />
            </span>
          )}
        </span>
        <Link className={`sy-button sy-button-small ${isOpen ? '' : 'sy-button-plain'}`} to={orderPaths.one(order.id)}>
          {order.needsAddress ? t('one.giveAddress') : t(order.possible.includes('pay') ? 'one.pay' : 'one.open')}
        </Link>
      </footer>
    </article>
  )
}
