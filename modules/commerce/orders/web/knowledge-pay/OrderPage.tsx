import '../parts/orders.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { payTypes } from '#modules/commerce/prices/contract.ts'
import { Price, usePriceText } from '#modules/commerce/prices/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useCurrencyName } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import type { OrderDetails, Refund } from '../../contract/shapes.ts'
import { orders } from '../../contract.ts'
import { Discount } from '../parts/Discount.tsx'
import { Lines } from '../parts/Lines.tsx'
import { StatusTag } from '../parts/StatusTag.tsx'
import { Timeline } from '../parts/Timeline.tsx'
import { coinsBackOf, usePartsText } from '../parts/use-parts-text.ts'
import { WithParts } from '../parts/WithParts.tsx'
import { orderPaths } from '../paths.ts'
import { AddressDialog } from './AddressDialog.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { PayInRmb } from './PayInRmb.tsx'
import { RefundDialog } from './RefundDialog.tsx'

/** One order: what was bought, what happened to it, and what can be done now. */
export default function OrderPage() {
  const t = useText('orders')
  const parts = usePartsText()
  const { id = '' } = useParams()
  const order = useQuery({ ...q(orders.ownOrder, { params: { id } }), refetchOnWindowFocus: 'always' })
  if (order.isPending) return <LoadingState rows={8} />
  if (order.isError) return <ErrorState error={order.error} onRetry={() => void order.refetch()} />
  const { data } = order
  return (
    <>
      <PageHeader
        title={t('one.title', { number: data.number })}
        back={<Link to={orderPaths.own}>{t('own.title')}</Link>}
        description={<StatusTag {...data} />}
        actions={<Actions order={data} />}
      />
      <div className="or-detail">
        <div className="sy-column sy-gap-5">
          <section className="sy-card or-order" aria-label={t('one.lines')}>
            <h2>{t('one.lines')}</h2>
            <Lines {...data} />
            <Discount {...data} />
            <p className="or-total">
              {t(data.paidAt === null ? 'payable' : 'one.paid')}{' '}
              <Price large payType={data.payType} amount={data.payable} points={data.points} />
            </p>
          </section>
          {data.possible.includes('pay') && data.payType === payTypes.rmb && (
            <PayInRmb key={data.coinValue} order={data} />
          )}
          <HandedOut order={data} />
          <Refunds order={data} />
        </div>
        <div className="sy-column sy-gap-5">
          <section className="sy-card or-order" aria-label={t('one.facts')}>
            <Facts
              shape="rows"
              items={[
                [t('one.placed'), <DateText key="placed" value={data.createdAt} />],
                data.possible.includes('pay') && [t('one.until'), <DateText key="until" value={data.expiresAt} />],
                data.paidAt !== null && [
                  t('one.paid'),
                  <Price key="paid" payType={data.payType} amount={data.paid} points={data.pointsPaid} />,
                ],
                data.paidAt !== null &&
                  data.coinValue !== '0' && [t('one.parts'), parts(data, data.paid, data.coinValue)],
                (data.refunded !== '0' || data.pointsRefunded !== '0') && [
                  t('refunded'),
                  <WithParts key="refunded" mixed={data} amount={data.refunded} value={data.coinValueRefunded}>
                    <Price payType={data.payType} amount={data.refunded} points={data.pointsRefunded} />
                  </WithParts>,
                ],
                data.needsAddress && [t('one.address'), t('one.needsAddress')],
                data.receiver && [t('one.receiver'), `${data.receiver.name} ${data.receiver.phone}`],
                data.receiver && [t('one.address'), data.receiver.address],
                data.trackingNumber !== null && [t('one.parcel'), `${data.shippingCompany} ${data.trackingNumber}`],
                data.remark !== '' && [t('one.remark'), data.remark],
              ]}
            />
          </section>
          <section className="sy-card or-order" aria-label={t('one.events')}>
            <h2>{t('one.events')}</h2>
            <Timeline order={data} />
          </section>
        </div>
      </div>
    </>
  )
}

/** What virtual goods gave: codes that are copied, or what to do. */
function HandedOut({ order }: { order: OrderDetails }) {
  const t = useText('orders')
  if (order.handedOut.length === 0) return null
  const nameOf = new Map(order.lines.map(({ id, name }) => [id, name]))
  return (
    <section className="sy-card or-order" aria-label={t('one.handedOut')}>
      <h2>{t('one.handedOut')}</h2>
      {order.handedOut.map(({ lineId, texts }) => (
        <div key={lineId} className="sy-column sy-gap-2">
          {order.handedOut.length > 1 && <strong>{nameOf.get(lineId)}</strong>}
          {texts.map((text) => (
            <p key={text} className="or-handed-out">
              {text}
            </p>
          ))}
        </div>
      ))}
    </section>
  )
}

function Actions({ order }: { order: OrderDetails }) {
  const t = useText('orders')
  const word = useCurrencyName()
  const [isRefunding, setIsRefunding] = useState(false)
  const [isChanging, setIsChanging] = useState(false)
  const [isAddressing, setIsAddressing] = useState(false)
  const { busy, run } = useAction()
  useKeptFocus(order.possible.join(' '))
  const params = { id: order.id }
  const may = (action: OrderDetails['possible'][number]) => order.possible.includes(action)
  const pay = () => run(() => call(orders.payWithCoins, { params }), { done: t('buy.done') })
  return (
    <>
      {may('close') && (
        <ConfirmButton
          question={t('one.closeQuestion')}
          consequence={t('one.closeConsequence')}
          onConfirm={() => call(orders.closeOrder, { params })}
        >
          {t('one.close')}
        </ConfirmButton>
      )}
      {may('change') && <Button onClick={() => setIsChanging(true)}>{t('change.title')}</Button>}
      {may('pay') && order.payType === payTypes.coin && (
        <Button type="primary" loading={busy} onClick={() => void pay()}>
          {t('buy.payCoins', { coins: word })}
        </Button>
      )}
      {may('address') && (
        <Button type={order.needsAddress ? 'primary' : 'default'} onClick={() => setIsAddressing(true)}>
          {t(order.needsAddress ? 'one.giveAddress' : 'one.changeAddress')}
        </Button>
      )}
      {may('receive') && (
        <ConfirmButton
          type="primary"
          question={t('one.receiveQuestion')}
          onConfirm={() => call(orders.receiveOrder, { params })}
        >
          {t('one.receive')}
        </ConfirmButton>
      )}
      {may('refund') && order.refundable.refusal === null && (
        <Button onClick={() => setIsRefunding(true)}>{t('refund.ask')}</Button>
      )}
      {order.forOthers && order.paidAt !== null && (
        <Link className="sy-button" to={orderPaths.owned}>
          {t('one.seats')}
        </Link>
      )}
      {isRefunding && <RefundDialog order={order} onClose={() => setIsRefunding(false)} />}
      {isChanging && <ChangeDialog order={order} onClose={() => setIsChanging(false)} />}
      {isAddressing && <AddressDialog orderId={order.id} onClose={() => setIsAddressing(false)} />}
    </>
  )
}

function Refunds({ order }: { order: OrderDetails }) {
  const t = useText('orders')
  const text = usePriceText()
  const parts = usePartsText()
  const { refundable, refunds, payType, paidAt } = order
  if (paidAt === null) return null
  const split = parts(order, refundable.amount, coinsBackOf(order, refundable.amount))
  const why = refundable.refusal === null ? undefined : t(`refund.refusal.${refundable.refusal}`)
  return (
    <section className="sy-card or-order" aria-label={t('refund.title')}>
      <h2>{t('refund.title')}</h2>
      <p>
        {why ?? t('refund.possible', { amount: text(payType, refundable.amount, refundable.points) })}
        {why === undefined && refundable.until !== null && (
          <span className="sy-faint">
            {' '}
            {t('refund.until')} <DateText value={refundable.until} />
          </span>
        )}
      </p>
      {why === undefined && split !== undefined && (
        <small className="sy-faint">{t('refund.parts', { parts: split })}</small>
      )}
      {refunds.length > 0 && (
        <ul className="sy-plain-list sy-column sy-gap-3">
          {refunds.map((refund) => (
            <li key={refund.id}>
              <OneRefund order={order} refund={refund} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function OneRefund({ order, refund }: { order: OrderDetails; refund: Refund }) {
  const t = useText('orders')
  const { id: orderId, payType } = order
  const parts = usePartsText()(order, refund.amount, refund.coinValue)
  const { id, status, amount, points, reason, requestedAt, decisionReason } = refund
  const params = { id: orderId, refundId: id }
  return (
    <div className="sy-row sy-wrap sy-apart sy-gap-3">
      <span>
        <strong>{t(`refund.status.${status}`)}</strong> <Price payType={payType} amount={amount} points={points} />
        <small className="sy-faint">
          {' '}
          {parts !== undefined && `${parts} · `}
          <DateText value={requestedAt} /> · {decisionReason === '' ? reason : decisionReason}
        </small>
      </span>
      {status === 'requested' && (
        <ConfirmButton
          size="small"
          question={t('refund.withdrawQuestion')}
          onConfirm={() => call(orders.withdrawRefund, { params })}
        >
          {t('refund.withdraw')}
        </ConfirmButton>
      )}
    </div>
  )
}
