import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type ProcessState, processStates } from '../../contract/actions.ts'
import type { ProcessRow } from '../../contract/shapes.ts'
import { approvals } from '../../contract.ts'
import { nameOf, namesOf } from '../parts/names.ts'
import { StateTag } from '../parts/StateTag.tsx'
import { approvalPaths } from '../paths.ts'

const all = 'all'

/** All applications of the organizations that the caller manages. */
export default function ProcessesPage() {
  const t = useText('approvals')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [place] = useSearchParams()
  const [state, setState] = useState(() => processStates.find((known) => known === place.get('state')))
  const [businessType, setBusinessType] = useState<number>()
  const [keyword, setKeyword] = useState('')
  const types = useQuery(q(approvals.businessTypes, {}, { quiet: true }))
  const query = {
    state,
    businessType,
    keyword: keyword || undefined,
    page: paging.page,
    pageSize: paging.pageSize,
  }
  const list = useQuery({ ...q(approvals.listProcesses, { query }), placeholderData: (last) => last })
  if (list.isError && !list.data) return <ErrorState page error={list.error} onRetry={() => void list.refetch()} />
  return (
    <>
      <PageHeader title={t('overview.title')} description={t('overview.description')} />
      <div className="sy-toolbar">
        <Select
          className="ap-state-filter"
          aria-label={t('overview.kind')}
          value={businessType ?? all}
          onChange={(chosen: number | typeof all) => {
            setBusinessType(chosen === all ? undefined : chosen)
            paging.reset()
          }}
          options={[
            { value: all, label: t('overview.allKinds') },
            ...(types.data?.items ?? []).map((known) => ({ value: known.businessType, label: known.name })),
          ]}
        />
        <Select
          className="ap-state-filter"
          aria-label={t('center.stateFilter')}
          value={state ?? all}
          onChange={(chosen: ProcessState | typeof all) => {
            setState(chosen === all ? undefined : chosen)
            paging.reset()
          }}
          options={[
            { value: all, label: t('center.allStates') },
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
      <DataTable<ProcessRow>
        label={t('overview.title')}
        rows={list.data?.items}
        rowKey="id"
        loading={list.isFetching}
        paging={paging}
        recordCount={list.data?.recordCount}
        empty={<EmptyState title={t(query.state || query.keyword ? 'center.noMatch' : 'overview.none')} />}
        columns={[
          {
            title: t('overview.content'),
            key: 'name',
            render: (_, row) => <Link to={approvalPaths.process(row.id)}>{row.name}</Link>,
          },
          { title: t('overview.kind'), dataIndex: 'businessTypeName' },
          { title: t('overview.applicant'), key: 'applicant', render: (_, row) => nameOf(row.applicant, t) },
          { title: t('overview.state'), key: 'state', render: (_, row) => <StateTag state={row.state} /> },
          {
            title: t('overview.step'),
            key: 'step',
            render: (_, row) => (row.state === 'running' ? row.stepName || t('detail.administratorStep') : '—'),
          },
          {
            title: t('overview.waitingFor'),
            key: 'waitingFor',
            render: (_, row) => (row.state === 'running' ? namesOf(row.waitingFor, t) : '—'),
          },
          {
            title: t('overview.started'),
            key: 'started',
            render: (_, row) => <DateText value={row.startedAt} />,
          },
        ]}
      />
    </>
  )
}
