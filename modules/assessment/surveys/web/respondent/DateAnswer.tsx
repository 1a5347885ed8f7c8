import { DayField } from '#web/ui/DateFields.tsx'

interface Props {
  readonly value: string | null
  readonly earliest: string | null
  readonly latest: string | null
  readonly label: string
  readonly onChange: (day: string | null) => void
}

/** A day, typed or chosen, between the bounds of the question. */
export default function DateAnswer({ value, earliest, latest, label, onChange }: Props) {
  return (
    <div className="sv-date">
      <DayField
        size="large"
        aria-label={label}
        value={value}
        disabledDate={(day) => {
          const text = day.format('YYYY-MM-DD')
          return (earliest !== null && text < earliest) || (latest !== null && text > latest)
        }}
        onChange={onChange}
      />
    </div>
  )
}
