import { useState } from 'react'
import type { Exercise } from '#modules/assessment/exercises/contract.ts'
import { ExerciseCard } from '#modules/assessment/exercises/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'
import { Prose } from '#web/ui/Prose.tsx'

interface Props {
  readonly exercises: readonly Exercise[]
  readonly onJump: (place: number) => void
}

const leadMs = 3000

/** How far the learner is with an exercise: its worst answer. */
function verdictOf({ questions }: Exercise): 'open' | 'right' | 'partly' | 'wrong' {
  const verdicts = questions.map(({ state }) => state?.verdict)
  if (verdicts.includes(undefined)) return 'open'
  if (verdicts.includes('wrong')) return 'wrong'
  return verdicts.includes('partly') ? 'partly' : 'right'
}

/** The exercises of a section: a way to each, and what was answered to look at again (COURSE-016). */
export function ExerciseList({ exercises, onJump }: Props) {
  const t = useText('courses')
  const [shownId, setShownId] = useState<string>()
  const right = exercises.filter((exercise) => verdictOf(exercise) === 'right').length
  return (
    <section aria-label={t('guide.exercises')}>
      <h3>
        {t('guide.exercises')}
        <small className="sy-number">{t('guide.record', { right, count: exercises.length })}</small>
      </h3>
      <ol className="sy-plain-list co-segments">
        {exercises.map((exercise) => {
          const { id, at, questions } = exercise
          return (
            <li key={id}>
              <button type="button" disabled={at === null} onClick={() => onJump(Math.max(0, (at ?? 0) - leadMs))}>
                <b className="sy-number">{at === null ? t('guide.atEnd') : clockText(at)}</b>
                <span>
                  <strong>
                    <Prose inline html={questions[0]?.question.stem ?? ''} />
                  </strong>
                  <small>{t(`guide.${verdictOf(exercise)}`)}</small>
                </span>
              </button>
              {questions.some(({ state }) => state?.isSettled) && (
                <button
                  type="button"
                  className="sy-inline co-text-button"
                  aria-expanded={shownId === id}
                  onClick={() => setShownId(shownId === id ? undefined : id)}
                >
                  {t('guide.review')}
                </button>
              )}
              {shownId === id && <ExerciseCard exercise={exercise} isPreview isInline />}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
