import '../parts/pushes.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Segmented, Select } from 'antd'
import { Fragment, useMemo, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { download, q } from '#web/api/query.ts'
import { type TextOf, useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type TeamMetric, type TeamPeriod, type TeamRow, teamMetrics } from '../../contract/team.ts'
import { pushes } from '../../contract.ts'
import { Bar } from '../parts/Tags.tsx'
import { pushPaths } from '../paths.ts'

const periods = [7, 30, 90, 365] as const

interface View {
  readonly period: TeamPeriod
  readonly metric: TeamMetric
  readonly search?: string | undefined
}

/** `#/center/director/study/team/{id}`: how a team studies (COURSE-006): figures, members, contribution, ranks. */
export default function TeamPage() {
  const t = useText('pushes')
  const { id = '' } = useParams()
  const params = { id }
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [view, setView] = useState<View>({ period: 30, metric: 'study-time' })
  const { page, pageSize } = paging
  const summary = useQuery({
    ...q(pushes.teamSummary, { params, query: { period: view.period } }),
    placeholderData: keepPreviousData,
  })
  const list = useQuery({
    ...q(pushes.teamMembers, { params, query: { ...view, page, pageSize } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const columns = useTeamColumns(view.metric)
  const put = (part: Partial<View>) => {
    setView((before) => ({ ...before, ...part }))
    paging.reset()
  }
  if (summary.isError && !summary.data)
    return <ErrorState page error={summary.error} onRetry={() => void summary.refetch()} />
  if (!summary.data) return <LoadingState rows={8} />
  const { kind, name } = summary.data
  return (
    <>
      <PageHeader
        title={kind === 'organization' ? name : t('team.of', { name })}
        description={t('team.members', { count: summary.data.memberCount })}
        back={<Link to={`${pushPaths.director}?tab=teams`}>{t('director.tab.teams')}</Link>}
        actions={<ExportButton id={id} view={view} />}
      />
      <section className="sy-card" aria-label={t('team.figures')}>
        <Figures summary={summary.data} />
      </section>
      <div className="pu-section">
        <h2>{t('team.ranking')}</h2>
        <div className="sy-row sy-wrap sy-gap-3 pu-toolbar">
          <Segmented<TeamMetric>
            aria-label={t('team.metric')}
            value={view.metric}
            options={teamMetrics.map((value) => ({ value, label: t(`team.by.${value}`) }))}
            onChange={(metric) => put({ metric })}
          />
          <Select<TeamPeriod>
            aria-label={t('team.period')}
            value={view.period}
            options={periods.map((value) => ({ value, label: t('team.days', { count: value }) }))}
            onChange={(period) => put({ period })}
          />
          <SearchBox label={t('members.search')} onSearch={(search) => put({ search: search || undefined })} />
        </div>
        <ListTable<TeamRow>
          list={list}
          label={t('team.ranking')}
          columns={columns}
          rowKey={(row) => row.member.id}
          paging={paging}
          empty={<EmptyState small title={t('members.none')} />}
        />
      </div>
    </>
  )
}

function ExportButton({ id, view }: { id: string; view: View }) {
  const t = useText('pushes')
  const { busy, run } = useAction()
  const save = () => run(() => download(pushes.exportTeam, { params: { id }, query: view }))
  return (
    <Button icon={<Icon name="download" size={16} />} loading={busy} onClick={() => void save()}>
      {t('export')}
    </Button>
  )
}

/** Study time in hours, from the tenth of one on. */
function hoursText(t: TextOf, seconds: number): string {
  const minutes = Math.floor((seconds + 30) / 60)
  return minutes < 60 ? t('team.minutes', { minutes }) : t('team.hours', { hours: (minutes / 60).toFixed(1) })
}

function changeText(t: TextOf, now: number, before: number): string {
  if (before === 0) return t('team.noBefore')
  const percent = Math.round(((now - before) * 100) / before)
  return t(percent >= 0 ? 'team.more' : 'team.less', { percent: Math.abs(percent) })
}

function Figures({ summary }: { summary: Output<typeof pushes.teamSummary> }) {
  const t = useText('pushes')
  const { activeCount, memberCount, studySeconds, studySecondsBefore, finishedCount, finishedCountBefore } = summary
  const { taskCount, taskDoneCount, taskOverdueCount } = summary
  const figures = [
    [t('team.active'), `${activeCount} / ${memberCount}`, t('team.activeHint')],
    [t('team.by.study-time'), hoursText(t, studySeconds), changeText(t, studySeconds, studySecondsBefore)],
    [t('team.by.finished'), String(finishedCount), changeText(t, finishedCount, finishedCountBefore)],
    [t('team.by.tasks'), `${taskDoneCount} / ${taskCount}`, t('team.overdue', { count: taskOverdueCount })],
  ] as const
  return (
    <Facts
      shape="figures"
      items={figures.map(([label, value, hint]) => [
        label,
        <Fragment key={label}>
          {value}
          <small>{hint}</small>
        </Fragment>,
      ])}
    />
  )
}

function useTeamColumns(metric: TeamMetric) {
  const t = useText('pushes')
  return useMemo(
    () => [
      {
        title: t('team.rank'),
        key: 'rank',
        width: 64,
        render: (_: unknown, { rank }: TeamRow) => (
          <span className="pu-rank" data-place={rank}>
            {rank}
          </span>
        ),
      },
      {
        title: t('members.member'),
        key: 'member',
        render: (_: unknown, { member }: TeamRow) => (
          <Link to={pushPaths.member(member.id)} className="sy-quiet">
            <Person name={member.fullName} path={member.avatarPath} note={member.organization.name} />
          </Link>
        ),
      },
      {
        title: t('team.by.study-time'),
        key: 'time',
        align: 'right' as const,
        render: (_: unknown, row: TeamRow) => hoursText(t, row.studySeconds),
      },
      { title: t('team.by.finished'), dataIndex: 'finishedCount', align: 'right' as const },
      {
        title: t('team.by.tasks'),
        key: 'tasks',
        align: 'right' as const,
        render: (_: unknown, { taskDoneCount, taskCount, taskOverdueCount }: TeamRow) => (
          <>
            {taskDoneCount} / {taskCount}
            {taskOverdueCount > 0 && (
              <small className="pu-due-late"> {t('team.overdue', { count: taskOverdueCount })}</small>
            )}
          </>
        ),
      },
      {
        title: t('team.contribution'),
        key: 'contribution',
        width: 180,
        render: (_: unknown, { contributionPermille, member }: TeamRow) => {
          const percent = contributionPermille / 10
          const label = t('team.contributionOf', { name: member.fullName, percent, metric: t(`team.by.${metric}`) })
          return (
            <span className="pu-cell-progress">
              <Bar percent={percent} label={label} />
              <small className="sy-faint">{percent.toFixed(1)}%</small>
            </span>
          )
        },
      },
    ],
    [t, metric],
  )
}
