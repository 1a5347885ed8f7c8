import { useId } from 'react'
import { useText } from '#web/i18n/texts.ts'

interface Props {
  readonly min: number
  readonly max: number
  readonly look: 'number' | 'star'
  readonly value: number | null
  readonly lowLabel: string
  readonly highLabel: string
  /** Its ends have usual names, where the author gives none. */
  readonly isLikelihood: boolean
  readonly labelledBy: string
  readonly describedBy: string | undefined
  readonly onChange: (value: number) => void
}

/** Steps side by side, of which one is chosen; arrow keys move between them, as between all radio buttons. */
export function ScaleField(props: Props) {
  const { min, max, look, value, isLikelihood, labelledBy, describedBy, onChange } = props
  const t = useText('surveys')
  const isNamed = props.lowLabel !== '' || props.highLabel !== ''
  const usual = { lowLabel: t('answer.unlikely'), highLabel: t('answer.likely') }
  const { lowLabel, highLabel } = isLikelihood && !isNamed ? usual : props
  const name = useId()
  const steps = Array.from({ length: max - min + 1 }, (_, at) => min + at)
  return (
    <fieldset className="sv-scale" data-look={look} aria-labelledby={labelledBy} aria-describedby={describedBy}>
      <div className="sv-scale-steps" data-many={steps.length > 7}>
        {steps.map((step) => (
          <label key={step} data-chosen={look === 'star' ? value !== null && step <= value : step === value}>
            <input
              type="radio"
              name={name}
              checked={step === value}
              aria-label={t(look === 'star' ? 'answer.stars' : 'answer.step', { count: step, max })}
              onChange={() => onChange(step)}
            />
            <span aria-hidden="true">{look === 'star' ? '★' : step}</span>
          </label>
        ))}
      </div>
      {(lowLabel !== '' || highLabel !== '') && (
        <p className="sv-scale-ends">
          <span>{lowLabel}</span>
          <span>{highLabel}</span>
        </p>
      )}
    </fieldset>
  )
}
