import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { courses } from '../../contract.ts'
import { coursePaths } from '../paths.ts'

type Row = Output<typeof courses.followedCourses>['items'][number]

/** The courses whose learners one may follow, with how many are how far. */
export default function FollowedCoursesPage() {
  const t = useText('courses')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useState('')
  const query = { search, page: paging.page, pageSize: paging.pageSize }
  const { data, isFetching, error, refetch } = useQuery({
    ...q(courses.followedCourses, { query }),
    placeholderData: (last) => last,
  })
  const find = (text: string) => {
    setSearch(text)
    paging.reset()
  }
  return (
    <>
      <PageHeader title={t('followed.title')} description={t('followed.description')} />
      <div className="sy-toolbar">
        <SearchBox label={t('followed.search')} onSearch={find} />
      </div>
      {error && !data ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <DataTable<Row>
          label={t('followed.title')}
          rows={data?.items}
          rowKey="id"
          loading={isFetching}
          paging={paging}
          recordCount={data?.recordCount}
          empty={<EmptyState title={t('followed.none')} />}
          columns={[
            {
              title: t('followed.course'),
              key: 'name',
              render: (_, row) => <Link to={coursePaths.board(row.id)}>{row.name}</Link>,
            },
            {
              title: t('followed.status'),
              key: 'status',
              render: (_, row) => <Tag>{t(`maps.course-status.${row.status}`)}</Tag>,
            },
            {
              title: t('followed.learners'),
              key: 'learnerCount',
              render: (_, row) => <NumberText value={row.learnerCount} />,
            },
            {
              title: t('followed.learning'),
              key: 'learningCount',
              render: (_, row) => <NumberText value={row.learningCount} />,
            },
            { title: t('followed.done'), key: 'doneCount', render: (_, row) => <NumberText value={row.doneCount} /> },
            {
              title: t('followed.publishedAt'),
              key: 'publishedAt',
              render: (_, row) => <DateText value={row.publishedAt} style="day" />,
            },
          ]}
        />
      )}
    </>
  )
}
