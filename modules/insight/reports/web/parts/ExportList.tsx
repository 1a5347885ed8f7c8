import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { ReportRun } from '../../contract/shapes.ts'
import { reports } from '../../contract.ts'
import { loadFile } from './load-file.ts'

const lookEveryMs = 2000

export async function loadRun(id: string): Promise<void> {
  const { url } = await call(reports.runAddress, { params: { id } })
  loadFile(url)
}

const hasWaiting = (items: readonly ReportRun[] | undefined) => items?.some(({ state }) => state === 'waiting') === true

/** The last exports, of which those that are ready can be loaded down. */
export function ExportList() {
  const t = useText('reports')
  const { busy, run } = useAction()
  const list = useQuery({
    ...q(reports.runs, {}, { quiet: true }),
    refetchInterval: ({ state }) => (hasWaiting(state.data?.items) ? lookEveryMs : false),
  })
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  return (
    <DataTable<ReportRun>
      label={t('tabs.exports')}
      rows={list.data?.items}
      rowKey="id"
      loading={list.isPending}
      empty={<EmptyState small title={t('exports.none')} description={t('exports.noneHint')} />}
      columns={[
        { title: t('list.name'), key: 'name', render: (_, { name }) => <strong>{name}</strong> },
        { title: t('exports.format'), key: 'format', render: (_, { format }) => format.toUpperCase() },
        { title: t('exports.state'), key: 'state', render: (_, { state }) => <Tag>{t(`runStates.${state}`)}</Tag> },
        {
          title: t('exports.rows'),
          key: 'rows',
          align: 'right',
          render: (_, { rowCount }) => rowCount.toLocaleString(),
        },
        { title: t('exports.created'), key: 'created', render: (_, { createdAt }) => <DateText value={createdAt} /> },
        { title: t('exports.expires'), key: 'expires', render: (_, { expiresAt }) => <DateText value={expiresAt} /> },
        {
          title: t('exports.file'),
          key: 'actions',
          render: (_, { id, state }) =>
            state === 'ready' && (
              <Button type="link" size="small" disabled={busy} onClick={() => void run(() => loadRun(id))}>
                {t('exports.load')}
              </Button>
            ),
        },
      ]}
    />
  )
}
