import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pointsOfTenths } from '#modules/assessment/questions/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import type { OwnAttempt } from '../../contract/learning.ts'
import { exams } from '../../contract.ts'
import { examPaths } from '../paths.ts'
import { RecordTag } from './StateTag.tsx'

/** The member's own attempts: of one exam, or of all. */
export function OwnAttempts({ examId }: { examId?: string }) {
  const t = useText('exams')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const { page, pageSize } = paging
  const query = { page, pageSize, ...(examId !== undefined && { businessId: examId }) }
  const list = useQuery(q(exams.ownAttempts, { query }, { quiet: true }))
  const score = ({ scoreTenths, totalTenths }: OwnAttempt) =>
    scoreTenths === null ? '—' : `${pointsOfTenths(scoreTenths)} / ${pointsOfTenths(totalTenths)}`
  const address = ({ id, examId: of, status }: OwnAttempt) =>
    status === 3 ? examPaths.answer(of) : examPaths.result(id)
  return (
    <ListTable<OwnAttempt>
      label={t('records.title')}
      list={list}
      rowKey="id"
      paging={paging}
      empty={<EmptyState small title={t('records.none')} />}
      columns={[
        {
          title: t('records.exam'),
          key: 'exam',
          render: (_, row) => (
            <Link to={address(row)}>
              {examId === undefined ? row.examName : t('records.number', { count: row.number })}
            </Link>
          ),
        },
        { title: t('records.status'), key: 'status', render: (_, row) => <RecordTag state={row.status} /> },
        { title: t('records.score'), key: 'score', render: (_, row) => score(row) },
        {
          title: t('records.submitted'),
          key: 'submitted',
          render: (_, row) => (row.submittedAt === null ? '—' : <DateText value={row.submittedAt} style="minute" />),
        },
      ]}
    />
  )
}
