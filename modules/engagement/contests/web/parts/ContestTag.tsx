import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { ContestState, ReviewState } from '../../contract/states.ts'

const colors: Readonly<Record<ContestState, string | undefined>> = {
  coming: 'warning',
  open: 'success',
  review: 'processing',
  between: 'warning',
  over: undefined,
  published: 'warning',
}

/** What a contest is now. */
export function ContestTag({ state }: { state: ContestState }) {
  const t = useText('contests')
  return <Tag color={colors[state]}>{t(`states.${state}`)}</Tag>
}

const reviewColors = { 'to-be-reviewed': 'processing', reviewed: 'success', expired: undefined } as const

/** Map `contest-review`. */
export function ReviewTag({ state }: { state: ReviewState }) {
  const t = useText('contests')
  return <Tag color={reviewColors[state]}>{t(`maps.contest-review.${state}`)}</Tag>
}
