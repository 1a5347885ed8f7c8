import { type ReactNode, useId } from 'react'

interface Props<Value extends number> {
  readonly legend: string
  readonly options: readonly {
    readonly value: Value
    readonly label: string
    readonly hint?: string
    readonly icon?: ReactNode
  }[]
  readonly value?: Value | null
  readonly disabled?: boolean
  readonly problem?: string | undefined
  readonly onChange?: (value: Value) => void
}

/** A choice of a few options, each with an explanation: radio buttons that look like cards. A field of a form can hold it. */
export function ChoiceCards<Value extends number>(props: Props<Value>) {
  const { legend, options, value, disabled, problem, onChange } = props
  const id = useId()
  return (
    <fieldset className="lv-choices" data-wrong={problem !== undefined} disabled={disabled}>
      <legend>{legend}</legend>
      <div className="sy-grid sy-gap-3 lv-choice-row">
        {options.map((option) => (
          <label key={option.value} className="sy-row sy-gap-3 lv-choice">
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={value === option.value}
              aria-describedby={problem === undefined ? undefined : `${id}-problem`}
              onChange={() => onChange?.(option.value)}
            />
            {option.icon}
            <span>
              <strong className="lv-word">{option.label}</strong>
              {option.hint !== undefined && <small>{option.hint}</small>}
            </span>
          </label>
        ))}
      </div>
      {problem !== undefined && (
        <p className="lv-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}
