import './lotteries.css'
import { useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { partsInAll } from '../../contract/chances.ts'
import type { ShownPrize } from '../../contract/drawing.ts'

/** 0.0123 % and 12.5 %, as short as they are exact. */
export const percentText = (weight: number): string => `${(weight * 100) / partsInAll}%`

/** Without what is left, where that is not said. */
interface Listed extends Omit<ShownPrize, 'remaining' | 'goodsId'> {
  readonly remaining?: number | null
  /** Where it is goods of the points mall that have one. */
  readonly pictureId?: string | null
}

/** What can be won, with its chance and how many are left. */
export function PrizeList({ prizes }: { prizes: readonly Listed[] }) {
  const t = useText('lotteries')
  return (
    <ul className="sy-plain-list lo-prizes" aria-label={t('prizes.title')}>
      {prizes.map((prize) => (
        <li key={prize.place} data-pictured={typeof prize.pictureId === 'string'}>
          {typeof prize.pictureId === 'string' && <Cover name={prize.name} url={`files/${prize.pictureId}`} />}
          <strong>{prize.name}</strong>
          <span className="sy-number">{t('prizes.chance', { chance: percentText(prize.weight) })}</span>
          <span className="sy-faint sy-number">
            {prize.stock === null
              ? t('form.noStock')
              : prize.remaining === undefined
                ? t('prizes.stock', { count: prize.stock })
                : t('list.left', { remaining: prize.remaining ?? 0, stock: prize.stock })}
          </span>
        </li>
      ))}
    </ul>
  )
}
