import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { InvoiceState } from '../../contract/states.ts'

const colors = ['processing', 'warning', 'success', 'error', 'warning', 'default'] as const

export function StateTag({ state }: { state: InvoiceState }) {
  const t = useText('invoices')
  return <Tag color={colors[state]}>{t(`maps.invoice-status.${state}`)}</Tag>
}
