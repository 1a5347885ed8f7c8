import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { identity } from '../../contract.ts'
import { identityPaths } from '../paths.ts'
import '../parts/identity.css'

type Answer = Output<typeof identity.subordinates>
type Row = Answer['items'][number]
type Level = Row['level']

const levels: readonly Level[] = [1, 2, 3]

function countOf(counts: Answer['levelCounts'] | undefined, level: Level): number {
  if (!counts) return 0
  return { 1: counts.first, 2: counts.second, 3: counts.third }[level]
}

/** The caller's subordinates by level (IDENTITY-054). */
export default function SubordinatePage() {
  const t = useText('identity')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [level, setLevel] = useState<Level>(1)
  const [keyword, setKeyword] = useState('')
  const query = { level, keyword, page: paging.page, pageSize: paging.pageSize }
  const { data, isFetching, error, refetch } = useQuery({
    ...q(identity.subordinates, { query }),
    placeholderData: (last) => last,
  })
  const ids = useMemo(() => data?.items.map(({ id }) => id) ?? [], [data])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader title={t('subordinates.title')} back={<Link to={identityPaths.center}>{t('center.title')}</Link>} />
      <div className="sy-toolbar">
        <Segmented
          value={level}
          aria-label={t('subordinates.level')}
          options={levels.map((each) => ({
            value: each,
            label: `${t(`maps.managedLevel.${each}`)} ${countOf(data?.levelCounts, each)}`,
          }))}
          onChange={(chosen) => {
            setLevel(chosen)
            paging.reset()
          }}
        />
        <SearchBox
          label={t('subordinates.search')}
          onSearch={(text) => {
            setKeyword(text)
            paging.reset()
          }}
        />
      </div>
      <DataTable<Row>
        label={t('subordinates.title')}
        rows={data?.items}
        rowKey="id"
        loading={isFetching}
        paging={paging}
        recordCount={data?.recordCount}
        empty={<EmptyState title={t('subordinates.none')} />}
        columns={[
          {
            title: t('members.member'),
            key: 'member',
            render: (_, row) => (
              <Person memberId={row.id} name={row.memberFullName} path={row.headPortrait} size={36} />
            ),
          },
          { title: t('members.organization'), dataIndex: 'organizationName' },
          { title: t('members.position'), dataIndex: 'positionName' },
          {
            title: t('subordinates.study'),
            key: 'study',
            render: (_, row) => <Slot name="subordinate-figures" values={{ memberId: row.id, ids }} />,
          },
        ]}
      />
    </>
  )
}
