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

const approvalColors = { approving: 'processing', agreed: 'success', rejected: 'error' } as const

/** What was decided about an order is said while it waits to be paid, and where it was closed for it. */
function isApprovalSaid({ status, approval }: Pick<Order, 'status' | 'approval'>): boolean {
  return approval === 'rejected' ? status === 'closed' : status === 'to-pay'
}

/** Where an order stands: its status, what was decided about it or who has still to agree, and where its parcel is. */
export function StatusTag({ status, approval, delivery }: Pick<Order, 'status' | 'approval' | 'delivery'>) {
  const t = useText('orders')
  const isSaid = isApprovalSaid({ status, approval })
  return (
    <span className="sy-inline sy-gap-2">
      {!(isSaid && approval === 'approving') && <Tag color={colors[status]}>{t(`status.${status}`)}</Tag>}
      {approval !== null && isSaid && <Tag color={approvalColors[approval]}>{t(`approval.${approval}`)}</Tag>}
      {delivery !== null && <Tag>{t(`delivery.${delivery}`)}</Tag>}
    </span>
  )
}
