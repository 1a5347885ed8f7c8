import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { BatchState, CardState } from '../../contract/shapes.ts'

const batchColors = {
  new: 'processing',
  upcoming: 'processing',
  active: 'success',
  paused: 'warning',
  ended: 'default',
}
const cardColors = { unused: 'processing', redeemed: 'success', void: 'default' }

export function BatchTag({ state }: { readonly state: BatchState }) {
  const t = useText('redeem')
  return <Tag color={batchColors[state]}>{t(`batchStates.${state}`)}</Tag>
}

export function CardTag({ state }: { readonly state: CardState }) {
  const t = useText('redeem')
  return <Tag color={cardColors[state]}>{t(`cardStates.${state}`)}</Tag>
}
