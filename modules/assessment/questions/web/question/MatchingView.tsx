import { useId } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Prose } from '#web/ui/Prose.tsx'
import type { SimpleAnswerOf } from '../../contract/answer.ts'
import { type AnswerField, letterOf, plainTextOf } from './field.ts'

interface Props extends AnswerField {
  readonly answer: SimpleAnswerOf<'matching'> | null
}

/** For each left item the letter of its right one, chosen from a list: the same for pointer, finger and keyboard. */
export function MatchingView({ question, answer, onChange, labelledBy }: Props) {
  const t = useText('questions')
  const id = useId()
  const { lefts = [], options = [] } = question
  const rights = answer?.rights ?? []
  const usedBy = new Set(rights)
  const change = (at: number, right: number | null) =>
    onChange?.({ kind: 'matching', rights: lefts.map((_, left) => (left === at ? right : (rights[left] ?? null))) })
  return (
    <fieldset className="qu-matching" aria-labelledby={labelledBy} disabled={!onChange}>
      <ol className="qu-lefts">
        {lefts.map((left, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the left side of a version stays in its order.
          <li key={at} data-given={typeof rights[at] === 'number'}>
            <Prose id={`${id}-${at}`} html={left} inline />
            <select
              aria-labelledby={`${id}-${at}`}
              value={rights[at] ?? ''}
              onChange={({ target }) => change(at, target.value === '' ? null : Number(target.value))}
            >
              <option value="">{t('view.choosePlease')}</option>
              {options.map((option, place) => (
                <option key={option.id} value={option.id}>
                  {`${letterOf(place)}. ${plainTextOf(option.text)}`}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ol>
      <ol className="qu-rights" aria-label={t('view.rights')}>
        {options.map((option, place) => (
          <li key={option.id} data-used={usedBy.has(option.id)}>
            <b>{letterOf(place)}</b>
            <Prose html={option.text} inline />
          </li>
        ))}
      </ol>
    </fieldset>
  )
}
