import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Segmented } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { notify } from '#web/ui/notify.ts'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { ModeratedComment } from '../../contract/comments.ts'
import { topics } from '../../contract.ts'
import { MuteDialog } from './MuteDialog.tsx'

const states = ['all', 'flagged', 'shown', 'removed'] as const
type State = (typeof states)[number]

interface Filters {
  readonly keyword?: string
  readonly state?: Exclude<State, 'all'>
}

export function CommentList() {
  const t = useText('topics')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [place] = useSearchParams()
  const [filters, setFilters] = useState<Filters>(() => (place.get('state') === 'flagged' ? { state: 'flagged' } : {}))
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([])
  const [removing, setRemoving] = useState<readonly string[]>()
  const [muting, setMuting] = useState<ModeratedComment>()
  const query = { ...filters, page: paging.page, pageSize: paging.pageSize }
  const { data, isFetching, error, refetch } = useQuery({
    ...q(topics.moderatedComments, { query }, { cache: 0 }),
    placeholderData: (last) => last,
  })
  const filter = (change: Filters) => {
    setFilters((before) => ({ ...before, ...change }))
    setSelectedIds([])
    paging.reset()
  }
  const act = async (ids: readonly string[], action: 'remove' | 'restore' | 'approve', reason?: string) => {
    const { changedCount } = await call(topics.moderateComments, { body: { ids: [...ids], action, reason } })
    notify('success', t(`moderation.done-${action}`, { count: changedCount }))
    setSelectedIds([])
  }
  const columns = useColumns({
    onAct: (id, action) => void act([id], action).catch(() => undefined),
    onRemove: (id) => setRemoving([id]),
    onMute: setMuting,
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('moderation.search')} onSearch={(keyword) => filter({ keyword: keyword || undefined })} />
        <Segmented<State>
          aria-label={t('moderation.state')}
          value={filters.state ?? 'all'}
          onChange={(state) => filter({ state: state === 'all' ? undefined : state })}
          options={states.map((state) => ({ value: state, label: t(`moderation.state-${state}`) }))}
        />
      </div>
      {selectedIds.length > 0 && (
        <div className="sy-row sy-wrap sy-gap-3 topics-bulk" role="status">
          {t('manage.selected', { count: selectedIds.length })}
          <Button danger onClick={() => setRemoving(selectedIds)}>
            {t('comment.remove')}
          </Button>
          <Button onClick={() => void act(selectedIds, 'restore').catch(() => undefined)}>
            {t('moderation.restore')}
          </Button>
          <Button onClick={() => void act(selectedIds, 'approve').catch(() => undefined)}>
            {t('moderation.approve')}
          </Button>
        </div>
      )}
      <DataTable
        label={t('moderation.comments')}
        columns={columns}
        rows={data?.items}
        rowKey="id"
        loading={isFetching && !data}
        paging={paging}
        recordCount={data?.recordCount ?? 0}
        selection={{ selectedRowKeys: [...selectedIds], onChange: (keys) => setSelectedIds(keys.map(String)) }}
        empty={<EmptyState small title={t('moderation.none')} />}
      />
      {removing && (
        <RemoveDialog
          count={removing.length}
          onClose={() => setRemoving(undefined)}
          onRemove={(reason) => act(removing, 'remove', reason)}
        />
      )}
      {muting?.author && (
        <MuteDialog
          memberId={muting.author.memberId}
          name={muting.author.memberFullName}
          onClose={() => setMuting(undefined)}
        />
      )}
    </>
  )
}

interface RowActions {
  readonly onAct: (id: string, action: 'restore' | 'approve') => void
  readonly onRemove: (id: string) => void
  readonly onMute: (comment: ModeratedComment) => void
}

function useColumns({ onAct, onRemove, onMute }: RowActions) {
  const t = useText('topics')
  return [
    {
      title: t('moderation.content'),
      key: 'content',
      render: (_: unknown, row: ModeratedComment) => (
        <span className="topics-comment-cell" data-removed={row.removed !== null} dir="auto">
          {row.content}
        </span>
      ),
    },
    {
      title: t('moderation.author'),
      key: 'author',
      render: (_: unknown, row: ModeratedComment) => (
        <>
          {row.author?.memberFullName ?? t('comment.nobody')}
          {row.mutedUntil !== null && <span className="topics-state">{t('moderation.muted')}</span>}
        </>
      ),
    },
    {
      title: t('moderation.item'),
      key: 'item',
      render: (_: unknown, row: ModeratedComment) =>
        row.item ? (
          <Link to={row.item.link}>{row.item.name}</Link>
        ) : (
          <span className="sy-faint">{t('collect.gone')}</span>
        ),
    },
    {
      title: t('moderation.time'),
      key: 'time',
      render: (_: unknown, row: ModeratedComment) => <DateText value={row.createTime} />,
    },
    {
      title: t('moderation.state'),
      key: 'state',
      render: (_: unknown, row: ModeratedComment) => <StateTag row={row} />,
    },
    {
      title: t('manage.actions'),
      key: 'actions',
      render: (_: unknown, row: ModeratedComment) => (
        <span className="topics-row-actions">
          {row.removed === null && (
            <Button type="text" size="small" danger onClick={() => onRemove(row.id)}>
              {t('comment.remove')}
            </Button>
          )}
          {row.removed === 'moderator' && (
            <Button type="text" size="small" onClick={() => onAct(row.id, 'restore')}>
              {t('moderation.restore')}
            </Button>
          )}
          {row.flagged && row.removed === null && (
            <Button type="text" size="small" onClick={() => onAct(row.id, 'approve')}>
              {t('moderation.approve')}
            </Button>
          )}
          {row.author && (
            <Button type="text" size="small" onClick={() => onMute(row)}>
              {t('moderation.mute')}
            </Button>
          )}
        </span>
      ),
    },
  ]
}

function StateTag({ row }: { row: ModeratedComment }) {
  const t = useText('topics')
  const kind = row.removed ?? (row.flagged ? 'flagged' : 'shown')
  const text = row.removed === null ? `moderation.state-${kind}` : `moderation.removed-${kind}`
  return (
    <span className="topics-state" data-kind={kind} title={row.removedReason ?? undefined}>
      {t(text)}
    </span>
  )
}

interface RemoveProps {
  readonly count: number
  readonly onRemove: (reason: string) => Promise<void>
  readonly onClose: () => void
}

function RemoveDialog({ count, onRemove, onClose }: RemoveProps) {
  const t = useText('topics')
  return (
    <FormModal<{ reason: string }, void>
      title={t('moderation.removeTitle', { count })}
      okText={t('comment.remove')}
      danger
      hint={t('moderation.removeHint')}
      initialValues={{ reason: '' }}
      onSubmit={({ reason }) => onRemove(reason)}
      onClose={onClose}
    >
      <Form.Item name="reason" label={t('comment.reason')}>
        <Input.TextArea autoFocus maxLength={100} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormModal>
  )
}
