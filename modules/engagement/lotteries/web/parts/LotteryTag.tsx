import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { LotteryState } from '../../contract/fields.ts'

const colors: Readonly<Record<LotteryState, string | undefined>> = {
  draft: undefined,
  coming: 'warning',
  open: 'success',
  over: undefined,
}

/** What a lottery is now. */
export function LotteryTag({ state }: { state: LotteryState }) {
  const t = useText('lotteries')
  return <Tag color={colors[state]}>{t(`states.${state}`)}</Tag>
}
