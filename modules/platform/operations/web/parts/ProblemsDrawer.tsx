import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { download, q } from '#web/api/query.ts'
import { useBilingual, useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { Task, TaskProblem } from '../../contract/tasks.ts'
import { operations } from '../../contract.ts'

/** The problems of a task by row and column, with a download (SYSTEM-118). */
export function ProblemsDrawer({ task, onClose }: { task: Task | undefined; onClose: () => void }) {
  const t = useText('operations')
  return (
    <Drawer
      open={task !== undefined}
      onClose={onClose}
      title={t('tasks.problemsTitle')}
      size={560}
      extra={task && <DownloadButton id={task.id} />}
    >
      {task && <Problems id={task.id} />}
    </Drawer>
  )
}

function DownloadButton({ id }: { id: string }) {
  const t = useText('operations')
  const { busy, run } = useAction()
  const fetchFile = () => run(() => download(operations.taskProblemsFile, { params: { id } }))
  return (
    <Button loading={busy} icon={<Icon name="download" size={16} />} onClick={() => void fetchFile()}>
      {t('tasks.download')}
    </Button>
  )
}

function Problems({ id }: { id: string }) {
  const t = useText('operations')
  const inLanguage = useBilingual()
  const paging = usePaging()
  const query = { page: paging.page, pageSize: paging.pageSize }
  const found = useQuery({
    ...q(operations.taskProblems, { params: { id }, query }),
    placeholderData: (last) => last,
  })
  if (found.isError && !found.data) return <ErrorState small error={found.error} onRetry={() => void found.refetch()} />
  return (
    <DataTable<TaskProblem>
      label={t('tasks.problemsTitle')}
      rows={found.data?.items}
      rowKey={(problem) => `${problem.row}-${problem.column}-${problem.message.en}`}
      loading={found.isFetching}
      paging={paging}
      recordCount={found.data?.recordCount}
      columns={[
        { title: t('tasks.row'), key: 'row', render: (_, { row }) => row ?? '—' },
        { title: t('tasks.column'), key: 'column', render: (_, { column }) => column ?? '—' },
        { title: t('tasks.why'), key: 'why', render: (_, { message }) => inLanguage(message) },
      ]}
    />
  )
}
