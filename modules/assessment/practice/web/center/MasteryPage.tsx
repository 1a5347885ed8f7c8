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
import { MasteryRow } from '../parts/MasteryRow.tsx'
import { masteryLevels } from '../parts/mastery-level.ts'
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
      {data.recordCount === 0 && (
        <EmptyState
          title={t('mastery.none')}
          action={
            <Link className="sy-button" to={practicePaths.all}>
              {t('mastery.toPractice')}
            </Link>
          }
        />
      )}
      {data.recordCount > 0 && (
        <section className="sy-card">
          <ul className="pr-legend" aria-label={t('mastery.levels')}>
            {masteryLevels.map(({ level, from }, at) => (
              <li key={level} data-level={level}>
                {t(`mastery.level.${level}`)}{' '}
                <small>
                  {from > 0
                    ? t('mastery.from', { percent: from })
                    : t('mastery.below', { percent: masteryLevels[at - 1]?.from ?? 0 })}
                </small>
              </li>
            ))}
          </ul>
          <ul className="pr-mastery">
            {data.items.map((one) => (
              <MasteryRow key={one.topic.id} mastery={one} />
            ))}
          </ul>
        </section>
      )}
      <Pager paging={paging} recordCount={data.recordCount} />
    </>
  )
}
