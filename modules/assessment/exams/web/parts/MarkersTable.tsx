import { useQuery } from '@tanstack/react-query'
import { Table } from 'antd'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Person } from '#web/ui/Person.tsx'
import { exams } from '../../contract.ts'

/** What each marker has done, beside the one who has done most. */
export function MarkersTable({ examId }: { examId: string }) {
  const t = useText('exams')
  const { data, error, refetch } = useQuery(q(exams.markingProgress, { params: { id: examId } }, { quiet: true }))
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />
  const most = Math.max(1, ...data.map(({ marked }) => marked))
  return (
    <section className="sy-card" aria-labelledby="ex-markers">
      <h2 id="ex-markers">{t('marking.markers')}</h2>
      <Table
        size="middle"
        aria-label={t('marking.markers')}
        dataSource={data}
        rowKey={({ member }) => member.id}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: t('marking.noMarkers') }}
        columns={[
          {
            title: t('marking.marker'),
            key: 'member',
            render: (_, { member }) => <Person name={member.fullName} size={28} />,
          },
          {
            title: t('marking.markedCount'),
            key: 'marked',
            render: (_, { marked }) => (
              <span className="ex-marker-share">
                <progress aria-hidden max={most} value={marked} />
                <b className="sy-number">{marked}</b>
              </span>
            ),
          },
          { title: t('marking.takenCount'), dataIndex: 'taken', key: 'taken', align: 'right' },
          {
            title: t('marking.average'),
            key: 'average',
            align: 'right',
            render: (_, { averageShare }) => (averageShare === null ? '—' : `${(averageShare / 100).toFixed(1)}%`),
          },
        ]}
      />
    </section>
  )
}
