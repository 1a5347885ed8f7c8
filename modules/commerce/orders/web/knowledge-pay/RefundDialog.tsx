import { Form, InputNumber } from 'antd'
import { usePriceText } from '#modules/commerce/prices/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal, ReasonField } from '#web/ui/FormModal.tsx'
import type { OrderDetails } from '../../contract/shapes.ts'
import { orders } from '../../contract.ts'
import { coinsBackOf, usePartsText } from '../parts/use-parts-text.ts'

interface Values {
  readonly reason: string
  /** Units to pay back, by line. */
  readonly units: Readonly<Record<string, number | null>>
}

/** What is asked back: whole lines, or some of the seats that nobody has. */
export function RefundDialog({ order, onClose }: { order: OrderDetails; onClose: () => void }) {
  const t = useText('orders')
  const text = usePriceText()
  const { amount: most } = order.refundable
  const split = usePartsText()(order, most, coinsBackOf(order, most))
  const nameOf = new Map(order.lines.map(({ id, name }) => [id, name]))
  const open = order.refundable.lines.filter(({ quantity }) => quantity > 0)
  const closed = order.refundable.lines.filter(({ obstacle }) => obstacle !== null)
  const submit = ({ reason, units }: Values) => {
    const lines = open.flatMap(({ lineId }) => {
      const quantity = units[lineId] ?? 0
      return quantity > 0 ? [{ lineId, quantity }] : []
    })
    return call(orders.requestRefund, { params: { id: order.id }, body: { lines, reason } })
  }
  return (
    <FormModal<Values, unknown>
      title={t('refund.ask')}
      okText={t('refund.send')}
      hint={split === undefined ? t('refund.hint') : t('refund.parts', { parts: split })}
      done={t('refund.sent')}
      initialValues={{ units: Object.fromEntries(open.map(({ lineId, quantity }) => [lineId, quantity])) }}
      onSubmit={submit}
      onClose={onClose}
    >
      {open.map(({ lineId, quantity, amount, points }) => (
        <Form.Item
          key={lineId}
          name={['units', lineId]}
          label={nameOf.get(lineId)}
          extra={t('refund.lineHint', { count: quantity, amount: text(order.payType, amount, points) })}
        >
          <InputNumber min={open.length > 1 ? 0 : 1} max={quantity} precision={0} />
        </Form.Item>
      ))}
      {closed.length > 0 && (
        <ul className="sy-faint">
          {closed.map(({ lineId, obstacle }) => (
            <li key={lineId}>
              {nameOf.get(lineId)}: {t(`refund.obstacle.${obstacle ?? 'learned'}`)}
            </li>
          ))}
        </ul>
      )}
      <ReasonField label={t('refund.reason')} needed={t('refund.reasonNeeded')} />
    </FormModal>
  )
}
