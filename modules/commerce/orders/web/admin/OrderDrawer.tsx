import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Form, Input } from 'antd'
import { useState } from 'react'
import { Price } from '#modules/commerce/prices/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { FormModal, ReasonField } from '#web/ui/FormModal.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { ManagedOrderDetails } from '../../contract/shapes.ts'
import { shippingTextMax } from '../../contract/shapes.ts'
import { orders } from '../../contract.ts'
import { Discount } from '../parts/Discount.tsx'
import { Lines } from '../parts/Lines.tsx'
import { StatusTag } from '../parts/StatusTag.tsx'
import { Timeline } from '../parts/Timeline.tsx'
import { usePartsText } from '../parts/use-parts-text.ts'
import { WithParts } from '../parts/WithParts.tsx'

/** One order for those who run it: what happened to it, closing and shipping. */
export function OrderDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText('orders')
  const { data, isError, error, refetch } = useQuery(q(orders.managedOrder, { params: { id } }, { quiet: true }))
  return (
    <Drawer
      open
      size={640}
      title={data ? t('one.title', { number: data.number }) : t('managed.title')}
      extra={data && <Actions order={data} />}
      onClose={onClose}
    >
      {isError && !data && <ErrorState small error={error} onRetry={() => void refetch()} />}
      {!isError && !data && <LoadingState rows={6} />}
      {data && <Shown order={data} />}
    </Drawer>
  )
}

function Shown({ order }: { order: ManagedOrderDetails }) {
  const t = useText('orders')
  const parts = usePartsText()
  const { payType } = order
  return (
    <div className="sy-column sy-gap-5">
      <Facts
        shape="rows"
        items={[
          [t('managed.status'), <StatusTag key="status" {...order} />],
          [t('managed.buyer'), `${order.buyerName} · ${order.organizationName}`],
          [t('one.placed'), <DateText key="placed" value={order.createdAt} />],
          order.paidAt !== null && [
            t('one.paid'),
            <Price key="paid" payType={payType} amount={order.paid} points={order.pointsPaid} />,
          ],
          order.paidAt !== null &&
            order.coinValue !== '0' && [t('one.parts'), parts(order, order.paid, order.coinValue)],
          (order.refunded !== '0' || order.pointsRefunded !== '0') && [
            t('refunded'),
            <WithParts key="back" mixed={order} amount={order.refunded} value={order.coinValueRefunded}>
              <Price payType={payType} amount={order.refunded} points={order.pointsRefunded} />
            </WithParts>,
          ],
          order.needsAddress && [t('one.address'), t('managed.noAddress')],
          order.receiver && [t('one.receiver'), `${order.receiver.name} ${order.receiver.phone}`],
          order.receiver && [t('one.address'), order.receiver.address],
          order.trackingNumber !== null && [t('one.parcel'), `${order.shippingCompany} ${order.trackingNumber}`],
          order.remark !== '' && [t('one.remark'), order.remark],
        ]}
      />
      <Lines {...order} />
      <Discount {...order} />
      <p className="or-total">
        {t(order.paidAt === null ? 'payable' : 'one.paid')}{' '}
        <Price large payType={payType} amount={order.payable} points={order.points} />
      </p>
      <Timeline order={order} />
    </div>
  )
}

function Actions({ order }: { order: ManagedOrderDetails }) {
  const t = useText('orders')
  const [doing, setDoing] = useState<'close' | 'ship'>()
  const params = { id: order.id }
  const end = () => setDoing(undefined)
  return (
    <span className="sy-row sy-gap-2">
      {order.possible.includes('close') && <Button onClick={() => setDoing('close')}>{t('one.close')}</Button>}
      {order.possible.includes('ship') && (
        <Button type="primary" disabled={order.needsAddress} onClick={() => setDoing('ship')}>
          {t('managed.ship')}
        </Button>
      )}
      {doing === 'close' && (
        <FormModal<{ reason: string }, unknown>
          title={t('one.close')}
          okText={t('one.close')}
          danger
          hint={t('managed.closeHint')}
          done={t('managed.closed')}
          onSubmit={({ reason }) => call(orders.closeManagedOrder, { params, body: { reason } })}
          onClose={end}
        >
          <ReasonField label={t('refund.reason')} needed={t('refund.reasonNeeded')} />
        </FormModal>
      )}
      {doing === 'ship' && (
        <FormModal<{ shippingCompany: string; trackingNumber: string }, unknown>
          title={t('managed.ship')}
          okText={t('managed.ship')}
          done={t('managed.shipped')}
          onSubmit={(body) => call(orders.shipOrder, { params, body })}
          onClose={end}
        >
          {(['shippingCompany', 'trackingNumber'] as const).map((name) => (
            <Form.Item
              key={name}
              name={name}
              label={t(`managed.${name}`)}
              rules={[{ required: true, whitespace: true, message: t('managed.needed') }]}
            >
              <Input maxLength={shippingTextMax} />
            </Form.Item>
          ))}
        </FormModal>
      )}
    </span>
  )
}
