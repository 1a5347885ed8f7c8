import '../courses.css'
import './admin.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { StatusTags } from '#modules/content/catalog/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { courses } from '../../contract.ts'
import { coursePaths } from '../paths.ts'
import { ShareBar } from './ShareBar.tsx'

type Row = Output<typeof courses.followedCourses>['items'][number]

/** Courses whose learners the member may see: where to look first. */
export default function FollowedPage() {
  const t = useText('courses')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useState('')
  const { page, pageSize } = paging
  const list = useQuery({
    ...q(courses.followedCourses, { query: { page, pageSize, search: search || undefined } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(
    () => [
      {
        title: t('authoring.course'),
        key: 'name',
        render: (_: unknown, row: Row) => <Link to={coursePaths.board(row.id)}>{row.name}</Link>,
      },
      {
        title: t('authoring.status'),
        key: 'status',
        render: (_: unknown, row: Row) => <StatusTags status={row.status} />,
      },
      { title: t('detail.learners'), dataIndex: 'learnerCount', align: 'right' as const },
      {
        title: t('board.distribution'),
        key: 'share',
        width: 320,
        render: (_: unknown, { learnerCount, learningCount, doneCount }: Row) => (
          <ShareBar done={doneCount} learning={learningCount} notStarted={learnerCount - learningCount - doneCount} />
        ),
      },
      {
        title: t('detail.publishedAt'),
        key: 'publishedAt',
        render: (_: unknown, row: Row) => <DateText value={row.publishedAt} style="day" />,
      },
    ],
    [t],
  )
  return (
    <>
      <PageHeader title={t('board.title')} description={t('board.titleHint')} />
      <div className="co-toolbar co-toolbar-admin">
        <SearchBox
          label={t('authoring.search')}
          onSearch={(text) => {
            setSearch(text)
            paging.reset()
          }}
        />
      </div>
      {list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          label={t('board.title')}
          columns={columns}
          rows={list.data?.items}
          rowKey="id"
          loading={list.isPending}
          paging={paging}
          recordCount={list.data?.recordCount}
          empty={<EmptyState small title={t('board.noCourses')} />}
        />
      )}
    </>
  )
}
