import './exercise.css'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import { KeyView, QuestionView, VerdictText } from '#modules/assessment/questions/web.tsx'
import { outdate } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { AnswerState, Exercise, TemporaryQuestion } from '../../contract/wire.ts'
import { exercises } from '../../contract.ts'
import { useSubmission } from './use-submission.ts'

export interface ExerciseCardProps {
  readonly exercise: Exercise
  /** Nothing is kept: a preview. */
  readonly isPreview: boolean
  /** It stands in the page, and not over a video that waits for it. */
  readonly isInline?: boolean
  readonly onGoOn?: () => void
  /** Where a wrong answer leads back to. */
  readonly onBack?: (ms: number) => void
  readonly onAnswered?: () => void
}

/** The questions of an exercise, one after the other. Answered by pointer, by keys, or with a reader. */
export default function ExerciseCard(props: ExerciseCardProps) {
  const { exercise, isPreview, isInline = false, onGoOn, onBack, onAnswered } = props
  const t = useText('exercises')
  const card = useRef<HTMLElement>(null)
  const [states, setStates] = useState<readonly (AnswerState | null)[]>(() =>
    exercise.questions.map(({ state }) => state),
  )
  const [place, setPlace] = useState(() =>
    Math.max(
      0,
      exercise.questions.findIndex(({ state }) => !state?.isSettled),
    ),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is read from its beginning.
  useEffect(() => {
    if (!isInline) card.current?.focus()
  }, [place, isInline])
  const question = exercise.questions[place]
  if (!question) return null
  const state = states[place] ?? null
  const change = (next: AnswerState) => {
    setStates((before) => before.map((one, at) => (at === place ? next : one)))
    outdate(exercises.findExercises, exercises.temporaryQuestion)
    onAnswered?.()
  }
  const isLast = place === exercise.questions.length - 1
  const mayPass = isPreview || state !== null || !exercise.mustAnswer
  const isWrong = states.some((one) => one !== null && one.verdict !== 'right')
  const goOn = isLast ? onGoOn : () => setPlace(place + 1)
  const mayGoOn = mayPass && goOn !== undefined
  const mayGoBack = isWrong && exercise.backTo !== null && onBack !== undefined
  return (
    <section className={isInline ? 'ex-inline' : 'ex-over'} ref={card} tabIndex={-1} aria-label={t('card.title')}>
      <div className="sy-column sy-gap-4 ex-card">
        <p className="sy-row sy-apart sy-note ex-head">
          <span className="sy-row sy-gap-2">
            <Icon name="exam" size={16} />
            {t('card.title')}
          </span>
          {exercise.questions.length > 1 && (
            <span className="sy-number">
              {t('card.place', { number: place + 1, count: exercise.questions.length })}
            </span>
          )}
        </p>
        <Asked
          key={question.id}
          question={question}
          state={state}
          attemptsMax={exercise.attemptsMax}
          isPreview={isPreview}
          onState={change}
        />
        {(mayGoBack || mayGoOn) && (
          <div className={state?.isSettled ? 'sy-actions ex-on' : 'sy-actions'}>
            {mayGoBack && (
              <button
                type="button"
                className="sy-button sy-button-plain"
                onClick={() => onBack?.(exercise.backTo ?? 0)}
              >
                {t('card.back', { at: clockText(exercise.backTo ?? 0) })}
              </button>
            )}
            {mayGoOn && (
              <button
                type="button"
                className={state?.isSettled ? 'sy-button' : 'sy-button sy-button-plain'}
                onClick={goOn}
              >
                {t(state === null && !isPreview ? 'card.skip' : isLast ? 'card.goOn' : 'card.next')}
              </button>
            )}
          </div>
        )}
      </div>
    </section>
  )
}

interface AskedProps {
  readonly question: TemporaryQuestion
  readonly state: AnswerState | null
  readonly attemptsMax: number
  readonly isPreview: boolean
  readonly onState: (state: AnswerState) => void
}

function Asked({ question, state, attemptsMax, isPreview, onState }: AskedProps) {
  const t = useText('exercises')
  const latest = useRef(onState)
  latest.current = onState
  const { submit, waiting, isSending } = useSubmission(
    question,
    useCallback((next) => latest.current(next), []),
  )
  const [answer, setAnswer] = useState<QuestionAnswer | null>(() => waiting?.answer ?? state?.answer ?? null)
  const [isChanged, setChanged] = useState(false)
  const { busy, run } = useAction()
  const isOpen = !state?.isSettled && !waiting && !busy
  const mayTry = state === null || isChanged
  return (
    <form
      className="sy-column sy-gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (answer === null || !isOpen || isPreview) return
        void run(async () => {
          await submit(answer)
          setChanged(false)
        })
      }}
    >
      <QuestionView
        question={question.question}
        answer={answer}
        {...(isOpen && {
          onChange: (next: QuestionAnswer) => {
            setAnswer(next)
            setChanged(true)
          },
        })}
      />
      <div role="status">
        {waiting && !isSending && (
          <p className="sy-row sy-gap-2 ex-waiting">
            <Icon name="refresh" size={14} />
            {t('card.waiting')}
          </p>
        )}
        {state && !isChanged && <Verdict state={state} attemptsMax={attemptsMax} />}
      </div>
      {state?.key && <KeyView content={state.key} />}
      {isOpen && !isPreview && (
        <div className="sy-actions">
          <button type="submit" className="sy-button" disabled={answer === null || !mayTry}>
            {t(state ? 'card.again' : 'card.submit')}
          </button>
        </div>
      )}
    </form>
  )
}

/** Not by color alone. */
function Verdict({ state, attemptsMax }: { state: AnswerState; attemptsMax: number }) {
  const t = useText('exercises')
  return (
    <p className="sy-row sy-gap-2 exercise-verdict" data-verdict={state.verdict}>
      <Icon name={state.verdict === 'right' ? 'check' : 'info'} size={16} />
      <strong>
        <VerdictText verdict={state.verdict} />
      </strong>
      {!state.isSettled && <span>{t('card.left', { count: Math.max(1, attemptsMax - state.attempts) })}</span>}
    </p>
  )
}
