/** Fields for a day, a moment, a time of day and a span of days or moments, typed or chosen, in the browser's zone (SHELL-120). */
import { DatePicker, type DatePickerProps, TimePicker } from 'antd'
import dayjs from 'dayjs'
import type { KeyboardEvent } from 'react'
// The names of months and weekdays in a Chinese calendar; Ant Design chooses the language.
import 'dayjs/locale/zh-cn'

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

/** Enter takes what was typed. It must not send the form as well, whose values are those before it. */
const keepsForm = {
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter') event.preventDefault()
  },
}

interface DayProps extends Shared {
  /** `2026-11-23`; empty, null or absent where none is chosen. */
  readonly value?: string | null
  readonly onChange?: (day: string | null) => void
}

export function DayField({ value, onChange, ...shared }: DayProps) {
  return (
    <DatePicker
      style={{ width: '100%' }}
      {...keepsForm}
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
      {...keepsForm}
      {...shared}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      needConfirm={false}
      value={value === null || value === undefined ? null : dayjs(value)}
      onChange={(chosen) => onChange?.(chosen?.startOf('minute').valueOf() ?? null)}
    />
  )
}

/** Days like `2026-11-23`; a side that is absent has no bound. */
export interface DayRange {
  readonly from?: string
  readonly to?: string
}

interface RangeProps {
  /** What the two sides are called. */
  readonly placeholder: [from: string, to: string]
  readonly 'aria-label'?: string
}

/** Two days, both included; each may be left open. */
export function DayRangeField({ onChange, ...shared }: RangeProps & { readonly onChange: (days: DayRange) => void }) {
  return (
    <DatePicker.RangePicker
      {...keepsForm}
      {...shared}
      allowEmpty
      onChange={(chosen) => {
        const [from, to] = [chosen?.[0]?.format('YYYY-MM-DD'), chosen?.[1]?.format('YYYY-MM-DD')]
        onChange({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) })
      }}
    />
  )
}

/** The instants in which chosen days begin and end, in the browser's zone; the end is their last millisecond. */
export function instantsOf({ from, to }: DayRange): { from: number | undefined; to: number | undefined } {
  return {
    from: from === undefined ? undefined : dayjs(from).valueOf(),
    to: to === undefined ? undefined : dayjs(to).endOf('day').valueOf(),
  }
}

interface MomentRangeProps extends RangeProps {
  readonly id?: string
  readonly value?: readonly [from: number, to: number] | null
  readonly onChange?: (instants: [from: number, to: number] | null) => void
}

/** Two moments to the minute, as instants. */
export function MomentRangeField({ value, onChange, ...shared }: MomentRangeProps) {
  return (
    <DatePicker.RangePicker
      style={{ width: '100%' }}
      {...keepsForm}
      {...shared}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      value={value ? [dayjs(value[0]), dayjs(value[1])] : null}
      onChange={(chosen) => {
        const [from, to] = chosen ?? []
        onChange?.(from && to ? [from.startOf('minute').valueOf(), to.startOf('minute').valueOf()] : null)
      }}
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
      {...keepsForm}
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
