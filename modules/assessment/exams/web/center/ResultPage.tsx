import '../parts/exams.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { pointsOfTenths } from '#modules/assessment/questions/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { AttemptOutcome } from '../../contract/answering.ts'
import { exams } from '../../contract.ts'
import { AttemptTrail } from '../parts/AttemptTrail.tsx'
import { examPaths } from '../paths.ts'

/** How an attempt ended. */
export default function ResultPage() {
  const t = useText('exams')
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(exams.attemptOutcome, { params: { id } }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />
  return (
    <>
      <PageHeader back={<Link to={examPaths.one(data.examId)}>{t('result.back')}</Link>} title={data.examName} />
      <section className="sy-card ex-result" aria-live="polite">
        <Outcome outcome={data} />
        {data.submittedAt !== null && (
          <p className="sy-faint">
            {t(`result.cause.${data.cause ?? 'member'}`)} · <DateText value={data.submittedAt} style="second" />
          </p>
        )}
        <div className="sy-row sy-wrap sy-gap-3 ex-result-ways">
          {data.mayViewPaper && (
            <Link className="sy-button" to={examPaths.paper(id)}>
              {t('result.viewPaper')}
            </Link>
          )}
          {data.state !== 'in-progress' && (
            <Link className="sy-button sy-button-plain" to={examPaths.records}>
              {t('records.title')}
            </Link>
          )}
        </div>
      </section>
      {data.mayViewPaper && <Slot name="exam-result" values={{ examId: data.examId }} />}
      <AttemptTrail attemptId={id} />
    </>
  )
}

function Outcome({ outcome }: { outcome: AttemptOutcome }) {
  const t = useText('exams')
  const { state, scoreTenths, totalTenths, result, scoreFrom } = outcome
  if (state === 'in-progress')
    return (
      <Link className="sy-button" to={examPaths.answer(outcome.examId)}>
        {t('entry.goOn')}
      </Link>
    )
  if (scoreTenths === null)
    return (
      <>
        <h2>{t('result.submitted')}</h2>
        <p>{t(state === 'to-grade' ? 'result.toGrade' : 'result.later')}</p>
        {scoreFrom !== null && (
          <p>
            {t('result.from')} <DateText value={scoreFrom} style="minute" />
          </p>
        )}
      </>
    )
  return (
    <>
      <h2>{result === null ? t('result.completed') : t(`result.of.${result}`)}</h2>
      <p>
        <span className="ex-result-score">{pointsOfTenths(scoreTenths)}</span> / {pointsOfTenths(totalTenths)}
      </p>
    </>
  )
}
