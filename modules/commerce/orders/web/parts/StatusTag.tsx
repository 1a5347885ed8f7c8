import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { Order } from '../../contract/shapes.ts'

const colors = {
  'to-pay': 'warning',
  paying: 'processing',
  paid: 'processing',
  'deal-done': 'success',
  refunded: 'default',
  closed: 'default',
} as const

/** Where an order stands: its status, who has still to agree, and where its parcel is. */
export function StatusTag({ status, approval, delivery }: Pick<Order, 'status' | 'approval' | 'delivery'>) {
  const t = useText('orders')
  const isWaiting = status === 'to-pay' && approval === 'approving'
  return (
    <span className="sy-inline sy-gap-2">
      {isWaiting ? (
        <Tag color="processing">{t('approval.approving')}</Tag>
      ) : (
        <Tag color={colors[status]}>{t(`status.${status}`)}</Tag>
      )}
      {delivery !== null && <Tag>{t(`delivery.${delivery}`)}</Tag>}
    </span>
  )
}
