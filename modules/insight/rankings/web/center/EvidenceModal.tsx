import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { q } from '#web/api/query.ts'
import { hasText, useText } from '#web/i18n/texts.ts'
import { dateText } from '#web/ui/date.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { type Period, type RankedRow, type RankingName, rankings } from '../../contract.ts'
import { figureText } from '../parts/figures.ts'

interface Props {
  readonly ranking: RankingName
  readonly period: Period
  /** Undefined: the caller. */
  readonly item: RankedRow | undefined
  readonly onClose: () => void
}

/** What a figure is made of. */
export function EvidenceModal({ ranking, period, item, onClose }: Props) {
  const t = useText('rankings')
  const of = item?.id ? { businessType: item.businessType, businessId: item.id } : {}
  const { data, isPending, isError, error, refetch } = useQuery(
    q(rankings.rankingEvidence, { query: { ranking, period, ...of } }, { quiet: true }),
  )
  const sourceText = (source: string) =>
    t(hasText('rankings', `sources.${source}`) ? `sources.${source}` : 'sources.other')
  return (
    <Modal open title={t('why.title', { name: item?.name ?? t('own.me') })} footer={null} onCancel={onClose}>
      {isPending && <LoadingState rows={4} />}
      {isError && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <p>{t(`meaning.${ranking}`)}</p>
          <ul className="rank-parts">
            {data.parts.map(({ source, count, figure }) => (
              <li key={source}>
                <span>{t('why.part', { source: sourceText(source), count })}</span>
                <span>{figureText(t, ranking, figure)}</span>
              </li>
            ))}
            {data.uncounted > 0 && (
              <li>
                <span>{t('why.uncounted')}</span>
                <span>−{figureText(t, ranking, data.uncounted)}</span>
              </li>
            )}
            <li>
              <strong>{t('why.sum')}</strong>
              <strong>{figureText(t, ranking, data.figure)}</strong>
            </li>
          </ul>
          {data.items.length > 0 && (
            <>
              <h3>{t('why.latest')}</h3>
              <ul className="rank-parts">
                {data.items.map(({ label, source, figure, at }) => (
                  <li key={`${at} ${label}`}>
                    <span>
                      {label || sourceText(source)} · {dateText(at, 'day')}
                    </span>
                    <span>{figureText(t, ranking, figure)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </Modal>
  )
}
