import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { classes } from '../../contract.ts'
import { ProgressTag } from './ClassList.tsx'
import { ClassView } from './ClassView.tsx'

/** One class. Opening the page starts it. */
export default function ClassPage() {
  const t = useText('classes')
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(classes.class, { params: { id } }))
  const { busy, run } = useAction()
  const isNew = data?.openedAt === null
  useEffect(() => {
    // A start that is lost on the way is recorded at the next opening.
    if (isNew) call(classes.openClass, { params: { id } }, { quiet: true }).catch(() => {})
  }, [id, isNew])
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  const finish = () => run(() => call(classes.finishClass, { params: { id } }), { done: t('progress.finished') })
  const button = (
    <button type="button" className="sy-button" disabled={busy} onClick={() => void finish()}>
      {t('progress.finish')}
    </button>
  )
  return <ClassView class={data} actions={data.finishedAt === null ? button : <ProgressTag {...data} />} />
}
