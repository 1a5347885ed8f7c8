import { presentedOf } from '#modules/assessment/questions/contract.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import type { MarkedQuestion } from '../../contract/marking.ts'
import { excerptOf } from './excerpt.ts'
import { MarkersTable } from './MarkersTable.tsx'

interface Props {
  readonly examId: string
  readonly questions: readonly MarkedQuestion[]
}

/** How far the marking is: all in all, by question, and by marker. */
export function MarkingProgress({ examId, questions }: Props) {
  const t = useText('exams')
  const sum = (key: 'marked' | 'total' | 'disputed') => questions.reduce((count, one) => count + one[key], 0)
  const [marked, total, disputed] = [sum('marked'), sum('total'), sum('disputed')]
  return (
    <div className="ex-viewed">
      <section className="sy-card" aria-labelledby="ex-progress">
        <h2 id="ex-progress">{t('marking.progress')}</h2>
        {total === 0 ? (
          <EmptyState small title={t('marking.nothing')} />
        ) : (
          <>
            <p className="ex-progress-all">
              <strong>{Math.floor((100 * marked) / total)}%</strong>{' '}
              <span>{t('marking.markedOf', { marked, total })}</span>
              {disputed > 0 && <span className="ex-disputed">{t('marking.disputed', { count: disputed })}</span>}
            </p>
            <ul className="ex-progress">
              {questions.map((question, at) => (
                <QuestionProgress key={question.versionId} number={at + 1} question={question} />
              ))}
            </ul>
          </>
        )}
      </section>
      <MarkersTable examId={examId} />
    </div>
  )
}

function QuestionProgress({ number, question }: { number: number; question: MarkedQuestion }) {
  const t = useText('exams')
  const { marked, total, disputed, content } = question
  return (
    <li data-done={marked === total}>
      <span>
        {t('marking.question', { number })} <small className="sy-faint">{excerptOf(presentedOf(content).stem)}</small>
      </span>
      <progress aria-hidden max={Math.max(1, total)} value={marked} />
      <span className="sy-number">
        {marked} / {total}
        {disputed > 0 && <small className="ex-disputed">{t('marking.disputed', { count: disputed })}</small>}
      </span>
    </li>
  )
}
