import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { exams } from '../../contract.ts'
import { PublishingTag } from '../parts/StateTag.tsx'
import { WindowText } from '../parts/WindowText.tsx'
import { examPaths } from '../paths.ts'

interface Row {
  readonly examId: string
  readonly examName: string
  readonly state: Parameters<typeof PublishingTag>[0]['state']
  readonly startAt: number | null
  readonly endAt: number | null
}

/** The exams that the member invigilates. */
export default function InvigilatedExamsPage() {
  const t = useText('exams')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const { page, pageSize } = paging
  const list = useQuery(q(exams.invigilatedExams, { query: { page, pageSize } }, { quiet: true }))
  return (
    <>
      <PageHeader title={t('invigilation.title')} description={t('invigilation.description')} />
      <ListTable<Row>
        label={t('invigilation.title')}
        list={list}
        rowKey="examId"
        paging={paging}
        empty={<EmptyState small title={t('invigilation.none')} />}
        columns={[
          {
            title: t('records.exam'),
            key: 'exam',
            render: (_, row) => <Link to={examPaths.invigilationOf(row.examId)}>{row.examName}</Link>,
          },
          { title: t('records.status'), key: 'status', render: (_, row) => <PublishingTag state={row.state} /> },
          { title: t('entry.window'), key: 'window', render: (_, row) => <WindowText {...row} /> },
        ]}
      />
    </>
  )
}
