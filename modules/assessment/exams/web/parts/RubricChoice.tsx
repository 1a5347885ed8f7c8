import './exams.css'
import { useText } from '#web/i18n/texts.ts'
import type { Rubric } from '../../contract/marking.ts'

export interface RubricChoiceProps {
  readonly rubric: Rubric
  /** The chosen level of each criterion, from 0; -1 where none is chosen. */
  readonly levels: readonly number[]
  readonly disabled: boolean
  readonly onChange: (levels: readonly number[]) => void
}

/** A level is chosen for each criterion, and taken back by choosing it again; their points add up to the mark. */
export default function RubricChoice({ rubric, levels, disabled, onChange }: RubricChoiceProps) {
  const t = useText('exams')
  const choose = (criterion: number, level: number) =>
    onChange(
      rubric.map((_, at) => {
        const before = levels[at] ?? -1
        return at !== criterion ? before : before === level ? -1 : level
      }),
    )
  return (
    <div className="ex-rubric">
      {rubric.map((criterion, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: criteria stay in their order.
        <fieldset key={at} disabled={disabled}>
          <legend>{criterion.title}</legend>
          {criterion.levels.map((level, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: levels stay in their order.
              key={index}
              type="button"
              aria-pressed={levels[at] === index}
              onClick={() => choose(at, index)}
            >
              {level.title} <small>{t('answer.points', { count: level.tenths / 10 })}</small>
            </button>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
