import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useEvent } from '#web/realtime.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type ProcessState, processStates } from '../../contract/actions.ts'
import type { ProcessRow } from '../../contract/shapes.ts'
import { approvals } from '../../contract.ts'
import { namesOf } from '../parts/names.ts'
import { ProcessCard } from './ProcessCard.tsx'

function Standing({ process }: { process: ProcessRow }) {
  const t = useText('approvals')
  if (process.state === 'running') {
    const who = process.waitingFor
    return (
      <>
        <strong>{process.stepName || t('detail.administratorStep')}</strong>
        <span>
          {who.length > 0 ? t('center.waitsFor', { names: namesOf(who, t) }) : t('center.waitsForAdministrator')}
        </span>
      </>
    )
  }
  return process.opinion === '' ? null : <q className="ap-opinion">{process.opinion}</q>
}

/** The member's applications. */
export function MineTab() {
  const t = useText('approvals')
  const paging = usePaging()
  const [state, setState] = useState<ProcessState>()
  const [keyword, setKeyword] = useState('')
  const query = { state, keyword: keyword || undefined, page: paging.page, pageSize: paging.pageSize }
  const list = useQuery({ ...q(approvals.myProcesses, { query }), placeholderData: (last) => last })
  useEvent('notification', () => void list.refetch())
  const isFiltered = state !== undefined || keyword !== ''
  return (
    <>
      <div className="sy-toolbar">
        <Select
          className="ap-state-filter"
          aria-label={t('center.stateFilter')}
          value={state ?? 'all'}
          onChange={(chosen: ProcessState | 'all') => {
            setState(chosen === 'all' ? undefined : chosen)
            paging.reset()
          }}
          options={[
            { value: 'all', label: t('center.allStates') },
            ...processStates.map((value) => ({ value, label: t(`states.${value}`) })),
          ]}
        />
        <SearchBox
          label={t('center.search')}
          onSearch={(text) => {
            setKeyword(text)
            paging.reset()
          }}
        />
      </div>
      {list.isPending && <LoadingState />}
      {list.isError && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.recordCount === 0 && (
        <EmptyState
          title={t(isFiltered ? 'center.noMatch' : 'center.noMine')}
          description={isFiltered ? undefined : t('center.noMineHint')}
        />
      )}
      <ul className="sy-grid sy-gap-3">
        {list.data?.items.map((process) => (
          <ProcessCard key={process.id} process={process}>
            <Standing process={process} />
          </ProcessCard>
        ))}
      </ul>
      <Pager paging={paging} recordCount={list.data?.recordCount ?? 0} />
    </>
  )
}
