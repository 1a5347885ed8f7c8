import { useQuery } from '@tanstack/react-query'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import type { Mute } from '../../contract/comments.ts'
import { topics } from '../../contract.ts'

/** Who is silent for now, until when, and why. */
export function MuteList() {
  const t = useText('topics')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const { page, pageSize } = paging
  const { data, isFetching, error, refetch } = useQuery(q(topics.listMutes, { query: { page, pageSize } }))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const columns = [
    {
      title: t('moderation.author'),
      key: 'author',
      render: (_: unknown, row: Mute) => row.author?.memberFullName ?? t('comment.nobody'),
    },
    {
      title: t('moderation.until'),
      key: 'until',
      render: (_: unknown, row: Mute) => <DateText value={row.until} />,
    },
    { title: t('comment.reason'), key: 'reason', render: (_: unknown, row: Mute) => row.reason || '—' },
    {
      title: t('moderation.mutedBy'),
      key: 'mutedBy',
      render: (_: unknown, row: Mute) => <Slot name="member-name" values={{ memberId: row.mutedBy }} />,
    },
    {
      title: t('manage.actions'),
      key: 'actions',
      render: (_: unknown, row: Mute) => (
        <ConfirmButton
          type="text"
          size="small"
          question={t('moderation.unmuteQuestion', { name: row.author?.memberFullName ?? '' })}
          onConfirm={() => call(topics.unmuteMember, { params: { id: row.memberId } })}
        >
          {t('moderation.unmute')}
        </ConfirmButton>
      ),
    },
  ]
  return (
    <DataTable
      label={t('moderation.mutes')}
      columns={columns}
      rows={data?.items}
      rowKey="memberId"
      loading={isFetching && !data}
      paging={paging}
      recordCount={data?.recordCount ?? 0}
      empty={<EmptyState small title={t('moderation.noMutes')} />}
    />
  )
}
