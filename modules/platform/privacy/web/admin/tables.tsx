import { useQuery } from '@tanstack/react-query'
import { Button, Tag, Tooltip } from 'antd'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useEvent } from '#web/realtime.ts'
import { Slot } from '#web/slots.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { notify } from '#web/ui/notify.ts'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { type DataExport, type Erasure, privacy } from '../../contract.ts'
import { openExport } from '../open-export.ts'

const MEGABYTE = 1024 * 1024

const exportColors = { waiting: 'processing', ready: 'success', failed: 'warning', expired: 'default' } as const
const erasureColors = { waiting: 'processing', cancelled: 'default', blocked: 'error', done: 'success' } as const

function sizeText(bytes: number | null): string {
  if (bytes === null) return '—'
  return bytes < MEGABYTE ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`
}

function MemberCell({ id }: { id: string }) {
  return <Slot name="member-name" values={{ memberId: id }} />
}

export function ExportTable() {
  const t = useText('privacy')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const query = { page: paging.page, pageSize: paging.pageSize }
  const found = useQuery({ ...q(privacy.listExports, { query }), placeholderData: (last) => last })
  useEvent('task', () => void found.refetch())
  if (found.isError && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  return (
    <DataTable<DataExport>
      label={t('manage.exports')}
      rows={found.data?.items}
      rowKey="id"
      loading={found.isFetching}
      paging={paging}
      recordCount={found.data?.recordCount}
      empty={<EmptyState title={t('manage.noExports')} />}
      columns={[
        { title: t('manage.member'), key: 'member', render: (_, row) => <MemberCell id={row.memberId} /> },
        { title: t('manage.requestedBy'), key: 'by', render: (_, row) => <MemberCell id={row.requestedBy} /> },
        { title: t('manage.createdAt'), key: 'at', render: (_, row) => <DateText value={row.createdAt} /> },
        {
          title: t('manage.state'),
          key: 'state',
          render: (_, row) => <Tag color={exportColors[row.state]}>{t(`own.state.${row.state}`)}</Tag>,
        },
        { title: t('manage.size'), key: 'size', align: 'right', render: (_, row) => sizeText(row.sizeBytes) },
        { title: t('manage.expiresAt'), key: 'until', render: (_, row) => <DateText value={row.expiresAt} /> },
        {
          title: t('manage.actions'),
          key: 'actions',
          width: 1,
          render: (_, row) =>
            row.mayDownload && (
              <Button size="small" onClick={() => void openExport(row.id)}>
                {t('manage.download')}
              </Button>
            ),
        },
      ]}
    />
  )
}

function ErasureState({ erasure }: { erasure: Erasure }) {
  const t = useText('privacy')
  const tag = <Tag color={erasureColors[erasure.state]}>{t(`manage.erasureState.${erasure.state}`)}</Tag>
  return erasure.state === 'blocked' ? <Tooltip title={t('manage.blockedHint')}>{tag}</Tooltip> : tag
}

export function ErasureTable() {
  const t = useText('privacy')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const query = { page: paging.page, pageSize: paging.pageSize }
  const found = useQuery({ ...q(privacy.listErasures, { query }), placeholderData: (last) => last })
  const cancel = async (id: string) => {
    await call(privacy.cancelErasureOf, { params: { id } })
    notify('success', t('manage.cancelled'))
  }
  if (found.isError && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  return (
    <DataTable<Erasure>
      label={t('manage.erasures')}
      rows={found.data?.items}
      rowKey="id"
      loading={found.isFetching}
      paging={paging}
      recordCount={found.data?.recordCount}
      empty={<EmptyState title={t('manage.noErasures')} />}
      columns={[
        { title: t('manage.member'), key: 'member', render: (_, row) => <MemberCell id={row.memberId} /> },
        { title: t('manage.requestedBy'), key: 'by', render: (_, row) => <MemberCell id={row.requestedBy} /> },
        { title: t('manage.createdAt'), key: 'at', render: (_, row) => <DateText value={row.requestedAt} /> },
        { title: t('manage.dueAt'), key: 'due', render: (_, row) => <DateText value={row.dueAt} /> },
        { title: t('manage.state'), key: 'state', render: (_, row) => <ErasureState erasure={row} /> },
        { title: t('manage.endedAt'), key: 'ended', render: (_, row) => <DateText value={row.endedAt} /> },
        {
          title: t('manage.actions'),
          key: 'actions',
          width: 1,
          render: (_, row) =>
            row.state === 'waiting' && (
              <ConfirmButton size="small" question={t('manage.cancelQuestion')} onConfirm={() => cancel(row.id)}>
                {t('manage.cancel')}
              </ConfirmButton>
            ),
        },
      ]}
    />
  )
}
