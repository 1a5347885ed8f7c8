import { Grid } from 'antd'
import { isAnswered } from '#modules/assessment/questions/contract.ts'
import { useText } from '#web/i18n/texts.ts'
import { Sheet } from '#web/ui/Sheet.tsx'
import type { Answers } from './restored.ts'
import type { Flags } from './use-flags.ts'

interface Props {
  readonly sections: readonly { readonly title: string; readonly questions: readonly { readonly place: number }[] }[]
  readonly answers: Answers
  readonly flags: Flags
  /** On a phone it is a sheet over the paper. */
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onChoose: (place: number) => void
}

/** The numbers of all questions: which are answered, which are marked, and the way to each. */
export function QuestionMap({ isOpen, onClose, ...map }: Props) {
  const t = useText('exams')
  const isNarrow = Grid.useBreakpoint().lg === false
  if (isNarrow)
    return (
      <Sheet open={isOpen} label={t('answer.map')} onClose={onClose}>
        <Numbers {...map} />
      </Sheet>
    )
  return (
    <nav className="ex-map sy-card" aria-label={t('answer.map')}>
      <Numbers {...map} />
    </nav>
  )
}

function Numbers({ sections, answers, flags, onChoose }: Omit<Props, 'isOpen' | 'onClose'>) {
  const t = useText('exams')
  const all = sections.flatMap(({ questions }) => questions)
  const count = all.filter(({ place }) => isAnswered(answers.get(place))).length
  return (
    <>
      <p className="sy-note">{t('answer.answered', { count, total: all.length })}</p>
      {sections.map(({ title, questions }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sections of an attempt stay in their order.
        <section key={at}>
          <h3>{title}</h3>
          <div className="ex-numbers">
            {questions.map(({ place }) => {
              const isDone = isAnswered(answers.get(place))
              const isFlagged = flags.has(place)
              const words = [
                t('answer.number', { place }),
                t(isDone ? 'answer.isAnswered' : 'answer.isOpen'),
                ...(isFlagged ? [t('answer.flagged')] : []),
              ]
              return (
                <button
                  key={place}
                  type="button"
                  data-done={isDone}
                  data-flagged={isFlagged}
                  aria-label={words.join(' · ')}
                  onClick={() => onChoose(place)}
                >
                  {place}
                </button>
              )
            })}
          </div>
        </section>
      ))}
      {/* Each number says it itself to screen readers. */}
      <p className="ex-legend sy-note" aria-hidden="true">
        <span data-done="true">{t('answer.isAnswered')}</span>
        <span>{t('answer.isOpen')}</span>
        <span data-flagged="true">{t('answer.flagged')}</span>
      </p>
    </>
  )
}
