import { useId } from 'react'

interface Props<Value extends string> {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** One of a few, side by side: an order, a kind. Arrow keys move between them, as between all radio buttons. */
export function Choice<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  const name = useId()
  return (
    <div className="sy-choice" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </div>
  )
}
