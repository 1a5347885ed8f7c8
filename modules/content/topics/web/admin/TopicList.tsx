import { useQuery } from '@tanstack/react-query'
import { Button, Form, Radio, Select } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { notify } from '#web/ui/notify.ts'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { ManagedTopic } from '../../contract/topics.ts'
import { topics } from '../../contract.ts'
import { TopicDialog } from './TopicDialog.tsx'

interface Filters {
  readonly keyword?: string
  readonly typeId?: string
  readonly order?: 'used' | 'newest' | 'name'
}

const orders = ['used', 'newest', 'name'] as const

/** Every topic with its use: renamed, moved, merged with others, deleted. */
export function TopicList() {
  const t = useText('topics')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [filters, setFilters] = useState<Filters>({})
  const [selected, setSelected] = useState<readonly ManagedTopic[]>([])
  const [editing, setEditing] = useState<ManagedTopic | 'new'>()
  const [merging, setMerging] = useState(false)
  const types = useQuery(q(topics.listTopicTypes, {}, { quiet: true }))
  const query = { ...filters, page: paging.page, pageSize: paging.pageSize }
  const { data, isFetching, error, refetch } = useQuery({
    ...q(topics.listTopics, { query }),
    placeholderData: (last) => last,
  })
  const filter = (change: Filters) => {
    setFilters((before) => ({ ...before, ...change }))
    paging.reset()
  }
  const remove = async (rows: readonly ManagedTopic[]) => {
    await call(topics.deleteTopics, { body: { topicIds: rows.map(({ id }) => id) } })
    setSelected([])
    notify('success', t('manage.deleted'))
  }
  const columns = useColumns({ onEdit: setEditing, onDelete: (row) => remove([row]) })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('manage.search')} onSearch={(keyword) => filter({ keyword: keyword || undefined })} />
        <Select
          aria-label={t('manage.type')}
          placeholder={t('manage.type')}
          allowClear
          style={{ minWidth: 150 }}
          value={filters.typeId}
          onChange={(typeId: string | undefined) => filter({ typeId })}
          options={[
            ...(types.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
            { value: 'none', label: t('manage.noType') },
          ]}
        />
        <Select
          aria-label={t('manage.order')}
          style={{ minWidth: 130 }}
          value={filters.order ?? 'used'}
          onChange={(order) => filter({ order })}
          options={orders.map((order) => ({ value: order, label: t(`manage.by-${order}`) }))}
        />
        <Button
          type="primary"
          icon={<Icon name="plus" size={16} />}
          style={{ marginInlineStart: 'auto' }}
          onClick={() => setEditing('new')}
        >
          {t('manage.add')}
        </Button>
      </div>
      {selected.length > 0 && (
        <div className="sy-row sy-wrap sy-gap-3 topics-bulk" role="status">
          {t('manage.selected', { count: selected.length })}
          <Button disabled={selected.length < 2} onClick={() => setMerging(true)}>
            {t('manage.merge')}
          </Button>
          <ConfirmButton
            danger
            question={t('manage.deleteMany', { count: selected.length })}
            consequence={t('manage.deleteConsequence')}
            onConfirm={() => remove(selected)}
          >
            {t('manage.delete')}
          </ConfirmButton>
        </div>
      )}
      <DataTable
        label={t('manage.topics')}
        columns={columns}
        rows={data?.items}
        rowKey="id"
        loading={isFetching && !data}
        paging={paging}
        recordCount={data?.recordCount ?? 0}
        selection={{
          selectedRowKeys: selected.map(({ id }) => id),
          onChange: (_, rows) => setSelected(rows),
          preserveSelectedRowKeys: true,
        }}
        empty={<EmptyState small title={t('manage.none')} description={t('manage.noneHint')} />}
      />
      {editing && (
        <TopicDialog
          topic={editing === 'new' ? undefined : editing}
          types={types.data?.items ?? []}
          onClose={() => setEditing(undefined)}
        />
      )}
      {merging && (
        <MergeDialog
          rows={selected}
          onMerged={() => {
            setMerging(false)
            setSelected([])
          }}
          onClose={() => setMerging(false)}
        />
      )}
    </>
  )
}

interface RowActions {
  readonly onEdit: (row: ManagedTopic) => void
  readonly onDelete: (row: ManagedTopic) => Promise<void>
}

function useColumns({ onEdit, onDelete }: RowActions) {
  const t = useText('topics')
  return [
    { title: t('manage.name'), dataIndex: 'name' },
    {
      title: t('manage.type'),
      key: 'type',
      render: (_: unknown, row: ManagedTopic) => row.typeName ?? <span className="sy-faint">—</span>,
    },
    {
      title: t('manage.useCount'),
      key: 'useCount',
      align: 'right' as const,
      render: (_: unknown, row: ManagedTopic) => <NumberText value={row.useCount} />,
    },
    {
      title: t('manage.createdBy'),
      key: 'createdBy',
      render: (_: unknown, row: ManagedTopic) =>
        row.createdBy ? <Slot name="member-name" values={{ memberId: row.createdBy }} /> : '—',
    },
    {
      title: t('manage.createdAt'),
      key: 'createdAt',
      render: (_: unknown, row: ManagedTopic) => <DateText value={row.createdAt} style="day" />,
    },
    {
      title: t('manage.actions'),
      key: 'actions',
      render: (_: unknown, row: ManagedTopic) => (
        <span className="topics-row-actions">
          <Button type="text" size="small" onClick={() => onEdit(row)}>
            {t('manage.edit')}
          </Button>
          <ConfirmButton
            type="text"
            size="small"
            danger
            question={t('manage.deleteOne', { name: row.name })}
            consequence={t('manage.deleteConsequence')}
            onConfirm={() => onDelete(row)}
          >
            {t('manage.delete')}
          </ConfirmButton>
        </span>
      ),
    },
  ]
}

interface MergeProps {
  readonly rows: readonly ManagedTopic[]
  readonly onMerged: () => void
  readonly onClose: () => void
}

/** Which of the topics stays; items that bear one of the others bear it instead. */
function MergeDialog({ rows, onMerged, onClose }: MergeProps) {
  const t = useText('topics')
  const mostUsed = rows.reduce((best, row) => (row.useCount > best.useCount ? row : best))
  const merge = async ({ keptId }: { keptId: string }) => {
    const topicIds = rows.map(({ id }) => id).filter((id) => id !== keptId)
    await call(topics.mergeTopics, { params: { id: keptId }, body: { topicIds } })
    onMerged()
  }
  return (
    <FormModal<{ keptId: string }, void>
      title={t('manage.mergeTitle', { count: rows.length })}
      okText={t('manage.merge')}
      hint={t('manage.mergeHint')}
      initialValues={{ keptId: mostUsed.id }}
      onSubmit={merge}
      done={t('manage.merged')}
      onClose={onClose}
    >
      <Form.Item name="keptId" label={t('manage.kept')}>
        <Radio.Group
          style={{ display: 'grid', gap: 8 }}
          options={rows.map((row) => ({
            value: row.id,
            label: t('manage.keptChoice', { name: row.name, count: row.useCount }),
          }))}
        />
      </Form.Item>
    </FormModal>
  )
}
