import '../parts/exams.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { KeyView } from '#modules/assessment/questions/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Prose } from '#web/ui/Prose.tsx'
import type { MarkedQuestion } from '../../contract/marking.ts'
import { exams } from '../../contract.ts'
import { AnswersToMark } from '../parts/AnswersToMark.tsx'
import { CannedCommentsDialog } from '../parts/CannedCommentsDialog.tsx'
import { MarkingProgress } from '../parts/MarkingProgress.tsx'
import { SameAnswers } from '../parts/SameAnswers.tsx'
import { examPaths } from '../paths.ts'

const views = ['by-question', 'by-person', 'progress'] as const
type View = (typeof views)[number]

/** Marking an exam question by question, which treats everybody alike, or person by person; and who has done how much. */
export default function MarkingPage() {
  const t = useText('exams')
  const { id = '' } = useParams()
  const [view, setView] = useState<View>('by-question')
  const [hasComments, setHasComments] = useState(false)
  const exam = useQuery(q(exams.markedExam, { params: { id } }))
  const { data, error, refetch } = useQuery(q(exams.markedQuestions, { params: { id } }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  const mayEdit = exam.data?.mayEdit ?? false
  return (
    <>
      <PageHeader
        back={<Link to={examPaths.marking}>{t('marking.title')}</Link>}
        title={exam.data?.examName ?? t('marking.title')}
        description={t('marking.hint')}
        actions={
          <>
            <button
              type="button"
              className="sy-button sy-button-plain sy-button-small"
              onClick={() => setHasComments(true)}
            >
              {t('marking.canned')}
            </button>
            <Link className="sy-button sy-button-plain sy-button-small" to={examPaths.appeals(id)}>
              {t('appeal.title')}
            </Link>
            {mayEdit && (
              <Link className="sy-button sy-button-plain sy-button-small" to={examPaths.markingSettings(id)}>
                {t('marking.settings')}
              </Link>
            )}
          </>
        }
      />
      {exam.data?.isSuspended && <p className="sy-note">{t('marking.suspendedNow')}</p>}
      <div className="ex-marking-views">
        <Choice
          label={t('marking.views')}
          options={views.map((value) => ({ value, label: t(`marking.view.${value}`) }))}
          value={view}
          onChange={setView}
        />
      </div>
      {view === 'progress' && <MarkingProgress examId={id} questions={data} />}
      {view !== 'progress' && data.length === 0 && <EmptyState title={t('marking.nothing')} />}
      {view === 'by-question' && <ByQuestion examId={id} questions={data} />}
      {view === 'by-person' && data.length > 0 && <AnswersToMark examId={id} questions={data} />}
      {hasComments && <CannedCommentsDialog examId={id} mayEdit={mayEdit} onClose={() => setHasComments(false)} />}
    </>
  )
}

interface Props {
  readonly examId: string
  readonly questions: readonly MarkedQuestion[]
}

function ByQuestion({ examId, questions }: Props) {
  const t = useText('exams')
  const [chosen, setChosen] = useState<string>()
  const question = questions.find(({ versionId }) => versionId === chosen) ?? questions[0]
  if (!question) return null
  const { versionId } = question
  return (
    <div className="ex-marking">
      <nav className="sy-card ex-marking-questions" aria-label={t('marking.questions')}>
        {questions.map(({ marked, total, ...one }, at) => (
          <button
            key={one.versionId}
            type="button"
            aria-current={one.versionId === versionId}
            onClick={() => setChosen(one.versionId)}
          >
            {t('marking.question', { number: at + 1 })}
            <progress aria-hidden max={Math.max(1, total)} value={marked} />
            <small>
              {marked} / {total}
            </small>
          </button>
        ))}
      </nav>
      <div className="ex-viewed" key={versionId}>
        <section className="sy-card ex-marked-question" aria-label={t('marking.theQuestion')}>
          <p className="ex-question-head">
            <strong>{t('marking.question', { number: questions.indexOf(question) + 1 })}</strong>
            <small>{t('answer.points', { count: question.maxTenths / 10 })}</small>
          </p>
          <Prose html={question.content.stem} />
          <KeyView content={question.content} />
        </section>
        <SameAnswers examId={examId} question={question} />
        <AnswersToMark {...{ examId, questions, versionId }} />
      </div>
    </div>
  )
}
