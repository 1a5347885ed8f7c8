import '../subjects.css'
import './admin.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { subjects } from '../../contract.ts'
import { ProgressBar } from '../ProgressBar.tsx'
import { subjectPaths } from '../paths.ts'

type Learner = Output<typeof subjects.subjectLearners>['items'][number]
const states = ['all', 'not-started', 'learning', 'done', 'abandoned'] as const
type State = (typeof states)[number]

/** Who has registered for a subject, and how far they are. */
export default function SubjectLearnersPage() {
  const t = useText('subjects')
  const { id = '' } = useParams()
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [state, setState] = useState<State>('all')
  const [search, setSearch] = useState('')
  const params = { id }
  const subject = useQuery(q(subjects.editedSubject, { params }))
  const { page, pageSize } = paging
  const query = { page, pageSize, search: search || undefined, ...(state !== 'all' && { state }) }
  const list = useQuery({
    ...q(subjects.subjectLearners, { params, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const columns = useColumns()
  return (
    <>
      <PageHeader
        title={t('learners.title', { name: subject.data?.name ?? '' })}
        back={<Link to={subjectPaths.authored}>{t('authoring.title')}</Link>}
      />
      <div className="sy-row sy-wrap sy-gap-3 sb-toolbar">
        <SearchBox
          label={t('learners.search')}
          onSearch={(text) => {
            setSearch(text)
            paging.reset()
          }}
        />
        <Segmented
          aria-label={t('learners.states')}
          options={states.map((value) => ({ value, label: t(`learners.state.${value}`) }))}
          value={state}
          onChange={(value) => {
            setState(value)
            paging.reset()
          }}
        />
      </div>
      {list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          label={t('learners.label')}
          columns={columns}
          rows={list.data?.items}
          rowKey={({ member }: Learner) => member.id}
          loading={list.isPending}
          paging={paging}
          recordCount={list.data?.recordCount}
          empty={<EmptyState small title={t('learners.none')} />}
        />
      )}
    </>
  )
}

function useColumns() {
  const t = useText('subjects')
  return useMemo(
    () => [
      {
        title: t('learners.member'),
        key: 'member',
        render: (_: unknown, { member, organizationName }: Learner) => (
          <Person name={member.fullName} path={member.avatarPath} note={organizationName} />
        ),
      },
      {
        title: t('learners.progress'),
        key: 'progress',
        render: (_: unknown, { percent, member }: Learner) => (
          <ProgressBar percent={percent} label={t('content.progress', { name: member.fullName })} />
        ),
      },
      {
        title: t('learners.required'),
        key: 'required',
        render: (_: unknown, { finishedCount, requiredCount }: Learner) => `${finishedCount} / ${requiredCount}`,
      },
      {
        title: t('learners.studiedAt'),
        key: 'studiedAt',
        render: (_: unknown, { lastStudiedAt }: Learner) =>
          lastStudiedAt === null ? (
            <span className="sy-faint">—</span>
          ) : (
            <DateText value={lastStudiedAt} style="relative" />
          ),
      },
      {
        title: t('learners.finishedAt'),
        key: 'finishedAt',
        render: (_: unknown, { finishedAt }: Learner) =>
          finishedAt === null ? <span className="sy-faint">—</span> : <DateText value={finishedAt} style="day" />,
      },
    ],
    [t],
  )
}
