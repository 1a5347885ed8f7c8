import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { practice } from '../../contract.ts'
import { KnownFacts } from '../parts/KnownFacts.tsx'
import { StartForm } from '../parts/StartForm.tsx'
import { practicePaths } from '../paths.ts'

/** A practice set before the start: how much of it the learner has answered, and what to ask now. */
export default function SetPage() {
  const t = useText('practice')
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(practice.practiceSet, { params: { id } }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={5} />
  return (
    <>
      <PageHeader
        back={<Link to={practicePaths.all}>{t('list.title')}</Link>}
        title={data.name}
        description={data.summary}
        actions={
          data.openPracticeId !== null && (
            <Link className="sy-button" to={practicePaths.run(data.openPracticeId)}>
              {t('list.resume')}
            </Link>
          )
        }
      />
      <KnownFacts known={data} />
      <StartForm
        source={{ kind: 'set', id }}
        kinds={data.kinds.map(({ kind }) => kind)}
        available={data.questionCount}
      />
    </>
  )
}
