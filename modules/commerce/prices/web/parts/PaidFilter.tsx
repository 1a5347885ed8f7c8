import { useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import type { IsPay } from '../../contract/shapes.ts'
import { useIsSold } from './use-is-sold.ts'

export interface PaidFilterProps {
  /** The kinds that the list has. */
  readonly businessTypes: readonly number[]
  readonly value: IsPay | undefined
  readonly onChange: (value: IsPay | undefined) => void
}

/** Whether a list shows what is free, what costs something, or both; nothing where the company sells none of the list. */
export default function PaidFilter({ businessTypes, value, onChange }: PaidFilterProps) {
  const t = useText('prices')
  const isSold = useIsSold(businessTypes)
  // An address that filters already can be changed back, whatever is sold now.
  if (!isSold && value === undefined) return null
  const options = [
    { value: '', label: t('filter.all') },
    { value: '0', label: t('maps.is-pay.0') },
    { value: '1', label: t('maps.is-pay.1') },
  ]
  return (
    <Choice
      label={t('filter.label')}
      options={options}
      value={value === undefined ? '' : String(value)}
      onChange={(chosen) => onChange(chosen === '' ? undefined : chosen === '1' ? 1 : 0)}
    />
  )
}
