import { useQuery } from '@tanstack/react-query'
import { Button, Select, Tag } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useBilingual, useText } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { RecycledItem } from '../../contract/recycle.ts'
import { operations } from '../../contract.ts'

const DAY_MS = 86_400_000
const URGENT_DAYS = 3

function TimeLeft({ until }: { until: number }) {
  const t = useText('operations')
  const days = Math.floor((until - Date.now()) / DAY_MS)
  const text = days < 1 ? t('recycle.today') : t('recycle.days', { count: days })
  return <Tag color={days < URGENT_DAYS ? 'error' : 'default'}>{text}</Tag>
}

function Actions({ item }: { item: RecycledItem }) {
  const t = useText('operations')
  const { busy, run } = useAction()
  const params = { params: { id: item.id } }
  const restore = () => run(() => call(operations.restoreRecycled, params), { done: t('recycle.restored') })
  const purge = async () => {
    await call(operations.purgeRecycled, params)
    notify('success', t('recycle.purged'))
  }
  return (
    <span className="sy-actions" style={{ flexWrap: 'nowrap' }}>
      <Button size="small" loading={busy} icon={<Icon name="undo" size={14} />} onClick={() => void restore()}>
        {t('recycle.restore')}
      </Button>
      <ConfirmButton
        size="small"
        type="text"
        danger
        question={t('recycle.purgeQuestion', { name: item.name })}
        consequence={t('recycle.purgeConsequence')}
        confirmText={t('recycle.purge')}
        onConfirm={purge}
      >
        {t('recycle.purge')}
      </ConfirmButton>
    </span>
  )
}

export interface RecycleListProps {
  readonly scope: 'own' | 'company'
  /** Of one kind alone: then there is no filter by kind. */
  readonly kind?: string
}

/** Items that can be restored: the member's own deletions, or those of the company. */
export default function RecycleList({ scope, kind: only }: RecycleListProps) {
  const t = useText('operations')
  const inLanguage = useBilingual()
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [filters, setFilters] = useState<{ keyword?: string; kind?: string }>(only === undefined ? {} : { kind: only })
  const query = { ...filters, scope, page: paging.page, pageSize: paging.pageSize }
  const found = useQuery({ ...q(operations.listRecycled, { query }), placeholderData: (last) => last })
  const filter = (change: typeof filters) => {
    setFilters({ ...filters, ...change })
    paging.reset()
  }
  if (found.isError && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  const kinds = found.data?.kinds ?? []
  const isFiltered = Boolean(filters.keyword) || filters.kind !== only
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('recycle.search')} onSearch={(keyword) => filter({ keyword })} />
        {only === undefined && kinds.length > 1 && (
          <Select
            style={{ minWidth: 140 }}
            allowClear
            placeholder={t('recycle.anyKind')}
            aria-label={t('recycle.kind')}
            onChange={(kind?: string) => filter({ kind })}
            options={kinds.map(({ kind, label }) => ({ value: kind, label: inLanguage(label) }))}
          />
        )}
      </div>
      <DataTable<RecycledItem>
        label={t('recycle.title')}
        rows={found.data?.items}
        rowKey="id"
        loading={found.isFetching}
        paging={paging}
        recordCount={found.data?.recordCount}
        empty={
          <EmptyState
            small={isFiltered}
            title={t(isFiltered ? 'auditLog.empty' : 'recycle.empty')}
            description={isFiltered ? undefined : t('recycle.emptyHint')}
          />
        }
        columns={[
          { title: t('recycle.name'), key: 'name', render: (_, item) => <strong>{item.name}</strong> },
          { title: t('recycle.kind'), key: 'kind', render: (_, item) => inLanguage(item.kindLabel) },
          ...(scope === 'company'
            ? [
                {
                  title: t('recycle.deletedBy'),
                  key: 'by',
                  render: (_: unknown, item: RecycledItem) => (
                    <Slot name="member-name" values={{ memberId: item.deletedBy }} />
                  ),
                },
              ]
            : []),
          { title: t('recycle.deletedAt'), key: 'at', render: (_, item) => <DateText value={item.deletedAt} /> },
          { title: t('recycle.left'), key: 'left', render: (_, item) => <TimeLeft until={item.purgeAt} /> },
          { title: t('recycle.actions'), key: 'actions', width: 1, render: (_, item) => <Actions item={item} /> },
        ]}
      />
    </>
  )
}
