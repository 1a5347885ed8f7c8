import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import type { MarkedExam } from '../../contract/marking.ts'
import { exams } from '../../contract.ts'
import { examPaths } from '../paths.ts'

/** The exams in which answers wait for the member's mark. */
export default function MarkedExamsPage() {
  const t = useText('exams')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const { page, pageSize } = paging
  const list = useQuery(q(exams.markedExams, { query: { page, pageSize } }, { quiet: true }))
  return (
    <>
      <PageHeader title={t('marking.title')} description={t('marking.description')} />
      <ListTable<MarkedExam>
        label={t('marking.title')}
        list={list}
        rowKey="examId"
        paging={paging}
        empty={<EmptyState small title={t('marking.none')} description={t('marking.noneHint')} />}
        columns={[
          {
            title: t('records.exam'),
            key: 'exam',
            render: (_, row) => <Link to={examPaths.markingOf(row.examId)}>{row.examName}</Link>,
          },
          { title: t('marking.attemptsLeft'), dataIndex: 'attemptsLeft', key: 'attempts' },
          { title: t('marking.answersLeft'), dataIndex: 'answersLeft', key: 'answers' },
          {
            title: t('appeal.title'),
            key: 'appeals',
            render: (_, { examId, openAppeals }) =>
              openAppeals > 0 ? <Link to={examPaths.appeals(examId)}>{openAppeals}</Link> : '—',
          },
        ]}
      />
    </>
  )
}
