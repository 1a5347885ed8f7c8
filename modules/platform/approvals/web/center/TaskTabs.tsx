import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useEvent } from '#web/realtime.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { type Paging, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { TaskRow } from '../../contract/shapes.ts'
import { approvals } from '../../contract.ts'
import { nameOf } from '../parts/names.ts'
import { ProcessCard } from './ProcessCard.tsx'

interface ListProps {
  readonly list: UseQueryResult<Output<typeof approvals.waitingTasks>>
  readonly paging: Paging
  readonly onSearch: (text: string) => void
  readonly empty: ReactNode
  readonly line: (task: TaskRow) => ReactNode
}

function TaskList({ list, paging, onSearch, empty, line }: ListProps) {
  const t = useText('approvals')
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox
          label={t('center.search')}
          onSearch={(text) => {
            onSearch(text)
            paging.reset()
          }}
        />
      </div>
      {list.isPending && <LoadingState />}
      {list.isError && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.recordCount === 0 && empty}
      <ul className="sy-grid sy-gap-3">
        {list.data?.items.map((task) => (
          <ProcessCard key={task.taskId} process={task.process}>
            {line(task)}
          </ProcessCard>
        ))}
      </ul>
      <Pager paging={paging} recordCount={list.data?.recordCount ?? 0} />
    </>
  )
}

/** The open decisions, also as a substitute, oldest first. */
export function WaitingTab() {
  const t = useText('approvals')
  const paging = usePaging()
  const [keyword, setKeyword] = useState('')
  const query = { keyword: keyword || undefined, page: paging.page, pageSize: paging.pageSize }
  const list = useQuery({ ...q(approvals.waitingTasks, { query }), placeholderData: (last) => last })
  useEvent('todo', () => void list.refetch())
  return (
    <TaskList
      list={list}
      paging={paging}
      onSearch={setKeyword}
      empty={
        keyword ? (
          <EmptyState title={t('center.noMatch')} />
        ) : (
          <EmptyState title={t('center.noWaiting')} description={t('center.noWaitingHint')} />
        )
      }
      line={(task) => (
        <>
          <strong>{task.stepName || t('detail.administratorStep')}</strong>
          {task.actedFor && (
            <span className="ap-tag ap-tone-warning">{t('center.onBehalfOf', { name: nameOf(task.actedFor, t) })}</span>
          )}
          <span>
            {t('center.waitingSince')} <DateText value={task.openedAt} style="relative" />
          </span>
          {task.dueAt !== null && (
            <span className="ap-due">
              {task.dueAt <= Date.now() ? t('center.overdue') : t('center.due')} <DateText value={task.dueAt} />
            </span>
          )}
        </>
      )}
    />
  )
}

/** The member's past decisions. */
export function DoneTab() {
  const t = useText('approvals')
  const paging = usePaging()
  const [keyword, setKeyword] = useState('')
  const query = { keyword: keyword || undefined, page: paging.page, pageSize: paging.pageSize }
  const list = useQuery({ ...q(approvals.doneTasks, { query }), placeholderData: (last) => last })
  return (
    <TaskList
      list={list}
      paging={paging}
      onSearch={setKeyword}
      empty={<EmptyState title={t(keyword ? 'center.noMatch' : 'center.noDone')} />}
      line={(task) => (
        <>
          <strong className={`ap-said ap-said-${task.state}`}>{t(`taskStates.${task.state}`)}</strong>
          <span>{task.stepName || t('detail.administratorStep')}</span>
          {task.actedFor && <span>{t('center.decidedFor', { name: nameOf(task.actedFor, t) })}</span>}
          <DateText value={task.decidedAt} style="relative" />
          {task.opinion !== '' && <q className="ap-opinion">{task.opinion}</q>}
        </>
      )}
    />
  )
}
