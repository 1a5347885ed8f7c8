import '../parts/exams.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import type { MarkedQuestion } from '../../contract/marking.ts'
import { exams } from '../../contract.ts'
import { MarkedAnswerCard } from '../parts/MarkedAnswerCard.tsx'
import { examPaths } from '../paths.ts'

/** Marking an exam question by question: the same rule for everybody, one after the other. */
export default function MarkingPage() {
  const t = useText('exams')
  const { id = '' } = useParams()
  const [chosen, setChosen] = useState<string>()
  const { data, error, refetch } = useQuery(q(exams.markedQuestions, { params: { id } }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  const question = data.find(({ versionId }) => versionId === chosen) ?? data[0]
  return (
    <>
      <PageHeader
        back={<Link to={examPaths.marking}>{t('marking.title')}</Link>}
        title={t('marking.ofExam')}
        description={t('marking.hint')}
        actions={
          <>
            <Link className="sy-button sy-button-plain sy-button-small" to={examPaths.appeals(id)}>
              {t('appeal.title')}
            </Link>
            <Link className="sy-button sy-button-plain sy-button-small" to={examPaths.markingSettings(id)}>
              {t('marking.settings')}
            </Link>
          </>
        }
      />
      {!question && <EmptyState title={t('marking.nothing')} />}
      {question && (
        <div className="ex-marking">
          <nav className="sy-card ex-marking-questions" aria-label={t('marking.questions')}>
            {data.map(({ versionId, marked, total }, at) => (
              <button
                key={versionId}
                type="button"
                aria-current={versionId === question.versionId}
                onClick={() => setChosen(versionId)}
              >
                {t('marking.question', { number: at + 1 })}
                <progress aria-hidden max={Math.max(1, total)} value={marked} />
                <small>
                  {marked} / {total}
                </small>
              </button>
            ))}
          </nav>
          <Answers key={question.versionId} examId={id} question={question} />
        </div>
      )}
    </>
  )
}

interface AnswersProps {
  readonly examId: string
  readonly question: MarkedQuestion
}

function Answers({ examId, question }: AnswersProps) {
  const { versionId, content, rubric } = question
  const t = useText('exams')
  const paging = usePaging(10)
  const { page, pageSize } = paging
  const query = { page, pageSize, versionId }
  const { data, error, refetch } = useQuery(q(exams.markedAnswers, { params: { id: examId }, query }, { quiet: true }))
  const comments = useQuery(q(exams.cannedComments, { params: { id: examId } }, { quiet: true }))
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />
  return (
    <section className="ex-viewed" aria-label={t('marking.answers')}>
      {data.items.length === 0 && <EmptyState small title={t('marking.nothing')} />}
      {data.items.map((answer) => (
        <MarkedAnswerCard
          key={`${answer.attemptId} ${answer.place}`}
          {...{ answer, content, rubric, comments: comments.data ?? [] }}
        />
      ))}
      <Pager paging={paging} recordCount={data.recordCount} />
    </section>
  )
}
