import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ask } from '../../contract.ts'
import { askPaths } from '../paths.ts'
import { Questions } from './AskPage.tsx'
import '../parts/ask.css'

/** The questions of a topic. */
export default function TopicPage() {
  const t = useText('ask')
  const { id = '' } = useParams()
  const { data, isPending, error, refetch } = useQuery(q(ask.askTopic, { params: { id } }))
  if (isPending) return <LoadingState rows={8} />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader
        title={data.name}
        description={`${t('topic.questions', { count: data.questionCount })} · ${t('topic.unanswered', { count: data.unansweredCount })}`}
        back={<Link to={askPaths.home}>{t('home.title')}</Link>}
        actions={
          <Link className="sy-button sy-button-small" to={askPaths.new}>
            {t('home.ask')}
          </Link>
        }
      />
      <Questions name="ask-topic" query={{ topicId: id }} />
    </>
  )
}
