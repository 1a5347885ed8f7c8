import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { specimens } from '../../contract.ts'
import { ProgressTag } from './SpecimenList.tsx'
import { SpecimenView } from './SpecimenView.tsx'

/** One specimen. Opening the page starts it. */
export default function SpecimenPage() {
  const t = useText('specimens')
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(specimens.specimen, { params: { id } }))
  const { busy, run } = useAction()
  const isNew = data?.openedAt === null
  useEffect(() => {
    // A start that is lost on the way is recorded at the next opening.
    if (isNew) call(specimens.openSpecimen, { params: { id } }, { quiet: true }).catch(() => {})
  }, [id, isNew])
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  const finish = () => run(() => call(specimens.finishSpecimen, { params: { id } }), { done: t('progress.finished') })
  const button = (
    <button type="button" className="sy-button" disabled={busy} onClick={() => void finish()}>
      {t('progress.finish')}
    </button>
  )
  return <SpecimenView specimen={data} actions={data.finishedAt === null ? button : <ProgressTag {...data} />} />
}
