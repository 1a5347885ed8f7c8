import { InputNumber } from 'antd'

interface Props {
  readonly id?: string
  /** Tenths of a point. */
  readonly value?: number | null
  readonly onChange?: (tenths: number | null) => void
  readonly disabled?: boolean
}

/** A score in points with one decimal, kept in tenths. */
export function PointsInput({ value, onChange, ...shared }: Props) {
  return (
    <InputNumber<number>
      {...shared}
      min={0}
      max={1000}
      step={1}
      precision={1}
      formatter={(points, { userTyping, input }) => (userTyping ? input : String(points ?? '').replace(/\.0$/, ''))}
      value={value === null || value === undefined ? null : value / 10}
      onChange={(points) => onChange?.(points === null ? null : Math.round(points * 10))}
    />
  )
}
