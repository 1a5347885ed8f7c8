import { useText } from '#web/i18n/texts.ts'
import type { PresentedQuestion } from '../../contract/presented.ts'
import type { AnswerField } from './field.ts'

interface Props extends AnswerField {
  readonly text: string
}

const NUMBER_LENGTH_MAX = 60

export function NumberField({ question, text, onChange, labelledBy }: Props) {
  return (
    <p className="sy-row sy-gap-2">
      <input
        className="qu-blank qu-number"
        aria-labelledby={labelledBy}
        inputMode="decimal"
        autoComplete="off"
        maxLength={NUMBER_LENGTH_MAX}
        disabled={!onChange}
        value={text}
        onChange={({ target }) => onChange?.({ kind: 'numeric', text: target.value })}
      />
      {question.unit}
    </p>
  )
}

export function TextField({ question, text, onChange, labelledBy }: Props) {
  const t = useText('questions')
  const { lengthMax = 0 } = question
  return (
    <div className="sy-column sy-gap-1">
      <textarea
        className="qu-text"
        aria-labelledby={labelledBy}
        rows={6}
        maxLength={lengthMax}
        disabled={!onChange}
        value={text}
        onChange={({ target }) => onChange?.({ kind: 'short-answer', text: target.value })}
      />
      <small className="sy-note qu-count">{t('view.typed', { count: text.length, max: lengthMax })}</small>
    </div>
  )
}

/** What a file answer asks for. */
export function FileNote({ question }: { question: PresentedQuestion }) {
  const t = useText('questions')
  const formats = (question.formats ?? []).map((format) => t(`format.${format}`)).join(t('and'))
  return <p className="qu-files">{t('view.files', { count: question.filesMax ?? 1, formats })}</p>
}
