import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { PlanState } from '../../contract/fields.ts'

const colors: Readonly<Record<PlanState, string | undefined>> = {
  draft: undefined,
  pending: 'warning',
  approved: 'success',
  returned: 'error',
}

/** How far a plan is. */
export function PlanTag({ state }: { state: PlanState }) {
  const t = useText('plans')
  return <Tag color={colors[state]}>{t(`maps.state.${state}`)}</Tag>
}
