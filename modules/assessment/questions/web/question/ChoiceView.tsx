import { useId } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Prose } from '#web/ui/Prose.tsx'
import type { QuestionAnswer } from '../../contract/answer.ts'
import { type AnswerField, letterOf } from './field.ts'

interface Props extends AnswerField {
  readonly answer: QuestionAnswer | null
}

/** One option or several, and true or false: the browser's own buttons, so that keys and screen readers know them. */
export function ChoiceView({ question, answer, onChange, labelledBy }: Props) {
  if (question.kind === 'true-false') return <TrueFalse {...{ answer, onChange, labelledBy }} />
  return <Options {...{ question, answer, onChange, labelledBy }} />
}

function Options({ question, answer, onChange, labelledBy }: Props) {
  const t = useText('questions')
  const name = useId()
  const { kind, options = [] } = question
  if (kind !== 'single-choice' && kind !== 'multiple-choice' && kind !== 'undetermined-choice') return null
  const isSingle = kind === 'single-choice'
  const chosen = answer !== null && 'chosen' in answer ? answer.chosen : []
  const toggle = (id: number) => {
    const rest = chosen.filter((other) => other !== id)
    const next = isSingle ? [id] : rest.length < chosen.length ? rest : [...chosen, id]
    onChange?.({ kind, chosen: next.toSorted((one, other) => one - other) })
  }
  return (
    <fieldset className="qu-options" aria-labelledby={labelledBy} disabled={!onChange}>
      {!isSingle && <p className="sy-note">{t(`view.choose.${kind}`)}</p>}
      {options.map(({ id, text }, at) => (
        <label key={id} className="qu-option" data-chosen={chosen.includes(id)}>
          <input
            type={isSingle ? 'radio' : 'checkbox'}
            name={name}
            checked={chosen.includes(id)}
            onChange={() => toggle(id)}
          />
          <b>{letterOf(at)}</b>
          <Prose html={text} inline />
        </label>
      ))}
    </fieldset>
  )
}

function TrueFalse({ answer, onChange, labelledBy }: Omit<Props, 'question'>) {
  const t = useText('questions')
  const name = useId()
  const given = answer?.kind === 'true-false' ? answer.isTrue : null
  return (
    <fieldset className="qu-options qu-options-row" aria-labelledby={labelledBy} disabled={!onChange}>
      {[true, false].map((isTrue) => (
        <label key={String(isTrue)} className="qu-option" data-chosen={given === isTrue}>
          <input
            type="radio"
            name={name}
            checked={given === isTrue}
            onChange={() => onChange?.({ kind: 'true-false', isTrue })}
          />
          {t(isTrue ? 'view.true' : 'view.false')}
        </label>
      ))}
    </fieldset>
  )
}
