import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useBilingual, useText } from '#web/i18n/texts.ts'
import { useEvent } from '#web/realtime.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { type Task, type TaskState, taskStates } from '../../contract/tasks.ts'
import { operations } from '../../contract.ts'
import { ProblemsDrawer } from './ProblemsDrawer.tsx'
import { TaskCard } from './TaskCard.tsx'
import './tasks.css'

/**
 * Events of the server update the member's own tasks; polling updates others, and all while no stream is connected.
 */
const LOOK_AGAIN_MS = 3000

/** Background tasks with progress: the member's own, or those of the company. */
export function TaskList({ scope }: { scope: 'own' | 'company' }) {
  const t = useText('operations')
  const inLanguage = useBilingual()
  const paging = usePaging()
  const [filters, setFilters] = useState<{ state?: TaskState; kind?: string }>({})
  const [shown, setShown] = useState<Task>()
  const query = { ...filters, scope, page: paging.page, pageSize: paging.pageSize }
  const found = useQuery({
    ...q(operations.listTasks, { query }),
    placeholderData: (last) => last,
    refetchInterval: ({ state }) => ((state.data?.activeCount ?? 0) > 0 ? LOOK_AGAIN_MS : false),
  })
  useEvent('task', () => void found.refetch())
  const filter = (change: typeof filters) => {
    setFilters({ ...filters, ...change })
    paging.reset()
  }
  const isFiltered = filters.state !== undefined || filters.kind !== undefined
  const { items = [], recordCount = 0, activeCount = 0, kinds = [] } = found.data ?? {}
  return (
    <>
      <div className="sy-toolbar">
        <Select
          style={{ minWidth: 130 }}
          allowClear
          placeholder={t('tasks.anyState')}
          aria-label={t('tasks.anyState')}
          onChange={(state?: TaskState) => filter({ state })}
          options={taskStates.map((state) => ({ value: state, label: t(`tasks.state.${state}`) }))}
        />
        <Select
          style={{ minWidth: 180 }}
          allowClear
          placeholder={t('tasks.anyKind')}
          aria-label={t('tasks.anyKind')}
          onChange={(kind?: string) => filter({ kind })}
          options={kinds.map(({ kind, label }) => ({ value: kind, label: inLanguage(label) }))}
        />
        {activeCount > 0 && <span className="tasks-active">{t('tasks.active', { count: activeCount })}</span>}
      </div>
      {found.isPending && <LoadingState shape="cards" rows={3} />}
      {found.isError && !found.data && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && items.length === 0 && (
        <EmptyState
          small={isFiltered}
          title={t(isFiltered ? 'tasks.noMatch' : 'tasks.empty')}
          description={isFiltered ? undefined : t('tasks.emptyHint')}
        />
      )}
      <ul className="tasks-list">
        {items.map((task) => (
          <li key={task.id}>
            <TaskCard task={task} showsMember={scope === 'company'} onProblems={() => setShown(task)} />
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={recordCount} />
      <ProblemsDrawer task={shown} onClose={() => setShown(undefined)} />
    </>
  )
}
