import type { ReactNode } from 'react'

interface Props {
  readonly id: string
  readonly label: string
  readonly optional?: string
  readonly problem: string | undefined
  readonly children: ReactNode
  readonly marked?: ReactNode
}

/** A labelled field with its problem below; the control refers to it: `describedBy(id, problem)`. */
export function Field({ id, label, optional, problem, children, marked }: Props) {
  return (
    <div className="sy-column sy-gap-2 lv-field" data-wrong={problem !== undefined}>
      <label htmlFor={id}>
        {label}
        {optional !== undefined && <small>{optional}</small>}
      </label>
      {children}
      {problem !== undefined && (
        <p className="lv-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {marked}
    </div>
  )
}

export function describedBy(id: string, problem: string | undefined) {
  return problem === undefined
    ? {}
    : { 'aria-invalid': true, 'aria-describedby': `${id}-problem`, status: 'error' as const }
}
