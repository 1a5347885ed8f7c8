import '../parts/homework.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { classes } from '#modules/training/classes/contract.ts'
import { ClassTabs } from '#modules/training/classes/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type ClassHomework, type HomeworkMember, type MemberFilter, memberFilters } from '../../contract/marking.ts'
import { homework } from '../../contract.ts'
import { Points, WorkTag } from '../parts/WorkTag.tsx'
import { homeworkPaths } from '../paths.ts'
import { ArchiveButton } from './ArchiveButton.tsx'
import { RulesButton } from './RulesButton.tsx'

/** The homework of a class for those who run it: who has handed in, who is late, and what waits for a mark. */
export default function ClassHomeworkPage() {
  const t = useText('homework')
  const { id = '' } = useParams()
  const one = useQuery(q(classes.editedClass, { params: { id } }, { quiet: true }))
  const list = useQuery(q(homework.classHomework, { params: { id } }))
  return (
    <>
      <PageHeader
        title={one.data?.name ?? t('own.title')}
        back={<Link to="/admin/classes">{t('managing.back')}</Link>}
      />
      <ClassTabs classId={id} active="/admin/classes/:id/homework" />
      <div id="class-panel" role="tabpanel" aria-label={t('own.title')} className="sy-column sy-gap-4">
        {list.isPending && <LoadingState rows={5} />}
        {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.length === 0 && <EmptyState title={t('managing.none')} description={t('managing.noneHint')} />}
        {list.data && list.data.length > 0 && <Tasks classId={id} tasks={list.data} />}
      </div>
    </>
  )
}

function Tasks({ classId, tasks }: { classId: string; tasks: readonly ClassHomework[] }) {
  const t = useText('homework')
  const [search, setSearch] = useSearchParams()
  const chosen = tasks.find(({ activityId }) => activityId === search.get('task')) ?? tasks[0]
  if (!chosen) return null
  const { activityId, dueAt, participants, open, waiting, returned, marked, passed, late } = chosen
  return (
    <>
      <section className="sy-card hw-card sy-column sy-gap-3" aria-label={chosen.name}>
        <div className="sy-row sy-wrap sy-gap-3">
          <Select
            aria-label={t('managing.task')}
            style={{ minWidth: 240 }}
            value={activityId}
            options={tasks.map((one) => ({ value: one.activityId, label: one.name }))}
            onChange={(task) => setSearch({ task }, { replace: true })}
          />
          {dueAt !== null && (
            <span className="sy-faint">
              {t('task.due')} <DateText value={dueAt} style="minute" />
            </span>
          )}
        </div>
        <Facts
          shape="figures"
          items={[
            [t('managing.handedIn'), `${participants - open} / ${participants}`],
            [t('state.waiting'), waiting],
            [t('state.returned'), returned],
            [t('state.marked'), marked],
            [t('managing.passed'), passed],
            [t('state.late'), late],
          ]}
        />
        <div className="sy-row sy-wrap sy-gap-3">
          <NextLink key={activityId} classId={classId} activityId={activityId} />
          <RulesButton key={`rules ${activityId}`} params={{ id: classId, activityId }} />
          <ArchiveButton key={`archive ${activityId}`} params={{ id: classId, activityId }} />
        </div>
      </section>
      <Members key={activityId} classId={classId} activityId={activityId} />
    </>
  )
}

/** Opens what waits longest. */
function NextLink({ classId, activityId }: { classId: string; activityId: string }) {
  const t = useText('homework')
  const { data } = useQuery(
    q(homework.nextHomework, { params: { id: classId, activityId }, query: {} }, { quiet: true }),
  )
  if (!data?.memberId) return null
  return (
    <Link className="sy-button" to={homeworkPaths.marking(classId, activityId, data.memberId)}>
      {t('managing.markNext', { count: data.waiting })}
    </Link>
  )
}

function Members({ classId, activityId }: { classId: string; activityId: string }) {
  const t = useText('homework')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [state, setState] = useState<MemberFilter>()
  const params = { id: classId, activityId }
  const query = { page: paging.page, pageSize: paging.pageSize, ...(search && { search }), ...(state && { state }) }
  const task = useQuery(q(homework.homeworkTask, { params }))
  const list = useQuery({
    ...q(homework.homeworkMembers, { params, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <div>
      <div className="sy-toolbar">
        <SearchBox label={t('managing.search')} onSearch={setSearch} />
        <Select<MemberFilter>
          allowClear
          style={{ width: 150 }}
          placeholder={t('managing.all')}
          aria-label={t('managing.state')}
          onChange={(value?: MemberFilter) => {
            setState(value)
            paging.reset()
          }}
          options={memberFilters.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
      </div>
      <ListTable<HomeworkMember>
        label={t('managing.members')}
        list={list}
        rowKey={({ member }) => member.id}
        paging={paging}
        empty={<EmptyState small title={t('managing.noMembers')} />}
        columns={[
          {
            title: t('managing.member'),
            key: 'member',
            render: (_, { member, organizationName }) => (
              <Person name={member.fullName} path={member.avatarPath} note={organizationName} />
            ),
          },
          { title: t('managing.state'), key: 'state', render: (_, row) => <WorkTag work={row} /> },
          {
            title: t('managing.submittedAt'),
            key: 'at',
            render: (_, { submittedAt }) =>
              submittedAt === null ? '—' : <DateText value={submittedAt} style="minute" />,
          },
          { title: t('managing.versions'), key: 'versions', render: (_, { versions }) => versions || '—' },
          {
            title: t('mark.title'),
            key: 'mark',
            render: (_, { tenths }) =>
              tenths === null ? '—' : <Points tenths={tenths} maxTenths={task.data?.maxTenths ?? tenths} />,
          },
          {
            title: '',
            key: 'open',
            render: (_, { member, state: own }) =>
              own === 'open' ? null : (
                <Link to={homeworkPaths.marking(classId, activityId, member.id)}>
                  {t(own === 'waiting' ? 'managing.mark' : 'managing.look')}
                  <span className="sy-visually-hidden"> {member.fullName}</span>
                </Link>
              ),
          },
        ]}
      />
    </div>
  )
}
