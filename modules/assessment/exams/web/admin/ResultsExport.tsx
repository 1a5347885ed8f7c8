import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { exams } from '../../contract.ts'

const lookEveryMs = 1500

async function load(id: string): Promise<void> {
  const { url } = await call(exams.resultExportAddress, { params: { id } })
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

/** Asks for the results as a file, shows how far it is, and loads it down once it is there. */
export function ResultsExport({ examId }: { examId: string }) {
  const t = useText('exams')
  const { busy, run } = useAction()
  const [id, setId] = useState<string>()
  const [hasFailed, setHasFailed] = useState(false)
  const { data } = useQuery({
    ...q(exams.resultExport, { params: { id: id ?? '' } }, { quiet: true }),
    enabled: id !== undefined,
    refetchInterval: lookEveryMs,
  })
  const found = id === data?.id ? data : undefined
  useEffect(() => {
    if (!found || found.state === 'waiting') return
    setId(undefined)
    setHasFailed(found.state === 'failed')
    if (found.state === 'ready') void run(() => load(found.id))
  }, [found, run])
  const isWaiting = id !== undefined
  const percent = Math.floor((found?.progress ?? 0) / 10)
  return (
    <span className="sy-row sy-wrap sy-gap-3">
      <span role="status" className="sy-faint">
        {isWaiting && `${t('results.exporting')} · ${t('results.exportPercent', { percent })}`}
        {!isWaiting && hasFailed && t('results.exportFailed')}
      </span>
      <Button
        loading={busy || isWaiting}
        icon={<Icon name="download" size={16} />}
        onClick={() => void run(async () => setId((await call(exams.exportResults, { params: { id: examId } })).id))}
      >
        {t('results.export')}
      </Button>
    </span>
  )
}
