import '../parts/pushes.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { type PushRow, type PushState, pushStates } from '../../contract/shapes.ts'
import { pushes } from '../../contract.ts'
import { Bar, StateTag } from '../parts/Tags.tsx'
import { TeamCards } from '../parts/TeamCards.tsx'
import { UrgeLog } from '../parts/UrgeLog.tsx'
import { pushPaths } from '../paths.ts'

const tabs = ['pushes', 'teams', 'urges'] as const
type Tab = (typeof tabs)[number]

/** What those who lead do about study: push it, look at their teams, see the reminders that they sent. */
export default function DirectorPage() {
  const t = useText('pushes')
  const navigate = useNavigate()
  const [place, setPlace] = useSearchParams()
  const tab = tabs.find((key) => key === place.get('tab')) ?? 'pushes'
  const scope = useQuery(q(pushes.pushScope, {}, { quiet: true, cache: 'wide' }))
  // Who leads nobody looks at what is theirs, and pushes to nobody.
  const mayPush = scope.data !== undefined && scope.data.organizations.length + scope.data.subordinateCount > 0
  const button = mayPush && (
    <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => void navigate(pushPaths.newPush)}>
      {t('director.create')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('director.title')} description={t('director.hint')} actions={button} />
      <TabBar<Tab>
        label={t('director.title')}
        tabs={tabs.map((key) => ({ key, title: t(`director.tab.${key}`) }))}
        active={tab}
        panelId="director"
        onChange={(key) => setPlace({ tab: key }, { replace: true })}
      />
      <div id="director" role="tabpanel" aria-label={t(`director.tab.${tab}`)} className="pu-section">
        {tab === 'pushes' && <PushList mayPush={mayPush} />}
        {tab === 'teams' && <Teams />}
        {tab === 'urges' && <UrgeLog />}
      </div>
    </>
  )
}

function Teams() {
  const t = useText('pushes')
  const teams = useQuery(q(pushes.teams, {}, { quiet: true }))
  if (teams.isPending) return <LoadingState rows={4} />
  if (teams.isError) return <ErrorState error={teams.error} onRetry={() => void teams.refetch()} />
  if (teams.data.items.length === 0) return <EmptyState title={t('team.none')} description={t('team.noneHint')} />
  return <TeamCards teams={teams.data.items} />
}

type StateFilter = 'all' | PushState

function PushList({ mayPush }: { mayPush: boolean }) {
  const t = useText('pushes')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [place] = useSearchParams()
  const [state, setState] = useState<StateFilter>(() => pushStates.find((key) => key === place.get('state')) ?? 'all')
  const [search, setSearch] = useSearch(paging)
  const { page, pageSize } = paging
  const query = { page, pageSize, search, state: state === 'all' ? undefined : state }
  const list = useQuery({
    ...q(pushes.listPushes, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const columns = usePushColumns()
  return (
    <>
      <div className="sy-row sy-wrap sy-gap-3 pu-toolbar">
        <Segmented<StateFilter>
          aria-label={t('list.state')}
          value={state}
          options={(['all', ...pushStates] as const).map((value) => ({ value, label: t(`state.${value}`) }))}
          onChange={(value) => {
            setState(value)
            paging.reset()
          }}
        />
        <SearchBox label={t('list.search')} onSearch={setSearch} />
      </div>
      <ListTable<PushRow>
        list={list}
        label={t('director.tab.pushes')}
        columns={columns}
        rowKey="id"
        paging={paging}
        empty={<EmptyState small title={t('list.none')} description={mayPush && t('list.noneHint')} />}
      />
    </>
  )
}

function usePushColumns() {
  const t = useText('pushes')
  return useMemo(
    () => [
      {
        title: t('list.name'),
        key: 'name',
        render: (_: unknown, row: PushRow) => <Link to={pushPaths.push(row.id)}>{row.name}</Link>,
      },
      { title: t('list.state'), key: 'state', render: (_: unknown, row: PushRow) => <StateTag state={row.state} /> },
      {
        title: t('list.delivered'),
        key: 'delivered',
        align: 'right' as const,
        render: (_: unknown, row: PushRow) =>
          row.publishTime === null ? (
            <span className="sy-faint">—</span>
          ) : (
            `${row.finishPushCount} / ${row.memberCount}`
          ),
      },
      {
        title: t('list.done'),
        key: 'done',
        width: 180,
        render: (_: unknown, row: PushRow) => {
          if (row.finishPushCount === 0) return <span className="sy-faint">—</span>
          const percent = Math.floor((row.doneCount * 100) / row.finishPushCount)
          return (
            <span className="pu-cell-progress">
              <Bar percent={percent} label={t('task.progress', { percent })} />
              <small className="sy-faint">
                {t('list.doneOf', { count: row.finishPushCount, done: row.doneCount })}
              </small>
            </span>
          )
        },
      },
      {
        title: t('list.start'),
        key: 'start',
        render: (_: unknown, row: PushRow) => <DateText value={row.startTime} />,
      },
      {
        title: t('list.finish'),
        key: 'finish',
        render: (_: unknown, row: PushRow) => <DateText value={row.finishTime} />,
      },
      { title: t('list.author'), key: 'author', render: (_: unknown, row: PushRow) => row.author.fullName },
    ],
    [t],
  )
}
