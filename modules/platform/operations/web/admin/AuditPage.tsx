import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown, Tag } from 'antd'
import { useState } from 'react'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { AuditEntry } from '../../contract/audit.ts'
import { operations } from '../../contract.ts'
import { AuditEntryDrawer } from './AuditEntryDrawer.tsx'
import { AuditFilterBar, type Filters } from './AuditFilterBar.tsx'
import { auditText, useAllTexts } from './audit-text.ts'
import { ChainCard } from './ChainCard.tsx'
import './audit.css'

/** The audit log with search, verification and export. */
export default function AuditPage() {
  const t = useText('operations')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [filters, setFilters] = useState<Filters>({})
  const [open, setOpen] = useState<AuditEntry>()
  const { actorName: _, ...conditions } = filters
  const query = { ...conditions, page: paging.page, pageSize: paging.pageSize }
  const found = useQuery({ ...q(operations.listAudit, { query }), placeholderData: (last) => last })
  useAllTexts()
  const filter = (change: Filters) => {
    setFilters({ ...filters, ...change })
    paging.reset()
    setOpen(undefined)
  }
  return (
    <>
      <PageHeader
        title={t('auditLog.title')}
        description={t('auditLog.description')}
        actions={<ExportButton filters={conditions} />}
      />
      <ChainCard />
      <AuditFilterBar filters={filters} onChange={filter} onClear={() => setFilters({})} />
      {found.isError && !found.data ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <DataTable<AuditEntry>
          label={t('auditLog.title')}
          rows={found.data?.items}
          rowKey="id"
          loading={found.isFetching}
          paging={paging}
          recordCount={found.data?.recordCount}
          empty={<EmptyState small title={t('auditLog.empty')} description={t('auditLog.emptyHint')} />}
          columns={[
            {
              title: t('auditLog.at'),
              key: 'at',
              render: (_value, entry) => <DateText value={entry.at} style="second" />,
            },
            { title: t('auditLog.actor'), key: 'actor', render: (_value, entry) => <Actor entry={entry} /> },
            {
              title: t('auditLog.action'),
              key: 'action',
              render: (_value, entry) => (
                <button type="button" className="audit-action" onClick={() => setOpen(entry)}>
                  {auditText.action(entry.action)}
                </button>
              ),
            },
            { title: t('auditLog.subject'), key: 'subject', render: (_value, entry) => <Subject entry={entry} /> },
            { title: t('auditLog.ip'), dataIndex: 'ip' },
            {
              title: t('chain.sealed'),
              key: 'seq',
              render: (_value, entry) =>
                entry.seq === null ? (
                  <Tag>{t('auditLog.unsealed')}</Tag>
                ) : (
                  <span className="sy-number sy-faint">#{entry.seq}</span>
                ),
            },
          ]}
        />
      )}
      <AuditEntryDrawer entry={open} onClose={() => setOpen(undefined)} onFilter={filter} />
    </>
  )
}

function Actor({ entry }: { entry: AuditEntry }) {
  const t = useText('operations')
  if (entry.actorId === null) return <span className="sy-faint">{t('auditLog.platform')}</span>
  return entry.actorName ?? <span className="sy-faint">{t('auditLog.gone')}</span>
}

function Subject({ entry }: { entry: AuditEntry }) {
  const kind = entry.subjectType === null ? '' : auditText.subjectType(entry.action, entry.subjectType)
  if (entry.subjectName === null) return kind === '' ? '—' : <span className="sy-faint">{kind}</span>
  return (
    <span className="audit-subject">
      {auditText.subjectName(entry.action, entry.subjectType, entry.subjectName)}{' '}
      <span className="sy-faint">{kind}</span>
    </span>
  )
}

function ExportButton({ filters }: { filters: Omit<Filters, 'actorName'> }) {
  const t = useText('operations')
  const { busy, run } = useAction()
  const fetchFile = (format: 'xlsx' | 'csv') =>
    run(() => {
      notify('info', t('auditLog.exporting'))
      return download(operations.exportAudit, { query: { ...filters, format } })
    })
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'xlsx', label: t('auditLog.exportXlsx') },
          { key: 'csv', label: t('auditLog.exportCsv') },
        ],
        onClick: ({ key }) => void fetchFile(key as 'xlsx' | 'csv'),
      }}
    >
      <Button loading={busy} icon={<Icon name="download" size={16} />}>
        {t('auditLog.export')}
      </Button>
    </Dropdown>
  )
}
