import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { PaymentState } from '../../contract/shapes.ts'

const colors: Readonly<Record<PaymentState, string>> = {
  waiting: 'processing',
  reviewing: 'warning',
  succeeded: 'success',
  failed: 'error',
  closed: 'default',
  expired: 'default',
}

interface Props {
  readonly state: PaymentState
  /** False: the money came too late, and goes back. */
  readonly counts: boolean | null
}

export function StateTag({ state, counts }: Props) {
  const t = useText('payments')
  if (counts === false) return <Tag color="warning">{t('states.givenBack')}</Tag>
  return <Tag color={colors[state]}>{t(`states.${state}`)}</Tag>
}
