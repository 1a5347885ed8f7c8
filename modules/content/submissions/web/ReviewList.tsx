import './submissions.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Drawer, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import type { Endpoint } from '#kit/contract.ts'
import { type SubmissionState, submissionStates } from '#kit/submissions.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type ReviewItem, submissions } from '../contract.ts'
import { StateTag } from './StateTag.tsx'
import SubmissionReview from './SubmissionReview.tsx'

export interface ReviewListProps {
  /** The key of the kind. */
  readonly kind: string
  readonly title: string
  readonly hint: string
  /** What the subject and its part are called: "Course", "Section". */
  readonly labels: { readonly subject: string; readonly part: string }
  /** Only submissions about this subject. */
  readonly subjectId?: string
  /** Calls of the kind's module whose answers a decision makes old. */
  readonly outdates: readonly Endpoint[]
}

export default function ReviewList({ kind, title, hint, labels, subjectId, outdates }: ReviewListProps) {
  const t = useText('submissions')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [state, setState] = useState<SubmissionState>('waiting')
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<string>()
  const { page, pageSize } = paging
  const query = { kind, page, pageSize, state, search: search || undefined, subjectId }
  const list = useQuery({
    ...q(submissions.reviews, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const items = list.data?.items ?? []
  const columns = useColumns(labels, setOpened)
  const place = items.findIndex(({ id }) => id === opened)
  const [previous, next] = opened === undefined ? [] : [items[place - 1]?.id, items[place + 1]?.id]
  return (
    <>
      <PageHeader title={title} description={hint} />
      <div className="sy-row sy-wrap sy-gap-3 sm-toolbar">
        <Segmented
          aria-label={t('state')}
          value={state}
          options={submissionStates.map((value) => ({ value, label: t(`states.${value}`) }))}
          onChange={(value) => {
            setState(value)
            paging.reset()
          }}
        />
        <SearchBox
          label={t('search')}
          onSearch={(text) => {
            setSearch(text)
            paging.reset()
          }}
        />
      </div>
      {list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          label={title}
          columns={columns}
          rows={list.data?.items}
          rowKey="id"
          loading={list.isPending}
          paging={paging}
          recordCount={list.data?.recordCount}
          empty={<EmptyState small title={t(`none.${state}`)} />}
        />
      )}
      {opened !== undefined && (
        <Drawer
          open
          title={title}
          size={560}
          onClose={() => setOpened(undefined)}
          extra={
            <>
              <Button size="small" disabled={previous === undefined} onClick={() => setOpened(previous)}>
                {t('previous')}
              </Button>{' '}
              <Button size="small" disabled={next === undefined} onClick={() => setOpened(next)}>
                {t('next')}
              </Button>
            </>
          }
        >
          <SubmissionReview
            key={opened}
            id={opened}
            labels={labels}
            outdates={outdates}
            // What was decided leaves the list: the one behind it, or before it where it was the last, is next.
            onDecided={() => setOpened(next ?? previous)}
          />
        </Drawer>
      )}
    </>
  )
}

function useColumns(labels: ReviewListProps['labels'], open: (id: string) => void) {
  const t = useText('submissions')
  const { subject, part } = labels
  return useMemo(
    () => [
      {
        title: t('member'),
        key: 'member',
        render: (_: unknown, { member }: ReviewItem) => (
          <Person name={member.fullName} path={member.avatarPath} note={member.organizationName} />
        ),
      },
      { title: subject, dataIndex: 'subjectName' },
      { title: part, dataIndex: 'title' },
      {
        title: t('submittedAt'),
        key: 'submittedAt',
        render: (_: unknown, { submittedAt }: ReviewItem) => <DateText value={submittedAt} style="minute" />,
      },
      {
        title: t('state'),
        key: 'state',
        render: (_: unknown, { state }: ReviewItem) => <StateTag state={state} />,
      },
      {
        title: t('actions'),
        key: 'actions',
        render: (_: unknown, { id, member, title, state }: ReviewItem) => (
          <Button
            type="link"
            size="small"
            aria-label={t('openOf', { name: member.fullName, title })}
            onClick={() => open(id)}
          >
            {t(state === 'waiting' ? 'review' : 'look')}
          </Button>
        ),
      },
    ],
    [t, subject, part, open],
  )
}
