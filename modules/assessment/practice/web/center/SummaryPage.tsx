import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { practice } from '../../contract.ts'
import { practiceName } from '../parts/names.ts'
import { practicePaths } from '../paths.ts'

/** How a practice went. */
export default function SummaryPage() {
  const t = useText('practice')
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(practice.practiceSummary, { params: { id } }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />
  return (
    <>
      <PageHeader
        back={<Link to={practicePaths.all}>{t('list.title')}</Link>}
        title={practiceName(t, data)}
        description={t('summary.title')}
      />
      <section className="sy-card sy-column sy-gap-4">
        <Facts
          shape="figures"
          items={[
            data.share !== null && [t('summary.share'), t('mastery.percent', { percent: Math.round(data.share / 10) })],
            [t('summary.answered'), `${data.answeredCount} / ${data.questionCount}`],
            [t('verdict.right'), String(data.rightCount)],
            [t('verdict.partly'), String(data.partlyCount)],
            [t('verdict.wrong'), String(data.wrongCount)],
            [t('summary.mastered'), String(data.masteredCount)],
          ]}
        />
        <p className="sy-row sy-wrap sy-gap-3">
          {data.inBookCount > 0 && (
            <Link className="sy-button" to={practicePaths.book}>
              {t('summary.toBook', { count: data.inBookCount })}
            </Link>
          )}
          {data.source === 'set' && data.sourceId !== null && (
            <Link className="sy-button sy-button-plain" to={practicePaths.set(data.sourceId)}>
              {t('summary.again')}
            </Link>
          )}
        </p>
      </section>
    </>
  )
}
