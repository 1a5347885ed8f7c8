import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { lotteries } from '../../contract.ts'
import { Delivery } from '../parts/Delivery.tsx'
import { usePointsText } from '../parts/use-points.ts'

/** What the member has drawn here; `without` is a draw that the wheel has not shown yet. */
export function OwnDraws({ lotteryId, without }: { lotteryId: string; without: string | undefined }) {
  const t = useText('lotteries')
  const pointsText = usePointsText()
  const paging = usePaging(10)
  const query = { page: paging.page, pageSize: paging.pageSize, lotteryId }
  const { data } = useQuery({
    ...q(lotteries.ownDraws, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const shown = data?.items.filter(({ id }) => id !== without) ?? []
  if (!data || shown.length === 0) return null
  return (
    <section className="sy-card lo-section" aria-label={t('draw.own')}>
      <h2>{t('draw.own')}</h2>
      <ul className="sy-plain-list lo-prizes">
        {shown.map(({ id, number, prizeName, isWin, drawnAt, deliveredAt, paidHundredths, order }) => (
          <li key={id}>
            <strong>{prizeName}</strong>
            <span>{isWin && <Delivery order={order} deliveredAt={deliveredAt} />}</span>
            <span className="sy-faint">
              {t('draw.number', { number })} · <DateText value={drawnAt} />
              {paidHundredths > 0 && ` · ${pointsText(paidHundredths)}`}
            </span>
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={data.recordCount} />
    </section>
  )
}
