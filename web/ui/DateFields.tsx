/** Fields for a day and for a moment, typed or chosen, in the browser's zone (SHELL-120). */
import { DatePicker, type DatePickerProps } from 'antd'
import dayjs from 'dayjs'

type Shared = Pick<DatePickerProps, 'id' | 'size' | 'placeholder' | 'disabled' | 'disabledDate' | 'aria-label'>

interface DayProps extends Shared {
  /** `2026-11-23`; empty, null or absent where none is chosen. */
  readonly value?: string | null
  readonly onChange?: (day: string | null) => void
}

export function DayField({ value, onChange, ...shared }: DayProps) {
  return (
    <DatePicker
      style={{ width: '100%' }}
      {...shared}
      value={value ? dayjs(value) : null}
      onChange={(chosen) => onChange?.(chosen?.format('YYYY-MM-DD') ?? null)}
    />
  )
}

interface MomentProps extends Shared {
  readonly value?: number | null
  readonly onChange?: (instant: number | null) => void
}

/** A moment to the minute, as an instant. */
export function MomentField({ value, onChange, ...shared }: MomentProps) {
  return (
    <DatePicker
      style={{ width: '100%' }}
      {...shared}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      needConfirm={false}
      value={value === null || value === undefined ? null : dayjs(value)}
      onChange={(chosen) => onChange?.(chosen?.startOf('minute').valueOf() ?? null)}
    />
  )
}
