import './lotteries.css'
import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { DateSpan } from '#web/ui/DateSpan.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { LotteryListItem } from '../../contract/drawing.ts'
import { lotteryPaths } from '../paths.ts'
import { LotteryTag } from './LotteryTag.tsx'
import { usePointsText } from './use-points.ts'

/** Lotteries as rows: when, what is left, and the own chances. */
export function LotteryRows({ items }: { items: readonly LotteryListItem[] }) {
  const t = useText('lotteries')
  const pointsText = usePointsText()
  return (
    <ul className="sy-plain-list sy-column sy-gap-3">
      {items.map(({ id, name, state, opensAt, closesAt, remaining, stock, drawsLeft, ...one }) => (
        <li key={id} className="sy-card lo-row">
          <span className="lo-row-mark" aria-hidden="true">
            <Icon name="gift" size={26} />
          </span>
          <div className="sy-column sy-gap-1">
            <h2>
              <Link to={lotteryPaths.one(id)}>{name}</Link>
            </h2>
            <span className="sy-faint">
              <DateSpan from={opensAt} until={closesAt} />
            </span>
            <span className="sy-faint">
              {t('list.left', { remaining, stock })}
              {state === 'open' &&
                ` · ${t(one.drawPriceHundredths === null ? 'list.draws' : 'list.free', { count: drawsLeft })}`}
              {state === 'open' &&
                one.drawPriceHundredths !== null &&
                ` · ${t('list.each', { price: pointsText(one.drawPriceHundredths) })}`}
            </span>
          </div>
          <LotteryTag state={state} />
        </li>
      ))}
    </ul>
  )
}
