import { Tag } from 'antd'
import { pointsOfTenths } from '#modules/assessment/questions/contract.ts'
import { useText } from '#web/i18n/texts.ts'
import type { Standing } from '../../contract/shapes.ts'

const colors = { open: undefined, waiting: 'processing', returned: 'warning', marked: 'success' } as const

/** Where a participant is with a homework. */
export function WorkTag({ work }: { work: Pick<Standing, 'state' | 'isLate' | 'isPassed'> & { isOverdue?: boolean } }) {
  const t = useText('homework')
  const { state, isLate, isPassed, isOverdue = false } = work
  const isFailed = state === 'marked' && !isPassed
  return (
    <span>
      <Tag color={isFailed ? 'error' : colors[state]}>{t(isFailed ? 'state.failed' : `state.${state}`)}</Tag>
      {isLate && <Tag color="warning">{t('state.late')}</Tag>}
      {isOverdue && <Tag color="error">{t('state.overdue')}</Tag>}
    </span>
  )
}

/** A mark and the best one; a dash where there is none. */
export function Points({ tenths, maxTenths }: { tenths: number | null; maxTenths: number }) {
  return (
    <>
      {tenths === null ? '—' : pointsOfTenths(tenths)} / {pointsOfTenths(maxTenths)}
    </>
  )
}
