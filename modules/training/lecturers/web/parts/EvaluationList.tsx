import './lecturers.css'
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import type { Evaluation, Evaluations } from '../../contract/evaluations.ts'

interface Props {
  readonly list: (query: {
    readonly page: number
    readonly pageSize: number
  }) => UseQueryOptions<Evaluations, Error, Evaluations>
  readonly actionsOf?: (one: Evaluation) => ReactNode
}

/** How those who were taught rate a lecturer: the surveys, each with the means of its ratings. */
export function EvaluationList({ list, actionsOf }: Props) {
  const t = useText('lecturers')
  const paging = usePaging()
  const { page, pageSize } = paging
  const { data, error, refetch } = useQuery({ ...list({ page, pageSize }), placeholderData: keepPreviousData })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={3} />
  if (data.recordCount === 0)
    return <EmptyState small title={t('evaluations.none')} description={t('evaluations.noneHint')} />
  return (
    <>
      <ul className="sy-plain-list sy-column sy-gap-3">
        {data.items.map((one) => (
          <li key={one.surveyId} className="sy-card le-evaluation">
            <div className="sy-row sy-wrap sy-gap-3 le-evaluation-head">
              <h3>{one.name || t('evaluations.gone')}</h3>
              <span className="sy-faint">
                {t('evaluations.answers', { count: one.included })} · <DateText value={one.createdAt} style="day" />
              </span>
              {actionsOf?.(one)}
            </div>
            {one.isHidden && <p className="sy-note">{t('evaluations.hidden')}</p>}
            {!one.isHidden && one.ratings.length === 0 && <p className="sy-note">{t('evaluations.noRatings')}</p>}
            <dl className="le-ratings">
              {one.ratings.map(({ title, mean, max, answered }) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>
                    <meter min={0} max={max} value={mean} aria-label={title} />
                    <strong>{mean.toFixed(1)}</strong>
                    <span className="sy-faint">
                      / {max} · {t('evaluations.answers', { count: answered })}
                    </span>
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={data.recordCount} />
    </>
  )
}
