import { useQuery } from '@tanstack/react-query'
import { Button, type TableProps, Tag } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { live } from '../../contract.ts'
import { mapLabel } from '../parts/labels.ts'
import { SupplierModal } from './SupplierModal.tsx'
import { SupplierStatusList } from './SupplierStatusList.tsx'
import type { SupplierSetting } from './supplier-setting.ts'

/** The supplier of each organization; those without a setting inherit one (LIVE-138). */
export function SuppliersCard() {
  const t = useText('live')
  const [open, setOpen] = useState<SupplierSetting | 'new'>()
  const found = useQuery(q(live.suppliers, {}, { quiet: true }))
  const columns: NonNullable<TableProps<SupplierSetting>['columns']> = [
    { title: t('admin.organization'), dataIndex: 'organizationName' },
    {
      title: t('admin.supplier'),
      key: 'supplier',
      render: (_, { supplier }) =>
        supplier === null ? <Tag>{t('admin.supplierNone')}</Tag> : mapLabel('supplier', supplier),
    },
    {
      title: t('admin.expiresAt'),
      key: 'expiresAt',
      render: (_, { expiresAt }) =>
        expiresAt === null ? t('admin.expiresNever') : <DateText value={expiresAt} style="day" />,
    },
    { title: t('admin.updatedAt'), key: 'updatedAt', render: (_, { updatedAt }) => <DateText value={updatedAt} /> },
    {
      title: t('manage.actions'),
      key: 'actions',
      render: (_, setting) => (
        <Button size="small" type="link" onClick={() => setOpen(setting)}>
          {t('admin.change')}
        </Button>
      ),
    },
  ]
  return (
    <section className="sy-card" aria-labelledby="lva-supplier">
      <div className="sy-flow sy-apart sy-gap-3 lva-head">
        <div>
          <h2 id="lva-supplier">{t('admin.supplier')}</h2>
          <p className="sy-faint">{t('admin.supplierHint')}</p>
        </div>
      </div>
      <SupplierStatusList />
      <div className="sy-flow sy-apart sy-gap-3 lva-head lva-own">
        <h3>{t('admin.supplierOwn')}</h3>
        <Button onClick={() => setOpen('new')}>{t('admin.supplierAdd')}</Button>
      </div>
      {found.isError && !found.data ? (
        <ErrorState small error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <DataTable<SupplierSetting>
          label={t('admin.supplier')}
          columns={columns}
          rows={found.data?.items}
          rowKey="organizationId"
          loading={found.isPending}
          empty={<EmptyState small title={t('admin.supplierDefault')} />}
        />
      )}
      {open !== undefined && (
        <SupplierModal {...(open !== 'new' && { setting: open })} onClose={() => setOpen(undefined)} />
      )}
    </section>
  )
}
