import './price.css'
import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { prices } from '../../contract.ts'
import { usePriceText } from './Price.tsx'

export interface PriceBadgeProps {
  readonly businessType: number
  readonly id: string
  /** Those of the list together, at most 100: what they cost is asked once. */
  readonly ids: readonly string[]
  /** On a picture, in its corner. */
  readonly onCover?: boolean
}

/** What an item of a list costs the member, or that it is open to them already; nothing of what is free. */
export default function PriceBadge({ businessType, id, ids, onCover }: PriceBadgeProps) {
  const t = useText('prices')
  const priceText = usePriceText()
  const tags = useQuery(q(prices.priceTags, { query: { businessType, ids: ids.join(',') } }, { quiet: true }))
  const tag = tags.data?.items.find((one) => one.id === id)
  if (!tag || tag.access === 'free') return null
  const [first] = tag.ranges
  const unpaid = first && tag.payType !== null ? priceText(tag.payType, first.unit) : t('badge.byCard')
  return (
    <span className="pr-badge" data-access={tag.access} data-on-cover={onCover}>
      {tag.access === 'entitled' ? t('badge.owned') : unpaid}
    </span>
  )
}
