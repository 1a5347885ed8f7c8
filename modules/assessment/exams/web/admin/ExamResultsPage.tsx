import '../parts/exams.css'
import './results.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabView } from '#web/ui/TabView.tsx'
import type { ExamResults } from '../../contract/results.ts'
import { exams } from '../../contract.ts'
import { PublishingTag } from '../parts/StateTag.tsx'
import { WindowText } from '../parts/WindowText.tsx'
import { examPaths } from '../paths.ts'
import { ResultsExport } from './ResultsExport.tsx'
import { ResultsOrganizations } from './ResultsOrganizations.tsx'
import { ResultsOverview } from './ResultsOverview.tsx'
import { ResultsPeople } from './ResultsPeople.tsx'
import { ResultsQuestions } from './ResultsQuestions.tsx'

/** While results are being added, the page looks again. */
const lookEveryMs = 20_000

/** The results of an exam for its editors: by person, question and organization. */
export default function ExamResultsPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    ...q(exams.examResults, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.isBehind ? lookEveryMs : false),
  })
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={8} />
  return <Results results={data} />
}

function Results({ results }: { results: ExamResults }) {
  const t = useText('exams')
  const { examId, computedAt, isBehind } = results
  return (
    <>
      <PageHeader
        back={<Link to={examPaths.editor(examId)}>{results.examName}</Link>}
        title={t('results.title')}
        description={
          <span className="sy-row sy-wrap sy-gap-3">
            <PublishingTag state={results.state} />
            <WindowText startAt={results.startAt} endAt={results.endAt} />
            {computedAt !== null && (
              <span className="sy-faint">
                {t('results.computed')} <DateText value={computedAt} style="minute" />
              </span>
            )}
            {isBehind && <span role="status">{t('results.behind')}</span>}
          </span>
        }
        actions={<ResultsExport examId={examId} />}
      />
      <TabView
        label={t('results.title')}
        tabs={[
          { key: 'overview', title: t('results.overview'), children: <ResultsOverview results={results} /> },
          { key: 'people', title: t('results.people'), children: <ResultsPeople examId={examId} /> },
          { key: 'questions', title: t('results.questions'), children: <ResultsQuestions examId={examId} /> },
          {
            key: 'organizations',
            title: t('results.organizations'),
            children: <ResultsOrganizations examId={examId} />,
          },
        ]}
      />
    </>
  )
}
