import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { OrganizationResult, PersonResult } from '../../contract/results.ts'
import { type AttemptListState, attemptListStates } from '../../contract/states.ts'
import { exams } from '../../contract.ts'
import { AttemptTag, RecordTag } from '../parts/StateTag.tsx'

const scoreOf = ({ scoreHundredths, totalTenths }: PersonResult): string =>
  scoreHundredths === null ? '—' : `${scoreHundredths / 100} / ${(totalTenths ?? 0) / 10}`

/** The results by person, the best first. Whoever has not started is found by the state. */
export function ResultsPeople({ examId }: { examId: string }) {
  const t = useText('exams')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [status, setStatus] = useState<AttemptListState>()
  const [organizationId, setOrganizationId] = useState<string>()
  const { page, pageSize } = paging
  const params = { id: examId }
  const filters = { ...(search && { search }), ...(status && { status }), ...(organizationId && { organizationId }) }
  const list = useQuery({
    ...q(exams.personResults, { params, query: { page, pageSize, ...filters } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const organizations = useQuery(q(exams.organizationResults, { params }, { quiet: true }))
  const filtered = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value)
      paging.reset()
    }
  }
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('invigilation.search')} onSearch={setSearch} />
        <Select<AttemptListState | undefined>
          allowClear
          style={{ width: 160 }}
          placeholder={t('invigilation.allStates')}
          aria-label={t('invigilation.allStates')}
          onChange={filtered(setStatus)}
          options={attemptListStates.map((value) => ({ value, label: t(`maps.exam-record-list-2.${value}`) }))}
        />
        <Select<string | undefined>
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          style={{ width: 200 }}
          placeholder={t('results.allOrganizations')}
          aria-label={t('results.allOrganizations')}
          onChange={filtered(setOrganizationId)}
          options={organizations.data?.map(({ id, name }: OrganizationResult) => ({ value: id, label: name })) ?? []}
        />
      </div>
      <ListTable<PersonResult>
        label={t('results.people')}
        list={list}
        rowKey={({ member }) => member.id}
        paging={paging}
        empty={<EmptyState small title={t('invigilation.nobody')} />}
        columns={[
          {
            title: t('invigilation.examinee'),
            key: 'member',
            render: (_, { member, organizationName }) => (
              <Person name={member.fullName} path={member.avatarPath} note={organizationName} />
            ),
          },
          { title: t('records.score'), key: 'score', render: (_, row) => scoreOf(row) },
          { title: t('results.asAdministrator'), key: 'status', render: (_, row) => <AttemptTag state={row.status} /> },
          { title: t('results.asExaminee'), key: 'record', render: (_, row) => <RecordTag state={row.record} /> },
          { title: t('results.attempts'), key: 'attempts', render: (_, row) => row.attempts },
          {
            title: t('records.submitted'),
            key: 'submitted',
            render: (_, { submittedAt }) =>
              submittedAt === null ? '—' : <DateText value={submittedAt} style="minute" />,
          },
          { title: t('invigilation.leaves'), key: 'leaves', render: (_, row) => row.leaveCount },
        ]}
      />
    </>
  )
}
