import { useQuery } from '@tanstack/react-query'
import { Table } from 'antd'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { exams } from '../../contract.ts'

/** What each marker has done. */
export function MarkersTable({ examId }: { examId: string }) {
  const t = useText('exams')
  const { data, error, refetch } = useQuery(q(exams.markingProgress, { params: { id: examId } }, { quiet: true }))
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />
  return (
    <div className="sy-card">
      <Table
        aria-label={t('marking.progress')}
        dataSource={data}
        rowKey={({ member }) => member.id}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: t('marking.noMarkers') }}
        columns={[
          { title: t('marking.marker'), key: 'member', render: (_, { member }) => member.fullName },
          { title: t('marking.markedCount'), dataIndex: 'marked', key: 'marked', align: 'right' },
          { title: t('marking.takenCount'), dataIndex: 'taken', key: 'taken', align: 'right' },
          {
            title: t('marking.average'),
            key: 'average',
            align: 'right',
            render: (_, { averageShare }) => (averageShare === null ? '—' : `${(averageShare / 100).toFixed(1)}%`),
          },
        ]}
      />
    </div>
  )
}
