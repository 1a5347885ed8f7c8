import { useId } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { type QuestionKind, questionKinds } from '../../contract/question.ts'

interface Props {
  readonly value: QuestionKind
  /** All of them, unless a screen offers some alone. */
  readonly kinds?: readonly QuestionKind[]
  readonly onChange: (kind: QuestionKind) => void
}

/** All kinds of questions beside each other, with what the chosen one is. */
export function KindChooser({ value, kinds = questionKinds, onChange }: Props) {
  const t = useText('questions')
  const name = useId()
  return (
    <fieldset className="qb-field">
      <legend>{t('editor.kind')}</legend>
      <div className="qb-kinds">
        {kinds.map((kind) => (
          <label key={kind} title={t(`kindHint.${kind}`)} data-chosen={kind === value}>
            <input
              type="radio"
              name={name}
              className="sy-visually-hidden"
              checked={kind === value}
              onChange={() => onChange(kind)}
            />
            {t(`kind.${kind}`)}
          </label>
        ))}
      </div>
      <p className="sy-note" role="status">
        {t(`kindHint.${value}`)}
      </p>
    </fieldset>
  )
}
