import { useEffect, useId, useRef, useState } from 'react'
import { call, outdate } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { Exercise, ExerciseState } from '../../../contract/segments.ts'
import { courses } from '../../../contract.ts'

interface Props {
  readonly exercise: Exercise
  /** Nothing is kept: a preview. */
  readonly preview: boolean
  readonly onGoOn: () => void
}

/** An exercise over the video that has stopped for it. Answered by mouse, by keys, or with a reader. */
export function ExerciseCard({ exercise, preview, onGoOn }: Props) {
  const t = useText('courses')
  const name = useId()
  const card = useRef<HTMLElement>(null)
  const [state, setState] = useState<ExerciseState | null>(exercise.state)
  const [chosen, setChosen] = useState<readonly number[]>(exercise.state?.options ?? [])
  const [text, setText] = useState(exercise.state?.text ?? '')
  const { busy, run } = useAction()
  useEffect(() => card.current?.focus(), [])
  const isFill = exercise.kind === 'fill'
  const isReady = isFill ? text.trim() !== '' : chosen.length > 0
  const isSettled = state !== null && (state.isRight || state.rightOptions !== null || state.rightTexts !== null)
  const submit = () =>
    run(async () => {
      const body = isFill ? { text } : { options: [...chosen] }
      setState(await call(courses.answerExercise, { params: { id: exercise.id }, body }))
      outdate(courses.sectionTimedContent, courses.guideRecord)
    })
  const toggle = (at: number) => {
    if (exercise.kind !== 'multiple') setChosen([at])
    else setChosen((before) => (before.includes(at) ? before.filter((one) => one !== at) : [...before, at]))
  }
  return (
    <section className="co-exercise" ref={card} tabIndex={-1} aria-label={t('exercise.title')}>
      <form
        className="sy-grid sy-gap-3 co-exercise-card"
        onSubmit={(event) => {
          event.preventDefault()
          if (isSettled) onGoOn()
          else if (isReady && !busy && !preview) void submit()
        }}
      >
        <p className="sy-row sy-note co-exercise-kind">
          <Icon name="exam" size={16} />
          {t(`exercise.kind.${exercise.kind}`)}
        </p>
        <fieldset disabled={isSettled || busy}>
          <legend>{exercise.question}</legend>
          {isFill ? (
            <input
              className="co-input"
              value={text}
              maxLength={300}
              aria-label={t('exercise.answer')}
              onChange={(event) => setText(event.target.value)}
            />
          ) : (
            exercise.options.map((option, at) => (
              <label key={option} className="sy-row sy-gap-3 co-exercise-option" data-mark={markOf(state, at)}>
                <input
                  type={exercise.kind === 'multiple' ? 'checkbox' : 'radio'}
                  name={name}
                  checked={chosen.includes(at)}
                  onChange={() => toggle(at)}
                />
                <span>{option}</span>
                <em>{wordOf(t, state, at)}</em>
              </label>
            ))
          )}
        </fieldset>
        <div role="status">{state && <Verdict state={state} />}</div>
        <div className="sy-actions">
          {!isSettled && !preview && (
            <button type="submit" className="sy-button" disabled={!isReady || busy}>
              {t(state ? 'exercise.again' : 'exercise.submit')}
            </button>
          )}
          {(isSettled || preview || !exercise.mustAnswer || state !== null) && (
            <button type="button" className={isSettled ? 'sy-button' : 'sy-button sy-button-plain'} onClick={onGoOn}>
              {t(state ? 'exercise.goOn' : 'exercise.skip')}
            </button>
          )}
        </div>
      </form>
    </section>
  )
}

function markOf(state: ExerciseState | null, at: number): 'right' | 'wrong' | undefined {
  if (!state?.rightOptions) return undefined
  if (state.rightOptions.includes(at)) return 'right'
  return state.options.includes(at) ? 'wrong' : undefined
}

/** Not by color alone. */
function wordOf(t: (key: string) => string, state: ExerciseState | null, at: number): string {
  const mark = markOf(state, at)
  return mark === undefined ? '' : t(`exercise.mark.${mark}`)
}

function Verdict({ state }: { state: ExerciseState }) {
  const t = useText('courses')
  const { isRight, rightTexts, explanation, rightOptions } = state
  const isAnswerShown = rightOptions !== null || rightTexts !== null
  return (
    <div className="co-exercise-verdict" data-right={isRight}>
      <strong>
        <Icon name={isRight ? 'check' : 'info'} size={16} />
        {t(isRight ? 'exercise.right' : isAnswerShown ? 'exercise.wrongAnswered' : 'exercise.wrong')}
      </strong>
      {!isRight && rightTexts && <p>{t('exercise.rightTexts', { texts: rightTexts.join(t('exercise.or')) })}</p>}
      {explanation && <p>{explanation}</p>}
    </div>
  )
}
