import '../parts/pushes.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { TabBar } from '#web/ui/TabBar.tsx'
import { pushes } from '../../contract.ts'
import { RequiredTag, TaskTag } from '../parts/Tags.tsx'
import { TaskRow } from '../parts/TaskRow.tsx'
import { pushPaths } from '../paths.ts'

const tabs = ['open', 'done', 'records'] as const
type Tab = (typeof tabs)[number]

/** What was pushed to the member: tasks, and everything content by content (COURSE-010, COURSE-077). */
export default function OwnPushesPage() {
  const t = useText('pushes')
  const [tab, setTab] = useState<Tab>('open')
  return (
    <>
      <PageHeader title={t('own.title')} description={t('own.hint')} />
      <TabBar
        label={t('own.title')}
        tabs={tabs.map((key) => ({ key, title: t(`own.tab.${key}`) }))}
        active={tab}
        panelId="own-pushes"
        onChange={setTab}
      />
      <div id="own-pushes" role="tabpanel" aria-label={t(`own.tab.${tab}`)} className="pu-section">
        {tab === 'records' ? <Records /> : <Tasks key={tab} state={tab} />}
      </div>
    </>
  )
}

function Tasks({ state }: { state: 'open' | 'done' }) {
  const t = useText('pushes')
  const { page, pageSize, change } = usePaging(TABLE_PAGE_SIZE)
  const tasks = useQuery({
    ...q(pushes.ownPushes, { query: { state, page, pageSize } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (tasks.isPending) return <LoadingState rows={5} />
  if (tasks.isError) return <ErrorState error={tasks.error} onRetry={() => void tasks.refetch()} />
  const { items, recordCount } = tasks.data
  if (recordCount === 0) return <EmptyState title={t(`own.none.${state}`)} description={t(`own.noneHint.${state}`)} />
  return (
    <div className="sy-grid sy-gap-3">
      {items.map((task) => (
        <TaskRow key={task.id} task={task} />
      ))}
      <Pagination hideOnSinglePage current={page} pageSize={pageSize} total={recordCount} onChange={change} />
    </div>
  )
}

type RecordRow = Output<typeof pushes.pushRecords>['items'][number]

function taskStatusOf({ courseStudyProgress: { isFinished, isStarted } }: RecordRow): 1 | 2 | 3 {
  if (isFinished) return 3
  return isStarted ? 2 : 1
}

function Records() {
  const t = useText('pushes')
  const language = useLanguage()
  const paging = usePaging(TABLE_PAGE_SIZE)
  const { page, pageSize } = paging
  const records = useQuery({
    ...q(pushes.pushRecords, { query: { page, pageSize } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(
    () => [
      {
        title: t('records.content'),
        key: 'name',
        render: (_: unknown, row: RecordRow) =>
          row.link === null ? row.businessName : <Link to={row.link}>{row.businessName}</Link>,
      },
      { title: t('records.kind'), key: 'kind', render: (_: unknown, row: RecordRow) => row.kindLabel[language] },
      {
        title: t('records.required'),
        key: 'required',
        render: (_: unknown, row: RecordRow) => <RequiredTag isRequired={row.isRequired} />,
      },
      {
        title: t('records.push'),
        key: 'push',
        render: (_: unknown, row: RecordRow) => <Link to={pushPaths.pack(row.pushId)}>{row.pushName}</Link>,
      },
      {
        title: t('records.pushTime'),
        key: 'time',
        render: (_: unknown, row: RecordRow) => <DateText value={row.pushTime} />,
      },
      {
        title: t('records.registered'),
        key: 'registered',
        render: (_: unknown, row: RecordRow) => t(row.courseRegister.isRegister === 1 ? 'yes' : 'no'),
      },
      {
        title: t('records.status'),
        key: 'status',
        render: (_: unknown, row: RecordRow) => <TaskTag status={taskStatusOf(row)} />,
      },
    ],
    [t, language],
  )
  return (
    <ListTable<RecordRow>
      list={records}
      label={t('own.tab.records')}
      columns={columns}
      rowKey={(row) => `${row.pushId} ${row.businessType} ${row.businessId}`}
      paging={paging}
      empty={<EmptyState small title={t('own.none.records')} />}
    />
  )
}
