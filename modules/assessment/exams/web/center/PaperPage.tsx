import '../parts/exams.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { pointsOfTenths } from '#modules/assessment/questions/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { exams } from '../../contract.ts'
import { AppealDialog } from '../parts/AppealDialog.tsx'
import { ViewedQuestion } from '../parts/ViewedQuestion.tsx'
import { examPaths } from '../paths.ts'

/** The own paper with the key, when the exam allows it. */
export default function PaperPage() {
  const t = useText('exams')
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(exams.viewedPaper, { params: { id } }))
  const trail = useQuery(q(exams.attemptTrail, { params: { id } }, { quiet: true }))
  const [appealed, setAppealed] = useState<number>()
  const waiting = new Set(trail.data?.appeals.filter((one) => one.state === 'open').map((one) => one.place))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={8} />
  return (
    <>
      <PageHeader
        back={<Link to={examPaths.result(id)}>{t('paper.back')}</Link>}
        title={data.examName}
        description={
          data.scoreTenths !== null && `${pointsOfTenths(data.scoreTenths)} / ${pointsOfTenths(data.totalTenths)}`
        }
      />
      {data.sections.map((section, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sections of an attempt stay in their order.
        <section key={at} className="ex-viewed" aria-label={section.title}>
          <h2>{section.title}</h2>
          {section.questions.map((question) => (
            <ViewedQuestion key={question.place} {...question}>
              {trail.data?.mayAppeal && (
                <Button
                  size="small"
                  aria-label={t('appeal.of', { place: question.place })}
                  disabled={waiting.has(question.place)}
                  onClick={() => setAppealed(question.place)}
                >
                  {t(waiting.has(question.place) ? 'appeal.states.open' : 'appeal.make')}
                </Button>
              )}
            </ViewedQuestion>
          ))}
        </section>
      ))}
      {appealed !== undefined && (
        <AppealDialog attemptId={id} place={appealed} onClose={() => setAppealed(undefined)} />
      )}
    </>
  )
}
