import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { pushes } from '../../contract.ts'
import { pushPaths } from '../paths.ts'

type Row = Output<typeof pushes.urges>['items'][number]

/** The reminders that the caller sent, with their recipients and contents. */
export function UrgeLog() {
  const t = useText('pushes')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const { page, pageSize } = paging
  const urges = useQuery({
    ...q(pushes.urges, { query: { page, pageSize } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(
    () => [
      {
        title: t('members.member'),
        key: 'member',
        render: (_: unknown, { member }: Row) => (
          <Link to={pushPaths.member(member.id)} className="sy-quiet">
            <Person name={member.fullName} path={member.avatarPath} />
          </Link>
        ),
      },
      { title: t('urge.item'), dataIndex: 'businessName' },
      { title: t('urge.time'), key: 'time', render: (_: unknown, row: Row) => <DateText value={row.urgeTime} /> },
    ],
    [t],
  )
  return (
    <ListTable<Row>
      list={urges}
      label={t('director.tab.urges')}
      columns={columns}
      rowKey="id"
      paging={paging}
      empty={<EmptyState small title={t('urge.none')} />}
    />
  )
}
