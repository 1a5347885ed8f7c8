import { type ReactNode, useId } from 'react'
import { useText } from '#web/i18n/texts.ts'
import type { DraftProblem } from './draft-problems.ts'

interface Props {
  readonly label: string
  readonly hint?: ReactNode
  readonly problem?: DraftProblem | undefined
  /** The field, with the id of what is wrong with it. */
  readonly children: (problemId: string | undefined) => ReactNode
}

/** A part of a question's editor: what it is, the field, and what is wrong with it. */
export function Field({ label, hint, problem, children }: Props) {
  const t = useText('questions')
  const id = useId()
  return (
    <fieldset className="qb-field" data-wrong={problem !== undefined}>
      <legend>{label}</legend>
      {hint && <p className="sy-note">{hint}</p>}
      {children(problem && id)}
      <Problem id={id} text={problem && t(`problem.${problem}`)} />
    </fieldset>
  )
}

export function Problem({ id, text }: { id?: string; text: string | undefined }) {
  return text === undefined ? null : (
    <p id={id} className="qb-problem" role="alert">
      {text}
    </p>
  )
}
