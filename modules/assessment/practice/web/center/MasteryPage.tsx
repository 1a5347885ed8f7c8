import '../parts/practice.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { practice } from '../../contract.ts'
import { practicePaths } from '../paths.ts'

/** How much of each knowledge point the member knows, the weakest first. */
export default function MasteryPage() {
  const t = useText('practice')
  const paging = usePaging()
  const { page, pageSize } = paging
  const { data, error, refetch } = useQuery(q(practice.mastery, { query: { page, pageSize } }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  return (
    <>
      <PageHeader
        back={<Link to={practicePaths.all}>{t('list.title')}</Link>}
        title={t('mastery.title')}
        description={t('mastery.formula')}
      />
      {data.recordCount === 0 && <EmptyState title={t('mastery.none')} />}
      <ul className="pr-list">
        {data.items.map(({ topic, share, questionCount, wrongCount, isTooFew }) => (
          <li key={topic.id} className="sy-card pr-bar" data-few={isTooFew}>
            <strong>{topic.name}</strong>
            <div className="pr-bar-track" aria-hidden="true">
              <div style={{ width: `${share / 10}%` }} />
            </div>
            <span>{t('mastery.percent', { percent: Math.round(share / 10) })}</span>
            <p className="sy-note">
              {t('mastery.questions', { count: questionCount })}
              {wrongCount > 0 && ` · ${t('mastery.wrong', { count: wrongCount })}`}
              {isTooFew && ` · ${t('mastery.few')}`}
            </p>
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={data.recordCount} />
    </>
  )
}
