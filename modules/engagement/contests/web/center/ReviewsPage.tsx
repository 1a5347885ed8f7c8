import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { TabBar } from '#web/ui/TabBar.tsx'
import type { ReviewListItem } from '../../contract/reviewing.ts'
import { reviewFilters } from '../../contract/states.ts'
import { contests } from '../../contract.ts'
import { ReviewTag } from '../parts/ContestTag.tsx'
import { contestPaths } from '../paths.ts'

/** The works that the member reviews (TRAINING-013). */
export default function ReviewsPage() {
  const t = useText('contests')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [filter, setFilter] = useState<(typeof reviewFilters)[number]>('to-be-reviewed')
  const list = useQuery({
    ...q(contests.contestReviews, { query: { page: paging.page, pageSize: paging.pageSize, filter } }),
    placeholderData: keepPreviousData,
  })
  const counts = list.data?.counts
  return (
    <>
      <PageHeader
        back={<Link to={contestPaths.all}>{t('list.title')}</Link>}
        title={t('reviews.title')}
        description={t('reviews.description')}
      />
      <TabBar
        label={t('reviews.title')}
        tabs={reviewFilters.map((key) => ({
          ...{ key, title: t(`maps.contest-review.${key}`) },
          ...(counts && { count: counts[key] }),
        }))}
        active={filter}
        onChange={(key) => {
          setFilter(key)
          paging.reset()
        }}
        panelId="review-list"
      />
      <div id="review-list" role="tabpanel" aria-label={t(`maps.contest-review.${filter}`)} className="sy-tab-panel">
        <ListTable<ReviewListItem>
          label={t('reviews.title')}
          list={list}
          rowKey="id"
          paging={paging}
          empty={<EmptyState small title={t('reviews.none')} />}
          columns={[
            {
              title: t('results.work'),
              key: 'work',
              render: (_, { id, title, workNumber }) => (
                <>
                  <Link to={contestPaths.review(id)}>{title}</Link>{' '}
                  <small className="sy-faint">{t('work.number', { number: workNumber })}</small>
                </>
              ),
            },
            { title: t('list.contest'), dataIndex: 'contestName' },
            {
              title: t('form.round'),
              key: 'round',
              render: (_, { roundName, groupName }) => [roundName, groupName].filter((one) => one !== '').join(' · '),
            },
            { title: t('reviews.state'), key: 'state', render: (_, { state }) => <ReviewTag state={state} /> },
            {
              title: t('reviews.until'),
              key: 'until',
              render: (_, { until }) => <DateText value={until} style="minute" />,
            },
            {
              title: t('results.score'),
              key: 'total',
              render: (_, { total, totalMax }) => (total === null ? '–' : `${total} / ${totalMax}`),
            },
          ]}
        />
      </div>
    </>
  )
}
