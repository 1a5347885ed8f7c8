import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { call } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { study } from '../../contract.ts'
import { Events, type TimelineEvent } from '../parts/Events.tsx'
import { studyPaths } from '../paths.ts'

type Answer = Output<typeof study.learningTimeline>
const start: Answer['next'] = null

/** By the month in which they were, in their order. */
function byMonth(events: readonly TimelineEvent[], language: 'cn' | 'en'): [string, TimelineEvent[]][] {
  const format = new Intl.DateTimeFormat(language === 'cn' ? 'zh-CN' : 'en-GB', { year: 'numeric', month: 'long' })
  return [...Map.groupBy(events, (event) => format.format(event.at))]
}

/** Everything that the member began, finished and earned. */
export default function TimelinePage() {
  const t = useText('study')
  const language = useLanguage()
  const timeline = useInfiniteQuery({
    queryKey: ['study.timeline', language],
    initialPageParam: start,
    queryFn: ({ pageParam }: { pageParam: Answer['next'] }) =>
      call(study.learningTimeline, { query: pageParam ?? {} }, { quiet: true }),
    getNextPageParam: (last: Answer) => last.next,
  })
  const events = timeline.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <PageHeader
        title={t('timeline.title')}
        description={t('timeline.description')}
        back={<Link to={studyPaths.center}>{t('history.center')}</Link>}
      />
      {timeline.isPending && <LoadingState rows={8} />}
      {timeline.isError && !timeline.data && (
        <ErrorState error={timeline.error} onRetry={() => void timeline.refetch()} />
      )}
      {timeline.data && events.length === 0 && (
        <EmptyState
          title={t('timeline.none')}
          description={t('timeline.noneHint')}
          action={<Link to={studyPaths.catalogue}>{t('history.browse')}</Link>}
        />
      )}
      {byMonth(events, language).map(([month, some]) => (
        <section key={month} aria-label={month}>
          <h2 className="st-month">{month}</h2>
          <div className="sy-card">
            <Events events={some} />
          </div>
        </section>
      ))}
      {timeline.hasNextPage && (
        <Button className="st-more" loading={timeline.isFetchingNextPage} onClick={() => void timeline.fetchNextPage()}>
          {t('timeline.more')}
        </Button>
      )}
    </>
  )
}
