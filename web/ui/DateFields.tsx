/** Fields for a day, for a moment and for a time of day, typed or chosen, in the browser's zone (SHELL-120). */
import { DatePicker, type DatePickerProps, TimePicker } from 'antd'
import dayjs from 'dayjs'

type Shared = Pick<
  DatePickerProps,
  | 'id'
  | 'size'
  | 'placeholder'
  | 'disabled'
  | 'disabledDate'
  | 'status'
  | 'aria-label'
  | 'aria-describedby'
  | 'aria-invalid'
>

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

interface TimeProps {
  /** `22:00`. */
  readonly value: string
  readonly onChange: (time: string) => void
  readonly 'aria-label': string
}

/** A time of day to the minute; there always is one. */
export function TimeField({ value, onChange, ...shared }: TimeProps) {
  return (
    <TimePicker
      style={{ width: 120 }}
      {...shared}
      format="HH:mm"
      allowClear={false}
      needConfirm={false}
      value={dayjs(`2000-01-01T${value}`)}
      onChange={(chosen) => {
        if (chosen) onChange(chosen.format('HH:mm'))
      }}
    />
  )
}
