import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { lotteries } from '../../contract.ts'

const lookEveryMs = 15_000

interface Props {
  readonly lotteryId: string
  readonly isOpen: boolean
  /** The number of a draw that the wheel has not shown yet. */
  readonly without: number | undefined
}

/** Who has won what, the newest first and with covered names; others win while the page stands open. */
export function Winners({ lotteryId: id, isOpen, without }: Props) {
  const t = useText('lotteries')
  const paging = usePaging(10)
  const query = { page: paging.page, pageSize: paging.pageSize }
  const { data } = useQuery({
    ...q(lotteries.shownWins, { params: { id }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: isOpen && paging.page === 1 ? lookEveryMs : false,
  })
  if (!data) return null
  const shown = data.items.filter(({ number }) => number !== without)
  return (
    <section className="sy-card lo-section" aria-label={t('wins.title')}>
      <h2>{t('wins.title')}</h2>
      {shown.length === 0 ? (
        <p className="sy-note">{t('wins.none')}</p>
      ) : (
        <ul className="sy-plain-list lo-wins">
          {shown.map(({ number, winner, isOwn, prizeName, drawnAt }) => (
            <li key={number} data-own={isOwn}>
              <span className="lo-winner">
                {winner}
                {isOwn && <small> {t('wins.own')}</small>}
              </span>
              <strong>{prizeName}</strong>
              <span className="sy-faint">
                <DateText value={drawnAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Pager paging={paging} recordCount={data.recordCount} />
    </section>
  )
}
