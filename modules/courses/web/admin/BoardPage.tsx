import '../courses.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { courses } from '../../contract.ts'
import { studyTimeText } from '../durations.ts'
import { ProgressRing } from '../ProgressRing.tsx'
import { coursePaths } from '../paths.ts'
import { LearnerDrawer } from './LearnerDrawer.tsx'

type Row = Output<typeof courses.courseBoard>['items'][number]
type State = 'not-started' | 'learning' | 'done'

const states: readonly State[] = ['not-started', 'learning', 'done']

interface Filters {
  readonly search?: string
  readonly organizationId?: string
  readonly state?: State
}

function useColumns(open: (row: Row) => void) {
  const t = useText('courses')
  return [
    {
      title: t('board.learner'),
      key: 'member',
      render: (_: unknown, row: Row) => (
        <Button type="link" className="co-board-member" onClick={() => open(row)}>
          <Avatar name={row.member.fullName} path={row.member.avatarPath} size={32} />
          {row.member.fullName}
        </Button>
      ),
    },
    { title: t('board.organization'), key: 'organization', render: (_: unknown, row: Row) => row.organization.name },
    {
      title: t('board.progress'),
      key: 'percent',
      render: (_: unknown, row: Row) => (
        <ProgressRing percent={row.percent} label={t('card.progress', { percent: row.percent })} />
      ),
    },
    {
      title: t('board.where'),
      key: 'where',
      render: (_: unknown, row: Row) => row.lastSection?.title ?? <span className="sy-faint">—</span>,
    },
    {
      title: t('board.studyTime'),
      key: 'studyTime',
      render: (_: unknown, row: Row) => studyTimeText(t, row.studySeconds),
    },
    {
      title: t('board.lastStudied'),
      key: 'lastStudiedAt',
      render: (_: unknown, row: Row) => <DateText value={row.lastStudiedAt} style="relative" />,
    },
    {
      title: t('board.finishedAt'),
      key: 'finishedAt',
      render: (_: unknown, row: Row) => <DateText value={row.finishedAt} />,
    },
  ]
}

/** Who is where in a course. */
export default function BoardPage() {
  const t = useText('courses')
  const { id: courseId = '' } = useParams()
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [filters, setFilters] = useState<Filters>({})
  const [shown, setShown] = useState<Row>()
  const [exporting, setExporting] = useState(false)
  const columns = useColumns(setShown)
  const params = { courseId }
  const summary = useQuery(q(courses.courseBoardSummary, { params }))
  const query = { ...filters, page: paging.page, pageSize: paging.pageSize }
  const { data, isFetching, error, refetch } = useQuery({
    ...q(courses.courseBoard, { params, query }),
    placeholderData: (last) => last,
  })
  const filter = (change: Filters) => {
    setFilters({ ...filters, ...change })
    paging.reset()
  }
  const exportAll = async () => {
    setExporting(true)
    await download(courses.exportCourseBoard, { params, query: filters }).catch(() => undefined)
    setExporting(false)
  }
  const figures = summary.data
  const countOf: Record<State, number | undefined> = {
    'not-started': figures?.notStartedCount,
    learning: figures?.learningCount,
    done: figures?.doneCount,
  }
  return (
    <>
      <PageHeader
        title={figures?.courseName ?? t('board.title')}
        description={t('board.description')}
        back={<Link to={coursePaths.followed}>{t('followed.title')}</Link>}
        actions={
          <Button icon={<Icon name="download" size={16} />} loading={exporting} onClick={() => void exportAll()}>
            {t('board.export')}
          </Button>
        }
      />
      <div className="sy-toolbar">
        <Segmented<State | 'all'>
          value={filters.state ?? 'all'}
          aria-label={t('board.state')}
          onChange={(state) => filter({ state: state === 'all' ? undefined : state })}
          options={[
            { value: 'all', label: `${t('board.all')} ${figures?.learnerCount ?? ''}` },
            ...states.map((state) => ({
              value: state,
              label: `${t(`board.states.${state}`)} ${countOf[state] ?? ''}`,
            })),
          ]}
        />
        <SearchBox label={t('board.search')} onSearch={(search) => filter({ search })} />
        <Select
          style={{ minWidth: 200 }}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          value={filters.organizationId}
          placeholder={t('board.allOrganizations')}
          aria-label={t('board.allOrganizations')}
          onChange={(organizationId?: string) => filter({ organizationId })}
          options={(figures?.organizations ?? []).map(({ id, name, learnerCount }) => ({
            value: id,
            label: `${name} (${learnerCount})`,
          }))}
        />
      </div>
      {error && !data ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <DataTable<Row>
          label={t('board.title')}
          columns={columns}
          rows={data?.items}
          rowKey={(row) => row.member.id}
          loading={isFetching}
          paging={paging}
          recordCount={data?.recordCount}
          empty={<EmptyState title={t('board.none')} />}
        />
      )}
      {shown && <LearnerDrawer courseId={courseId} row={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
