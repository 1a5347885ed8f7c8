import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { photoVerdicts } from '../../contract/photos.ts'
import { exams } from '../../contract.ts'

/** The picture of the start, and whether it shows who it should. */
export function ExamineePhoto({ attemptId, name }: { attemptId: string; name: string }) {
  const t = useText('exams')
  const params = { id: attemptId }
  const { data } = useQuery(q(exams.attemptPhoto, { params }, { quiet: true }))
  const { busyWith, run } = useAction()
  if (!data) return <LoadingState rows={2} />
  return (
    <section className="sy-column sy-gap-3" aria-label={t('photo.title')}>
      <h3>{t('photo.title')}</h3>
      {data.url !== null && <img className="ex-photo-taken" src={data.url} alt={t('photo.of', { name })} />}
      <p>
        {data.declined === null ? t(`photo.state.${data.state}`) : t(`photo.declinedOf.${data.declined}`)}
        {data.checkedBy !== null && <small> {t('photo.checkedBy', { name: data.checkedBy })}</small>}
        {data.url !== null && (
          <small>
            {' '}
            {t('photo.keptUntil')} <DateText value={data.keptUntil} style="day" />
          </small>
        )}
      </p>
      {data.url !== null && (
        <div className="sy-row sy-gap-3">
          {photoVerdicts.map((verdict) => (
            <Button
              key={verdict}
              danger={verdict === 'mismatch'}
              disabled={data.state === verdict}
              loading={busyWith === verdict}
              onClick={() => void run(() => call(exams.checkPhoto, { params, body: { verdict } }), { name: verdict })}
            >
              {t(`photo.verdict.${verdict}`)}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}
