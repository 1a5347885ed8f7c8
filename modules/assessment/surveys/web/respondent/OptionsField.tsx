import { useId } from 'react'
import { useText } from '#web/i18n/texts.ts'

export interface FieldOption {
  readonly id: number
  readonly text: string
}

interface Props {
  readonly isMultiple: boolean
  readonly options: readonly FieldOption[]
  readonly chosen: readonly number[]
  readonly labelledBy: string
  readonly describedBy: string | undefined
  readonly onChange: (chosen: number[]) => void
  /** The option whose text the respondent writes, and what was written. */
  readonly other?: { readonly id: number; readonly text: string; readonly onText: (text: string) => void }
}

const otherLengthMax = 200

/** One option or several: the browser's own buttons, so that keys and screen readers know them. */
export function OptionsField(props: Props) {
  const { isMultiple, options, chosen, labelledBy, describedBy, onChange, other } = props
  const t = useText('surveys')
  const name = useId()
  const toggle = (id: number) => {
    if (!isMultiple) return onChange([id])
    onChange(options.map((option) => option.id).filter((each) => chosen.includes(each) !== (each === id)))
  }
  return (
    <fieldset className="sv-options" aria-labelledby={labelledBy} aria-describedby={describedBy}>
      {options.map(({ id, text }) => (
        <label key={id} className="sv-option" data-chosen={chosen.includes(id)}>
          <input
            type={isMultiple ? 'checkbox' : 'radio'}
            name={name}
            checked={chosen.includes(id)}
            onChange={() => toggle(id)}
          />
          <span>{text}</span>
        </label>
      ))}
      {other && chosen.includes(other.id) && (
        <input
          className="sv-input"
          aria-label={t('answer.otherText')}
          placeholder={t('answer.otherText')}
          maxLength={otherLengthMax}
          value={other.text}
          onChange={({ target }) => other.onText(target.value)}
        />
      )}
    </fieldset>
  )
}
