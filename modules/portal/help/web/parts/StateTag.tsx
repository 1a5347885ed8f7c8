import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { FeedbackState } from '../../contract/feedback.ts'

const colors = { new: 'processing', 'in-progress': 'warning', answered: 'success', closed: 'default' } as const

export function StateTag({ state }: { state: FeedbackState }) {
  const t = useText('help')
  return <Tag color={colors[state]}>{t(`states.${state}`)}</Tag>
}
