import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type LecturerLevel, lecturerKinds, lecturerLevels } from '../../contract/fields.ts'
import { lecturers } from '../../contract.ts'
import { LecturerCards } from '../parts/LecturerCards.tsx'

const kinds = ['all', ...lecturerKinds] as const

/** The lecturers of the company. */
export default function LecturersPage() {
  const t = useText('lecturers')
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const [kind, setKind] = useState<(typeof kinds)[number]>('all')
  const [level, setLevel] = useState<LecturerLevel>()
  const { page, pageSize } = paging
  const filters = { ...(search && { search }), ...(kind !== 'all' && { kind }), ...(level && { level }) }
  const { data, isPending, isError, error, refetch } = useQuery({
    ...q(lecturers.lecturers, { query: { page, pageSize, ...filters } }),
    placeholderData: keepPreviousData,
  })
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      <PageHeader title={t('list.title')} description={t('list.description')} />
      <div className="sy-toolbar">
        <SearchBox label={t('list.search')} onSearch={setSearch} />
        <Choice
          label={t('list.title')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(value === 'all' ? 'list.all' : `maps.kind.${value}`) }))}
          onChange={(value) => {
            setKind(value)
            paging.reset()
          }}
        />
        <Select<LecturerLevel>
          allowClear
          style={{ width: 150 }}
          placeholder={t('list.allLevels')}
          aria-label={t('list.level')}
          options={lecturerLevels.map((value) => ({ value, label: t(`maps.level.${value}`) }))}
          onChange={(value?: LecturerLevel) => {
            setLevel(value)
            paging.reset()
          }}
        />
      </div>
      {isPending && <LoadingState rows={5} />}
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.recordCount === 0 && (
        <EmptyState
          title={t(isFiltered ? 'list.noMatch' : 'list.none')}
          description={isFiltered ? '' : t('list.noneHint')}
        />
      )}
      {data && data.items.length > 0 && <LecturerCards items={data.items} label={t('list.title')} />}
      {data && <Pager paging={paging} recordCount={data.recordCount} />}
    </>
  )
}
