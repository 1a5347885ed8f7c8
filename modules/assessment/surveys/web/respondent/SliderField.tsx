import { useText } from '#web/i18n/texts.ts'

interface Props {
  readonly min: number
  readonly max: number
  readonly step: number
  readonly lowLabel: string
  readonly highLabel: string
  readonly value: number | null
  readonly labelledBy: string
  readonly describedBy: string | undefined
  readonly onChange: (value: number | null) => void
}

/** A slider with a field beside it: a number can be typed as well. Untouched, it is no answer. */
export function SliderField({ min, max, step, lowLabel, highLabel, value, labelledBy, describedBy, onChange }: Props) {
  const t = useText('surveys')
  const shown = value ?? min + Math.round((max - min) / 2 / step) * step
  return (
    <div className="sv-slider" data-given={value !== null}>
      <div className="sv-slider-line">
        <input
          type="range"
          {...{ min, max, step }}
          value={shown}
          aria-labelledby={labelledBy}
          aria-describedby={describedBy}
          aria-valuetext={value === null ? t('answer.noNumber') : String(value)}
          onChange={({ target }) => onChange(Number(target.value))}
          // A press on the middle, where the handle already stands, is an answer as well.
          onPointerUp={() => value === null && onChange(shown)}
        />
        <p className="sv-scale-ends">
          <span>{[min, lowLabel].filter((part) => part !== '').join(' · ')}</span>
          <span>{[highLabel, max].filter((part) => part !== '').join(' · ')}</span>
        </p>
      </div>
      <NumberInput {...{ min, max, step, value, labelledBy, describedBy, onChange }} />
    </div>
  )
}

interface NumberProps {
  readonly min: number | undefined
  readonly max: number | undefined
  readonly step: number
  readonly value: number | null
  readonly labelledBy: string
  readonly describedBy: string | undefined
  readonly onChange: (value: number | null) => void
}

/** A number that is typed; what lies outside the bounds is said by the question, not silently changed. */
export function NumberInput({ min, max, step, value, labelledBy, describedBy, onChange }: NumberProps) {
  return (
    <input
      type="number"
      className="sv-input sv-number"
      inputMode="decimal"
      {...{ min, max, step }}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      value={value ?? ''}
      onChange={({ target }) => onChange(Number.isNaN(target.valueAsNumber) ? null : target.valueAsNumber)}
    />
  )
}
