import { useQuery } from '@tanstack/react-query'
import { Progress } from 'antd'
import { operations } from '#modules/platform/operations/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { search } from '../../contract.ts'

const LOOK_AGAIN_MS = 2000

/** Reads everything again. While that runs, how far it is stands in place of the button. */
export function RebuildButton() {
  const t = useText('search')
  const quality = useQuery({
    ...q(search.searchQuality, { query: {} }, { quiet: true }),
    refetchInterval: ({ state: { data } }) => (data?.index.rebuildTaskId ? LOOK_AGAIN_MS : false),
  })
  const taskId = quality.data?.index.rebuildTaskId ?? null
  if (taskId !== null) return <Rebuilding taskId={taskId} />
  const start = async () => {
    await call(search.rebuildIndex, { body: {} })
  }
  return (
    <ConfirmButton question={t('rebuild.ask')} onConfirm={start}>
      {t('rebuild.start')}
    </ConfirmButton>
  )
}

function Rebuilding({ taskId }: { taskId: string }) {
  const t = useText('search')
  const task = useQuery({
    ...q(operations.taskById, { params: { id: taskId } }, { quiet: true }),
    refetchInterval: LOOK_AGAIN_MS,
  })
  return (
    <div className="sr-rebuilding" role="status">
      <span>{t('rebuild.running')}</span>
      <Progress percent={Math.floor((task.data?.permille ?? 0) / 10)} size="small" aria-label={t('rebuild.running')} />
    </div>
  )
}
