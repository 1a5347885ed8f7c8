import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { Output } from '#kit/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import type { QueuedJob } from '../../contract/tasks.ts'
import { operations } from '../../contract.ts'
import { spanText } from '../parts/amounts.ts'
import './operations.css'

type Queue = Output<typeof operations.jobQueue>

const LOOK_AGAIN_MS = 5000

/** The queue of background jobs, and permanently failed jobs. */
export function JobQueue() {
  const t = useText('operations')
  const queue = useQuery({ ...q(operations.jobQueue), refetchInterval: LOOK_AGAIN_MS })
  if (queue.isPending) return <LoadingState />
  if (queue.isError) return <ErrorState error={queue.error} onRetry={() => void queue.refetch()} />
  if (!queue.data.isOperator) return <EmptyState title={t('queue.notOperator')} />
  return (
    <>
      <Figures queue={queue.data} />
      <section className="sy-section">
        <div className="sy-section-head">
          <h2>{t('queue.failedTitle')}</h2>
        </div>
        <FailedJobs />
      </section>
      <section className="sy-section">
        <div className="sy-section-head">
          <h2>{t('queue.kinds')}</h2>
        </div>
        <DataTable<Queue['kinds'][number]>
          label={t('queue.kinds')}
          rows={queue.data.kinds}
          rowKey="name"
          empty={<EmptyState small title={t('queue.idle')} />}
          columns={[
            { title: t('queue.kind'), key: 'name', render: (_, { name }) => <code>{name}</code> },
            { title: t('queue.waiting'), dataIndex: 'waiting', align: 'right' },
            { title: t('queue.running'), dataIndex: 'running', align: 'right' },
            { title: t('queue.failed'), dataIndex: 'failed', align: 'right' },
          ]}
        />
      </section>
    </>
  )
}

function Figures({ queue }: { queue: Queue }) {
  const t = useText('operations')
  const figures = [
    [t('queue.waiting'), queue.waiting],
    [t('queue.running'), queue.running],
    [t('queue.failed'), queue.failed],
    [t('queue.oldest'), queue.oldestWaitingMs === 0 ? '—' : spanText(t, queue.oldestWaitingMs)],
  ] as const
  return <Facts shape="figures" className="sy-card operations-figures" items={figures} />
}

function FailedJobs() {
  const t = useText('operations')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const query = { page: paging.page, pageSize: paging.pageSize }
  const found = useQuery({ ...q(operations.failedJobs, { query }), placeholderData: (last) => last })
  if (found.isError && !found.data) return <ErrorState small error={found.error} onRetry={() => void found.refetch()} />
  if (found.data?.recordCount === 0)
    return <EmptyState small title={t('queue.noFailed')} description={t('queue.noFailedHint')} />
  return (
    <DataTable<QueuedJob>
      label={t('queue.failedTitle')}
      rows={found.data?.items}
      rowKey="id"
      loading={found.isFetching}
      paging={paging}
      recordCount={found.data?.recordCount}
      columns={[
        { title: t('queue.kind'), key: 'name', render: (_, { name }) => <code>{name}</code> },
        {
          title: t('queue.lastError'),
          key: 'error',
          render: (_, { lastError }) => <span className="operations-error">{lastError}</span>,
        },
        {
          title: t('queue.attempts'),
          key: 'attempts',
          render: (_, job) => `${job.attempts} / ${job.attemptsMax}`,
        },
        { title: t('queue.updatedAt'), key: 'at', render: (_, job) => <DateText value={job.updatedAt} /> },
        { title: t('queue.actions'), key: 'actions', width: 1, render: (_, job) => <JobActions id={job.id} /> },
      ]}
    />
  )
}

function JobActions({ id }: { id: string }) {
  const t = useText('operations')
  const retry = async () => {
    await call(operations.retryJob, { params: { id } }).then(
      () => notify('success', t('queue.retried')),
      () => undefined,
    )
  }
  const remove = async () => {
    await call(operations.removeJob, { params: { id } })
    notify('success', t('queue.removed'))
  }
  return (
    <span className="sy-actions" style={{ flexWrap: 'nowrap' }}>
      <Button size="small" onClick={() => void retry()}>
        {t('queue.retry')}
      </Button>
      <ConfirmButton
        size="small"
        type="text"
        danger
        question={t('queue.removeQuestion')}
        consequence={t('queue.removeConsequence')}
        onConfirm={remove}
      >
        {t('queue.remove')}
      </ConfirmButton>
    </span>
  )
}
