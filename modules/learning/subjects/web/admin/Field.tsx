import type { ReactNode } from 'react'

interface Props {
  readonly id?: string
  readonly label: string
  readonly hint?: string
  readonly problem?: ReactNode
  readonly children: ReactNode
}

/** A field of a form: its name above it, what is wrong with it below. */
export function Field({ id, label, hint, problem, children }: Props) {
  return (
    <div className="sy-column sb-field">
      {id ? <label htmlFor={id}>{label}</label> : <span className="sb-field-label">{label}</span>}
      {hint && <small>{hint}</small>}
      {children}
      {problem && (
        <p id={id && `${id}-problem`} className="sb-field-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
