import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { Received } from '../../contract/schedules.ts'
import { reports } from '../../contract.ts'
import { loadFile } from './load-file.ts'

/** Reports that arrived by a schedule. */
export function ReceivedList() {
  const t = useText('reports')
  const { busy, run } = useAction()
  const list = useQuery(q(reports.received, {}, { quiet: true }))
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  return (
    <DataTable<Received>
      label={t('received.title')}
      rows={list.data?.items}
      rowKey="id"
      loading={list.isPending}
      empty={<EmptyState small title={t('received.none')} description={t('received.noneHint')} />}
      columns={[
        { title: t('list.name'), key: 'name', render: (_, { name }) => <strong>{name}</strong> },
        { title: t('received.sender'), key: 'sender', render: (_, { sender }) => sender },
        { title: t('received.sent'), key: 'sent', render: (_, { sentAt }) => <DateText value={sentAt} /> },
        { title: t('exports.expires'), key: 'expires', render: (_, { expiresAt }) => <DateText value={expiresAt} /> },
        {
          title: t('exports.file'),
          key: 'actions',
          render: (_, { id }) => (
            <Button
              type="link"
              size="small"
              disabled={busy}
              onClick={() =>
                void run(async () => loadFile((await call(reports.receivedAddress, { params: { id } })).url))
              }
            >
              {t('exports.load')}
            </Button>
          ),
        },
      ]}
    />
  )
}
