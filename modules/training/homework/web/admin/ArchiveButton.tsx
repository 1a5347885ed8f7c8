import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { homework } from '../../contract.ts'

const lookAgainMs = 2000

/** Collects what was handed in; the archive is loaded from the same place when it is ready. */
export function ArchiveButton({ params }: { params: { readonly id: string; readonly activityId: string } }) {
  const t = useText('homework')
  const { busy, run } = useAction()
  const asked = useRef(false)
  const { data } = useQuery({
    ...q(homework.homeworkArchive, { params }, { quiet: true, cache: 0 }),
    refetchInterval: ({ state }) => (state.data?.archive?.state === 'waiting' ? lookAgainMs : false),
  })
  const archive = data?.archive
  const isMaking = archive?.state === 'waiting'
  const start = async () => {
    asked.current = true
    await call(homework.startHomeworkArchive, { params })
  }
  return (
    <>
      <Button loading={busy || isMaking} onClick={() => void run(start)}>
        {t(isMaking ? 'archive.making' : 'archive.start')}
      </Button>
      {archive?.state === 'ready' && archive.url !== null && (
        <a className="sy-button sy-button-plain" href={`${archive.url}&download=1`} download>
          {t('archive.load', { count: archive.fileCount })}
        </a>
      )}
      {archive?.state === 'failed' && asked.current && (
        <span className="sy-note" role="alert">
          {t('archive.failed')}
        </span>
      )}
    </>
  )
}
