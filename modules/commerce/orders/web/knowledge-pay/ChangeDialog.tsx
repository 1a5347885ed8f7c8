import { Button, InputNumber, Modal } from 'antd'
import { useRef } from 'react'
import { CouponSelect } from '#modules/commerce/coupons/web.tsx'
import { QUOTE_EXPIRED } from '#modules/commerce/prices/contract.ts'
import { Price } from '#modules/commerce/prices/web.tsx'
import { isRefusal } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { OrderDetails, OrderLine } from '../../contract/shapes.ts'
import { orders } from '../../contract.ts'
import { isCounted, useChange } from './use-change.ts'

const unitsMax = 1_000_000

type Change = ReturnType<typeof useChange>

/** Other quantities, fewer lines, another coupon: what the order would cost stands beside what it costs now. */
export function ChangeDialog({ order, onClose }: { order: OrderDetails; onClose: () => void }) {
  const t = useText('orders')
  const change = useChange(order)
  const { busy, run } = useAction()
  const key = useRef<readonly [string, string]>(undefined)
  const { lines, coupon, preview, quotes, payable } = change
  const failed = quotes.isError ? quotes : preview.isError ? preview : undefined
  const save = async () => {
    const wanted = { version: order.version, lines, ...(coupon && { couponId: coupon.id }) }
    // Pressed twice it is one change; of something else it is another.
    const about = JSON.stringify(wanted)
    if (key.current?.[0] !== about) key.current = [about, crypto.randomUUID()]
    await call(orders.changeOrder, { params: { id: order.id }, body: { key: key.current[1], ...wanted } })
    notify('success', t('change.done'))
  }
  const submit = () =>
    run(save, {
      close: onClose,
      onFailure: (error) => void (isRefusal(error, QUOTE_EXPIRED) ? quotes.refetch() : preview.refetch()),
    })
  return (
    <Modal
      open
      title={t('change.title')}
      okText={t('change.save')}
      okButtonProps={{ loading: busy, disabled: !change.isChanged || payable === undefined || preview.isFetching }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <div className="or-summary">
        <ul className="sy-plain-list sy-column sy-gap-3" aria-label={t('one.lines')}>
          {order.lines.map((line) => (
            <li key={line.id}>
              <ChangedLine order={order} line={line} change={change} />
            </li>
          ))}
        </ul>
        {failed && <ErrorState small error={failed.error} onRetry={() => void failed.refetch()} />}
        {!failed && preview.isPending && <LoadingState rows={2} shape="lines" />}
        {change.coupons.length > 0 && (
          <CouponSelect
            coupons={change.coupons}
            payType={order.payType}
            value={coupon?.id ?? null}
            onChange={change.choose}
          />
        )}
        {preview.data && change.coupons.length === 0 && <small className="sy-faint">{t('change.noneFits')}</small>}
        {payable !== undefined && <Totals order={order} change={change} payable={payable} />}
        {order.status === 'paying' && <p className="sy-callout">{t('change.endsPayment')}</p>}
        <small className="sy-faint">{t('change.hint')}</small>
      </div>
    </Modal>
  )
}

function Totals({ order, change, payable }: { order: OrderDetails; change: Change; payable: string }) {
  const t = useText('orders')
  const { payType } = order
  const { saves, preview } = change
  const points = preview.data?.points ?? '0'
  return (
    <Facts
      shape="ends"
      items={[
        [t('change.before'), <Price key="before" payType={payType} amount={order.payable} points={order.points} />],
        saves !== '0' && [
          t('buy.saved'),
          <span key="saved">
            −<Price payType={payType} amount={saves} />
          </span>,
        ],
        [t('change.after'), <Price key="after" large payType={payType} amount={payable} points={points} />],
      ]}
    />
  )
}

function ChangedLine({ order, line, change }: { order: OrderDetails; line: OrderLine; change: Change }) {
  const t = useText('orders')
  const { payType } = order
  const quantity = change.quantityOf(line)
  const isGone = quantity === 0
  const quote = change.quotes.data?.get(line.id)
  const unit = quote?.unit ?? line.unit
  const pointsUnit = quote?.points ?? line.pointsUnit
  return (
    <div className="or-change" data-gone={isGone}>
      <strong>{line.name}</strong>
      <span className="sy-row sy-wrap sy-gap-2">
        {isCounted(order, line) && !isGone && (
          <InputNumber
            aria-label={t('change.quantity', { name: line.name })}
            min={1}
            max={unitsMax}
            precision={0}
            value={quantity}
            onChange={(value) => change.setQuantity(line, value ?? 1)}
          />
        )}
        {isGone ? (
          <span className="sy-faint">{t('change.removed')}</span>
        ) : (
          <>
            {isCounted(order, line) && <small className="sy-faint">{t('buy.each')}</small>}
            <Price payType={payType} amount={unit} points={pointsUnit} />
          </>
        )}
        {isGone ? (
          <Button size="small" onClick={() => change.setQuantity(line, line.quantity)}>
            {t('change.back')}
          </Button>
        ) : (
          change.kept.length > 1 && (
            <Button
              size="small"
              aria-label={t('change.removeNamed', { name: line.name })}
              onClick={() => change.setQuantity(line, 0)}
            >
              {t('change.remove')}
            </Button>
          )
        )}
      </span>
    </div>
  )
}
