import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import type { ScoreChange } from '../../contract/costs.ts'
import { plans } from '../../contract.ts'

const scoreText = (tenths: number | null) => (tenths === null ? '—' : String(tenths / 10))

/** What became of the scores of a class: what they were before, and who has changed them. */
export function ScoreChanges({ classId }: { classId: string }) {
  const t = useText('plans')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const query = { page: paging.page, pageSize: paging.pageSize }
  const list = useQuery({
    ...q(plans.scoreChanges, { params: { id: classId }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListTable<ScoreChange>
      label={t('changes.title')}
      list={list}
      rowKey="id"
      paging={paging}
      empty={<EmptyState small title={t('changes.none')} />}
      columns={[
        { title: t('changes.at'), key: 'at', render: (_, { changedAt }) => <DateText value={changedAt} /> },
        {
          title: t('scores.member'),
          key: 'member',
          render: (_, { member }) => <Person name={member.fullName} path={member.avatarPath} />,
        },
        { title: t('changes.before'), key: 'before', render: (_, { beforeTenths }) => scoreText(beforeTenths) },
        { title: t('changes.after'), key: 'after', render: (_, { afterTenths }) => scoreText(afterTenths) },
        { title: t('changes.by'), key: 'by', render: (_, { changedBy }) => changedBy ?? '—' },
      ]}
    />
  )
}
