import { Tag } from 'antd'
import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import type { OwnDraw } from '../../contract/drawing.ts'
import { lotteryPaths } from '../paths.ts'

const colors = { address: 'warning', waiting: 'warning', sent: 'processing', done: 'success' } as const

/** Whether the winner has a prize; one that is sent leads to its order, where the winner says where to. */
export function Delivery({ order, deliveredAt }: Pick<OwnDraw, 'order' | 'deliveredAt'>) {
  const t = useText('lotteries')
  if (order === null)
    return (
      <Tag color={deliveredAt === null ? 'warning' : 'success'}>
        {t(deliveredAt === null ? 'winners.open' : 'winners.delivered')}
      </Tag>
    )
  return (
    <span className="sy-row sy-wrap sy-gap-2">
      <Tag color={colors[order.state]}>{t(`winners.orders.${order.state}`)}</Tag>
      <Link to={lotteryPaths.order(order.id)}>{t(order.state === 'address' ? 'own.giveAddress' : 'own.order')}</Link>
    </span>
  )
}
