import { Input } from 'antd'
import { amountMax, cutTyped, parseAmount } from './amounts.ts'

interface Props {
  readonly value?: string
  readonly onChange?: (typed: string) => void
  readonly label: string
  readonly placeholder?: string
  readonly status?: 'error'
  readonly suffix?: string
  readonly id?: string
  readonly autoFocus?: boolean
  readonly describedBy?: string
}

/**
 * A field for an amount: 0 to 1e15 with two decimals. Its value is text, so that no digit is rounded. A field of a form
 * hands it `id`, `value` and `onChange`.
 */
export function AmountInput({
  value = '',
  onChange,
  label,
  placeholder = '0.00',
  status,
  suffix,
  describedBy,
  ...rest
}: Props) {
  const tooMuch = (parseAmount(value) ?? 0n) > amountMax
  return (
    <Input
      className="cu-amount-input"
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={status === 'error' || tooMuch}
      placeholder={placeholder}
      status={tooMuch ? 'error' : status}
      suffix={suffix}
      value={value}
      onChange={(event) => onChange?.(cutTyped(event.target.value))}
      {...rest}
    />
  )
}
