import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { ReportState } from '../../contract/fields.ts'

const colors: Readonly<Record<ReportState, string | undefined>> = {
  draft: undefined,
  pending: 'warning',
  accepted: 'success',
  returned: 'error',
}

/** How far a report is. */
export function StateTag({ state, isInApproval = false }: { state: ReportState; isInApproval?: boolean }) {
  const t = useText('external')
  return (
    <Tag color={colors[state]}>
      {t(state === 'pending' && isInApproval ? 'report.inApproval' : `maps.state.${state}`)}
    </Tag>
  )
}
