import './price.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { Terms } from '../../contract/shapes.ts'
import { prices } from '../../contract.ts'
import { pricePath } from '../paths.ts'
import { Price } from './Price.tsx'

export interface PriceCardProps {
  readonly businessType: number
  readonly itemId: string
  /** It consists of what is sold by itself as well: whoever buys it has that too. */
  readonly opensParts?: boolean
}

/** What an item costs now, and the way to its form. */
export default function PriceCard({ businessType, itemId, opensParts }: PriceCardProps) {
  const t = useText('prices')
  const price = useQuery(q(prices.price, { params: { businessType, itemId } }, { quiet: true, handles: 'all' }))
  if (price.isPending) return <LoadingState rows={1} shape="lines" />
  if (price.isError) return <ErrorState small error={price.error} onRetry={() => void price.refetch()} />
  const { terms, specials } = price.data
  return (
    <section className="sy-card sy-column sy-gap-3" aria-label={t('card.title')}>
      <h2>{t('card.title')}</h2>
      <TermsLine terms={terms} />
      {specials.length > 0 && <p className="sy-faint">{t('card.specials', { count: specials.length })}</p>}
      {opensParts && terms.isPay === 1 && <p className="sy-faint">{t('card.opensParts')}</p>}
      <p>
        <Link className="sy-button" to={pricePath(businessType, itemId)}>
          {t('card.set')}
        </Link>
      </p>
    </section>
  )
}

/** A price in a line or a few: free, one amount, a ladder, or the cards that open it. */
export function TermsLine({ terms }: { terms: Terms }) {
  const t = useText('prices')
  if (terms.isPay === 0) return <p>{t('maps.is-pay.0')}</p>
  const cards = terms.vipCardConfiguration.map(({ cardName }) => cardName).join(t('and'))
  if (terms.payType === 3) return <p>{t('card.byCard', { cards })}</p>
  const rows = terms.isLadderPrice === 1 ? terms.payConfig : [{ id: 'one', begin: 1, end: -1, ...terms }]
  return (
    <ul className="sy-plain-list">
      {rows.map(({ id, begin, end, coin, discountCoin }) => (
        <li key={id}>
          {terms.isLadderPrice === 1 && (
            <span className="sy-faint">
              {end === -1 ? t('ladder.from', { begin }) : t('ladder.between', { begin, end })}{' '}
            </span>
          )}
          <Price payType={terms.payType} amount={String(discountCoin ?? 0)} original={String(coin ?? 0)} />
        </li>
      ))}
      {cards !== '' && <li className="sy-faint">{t('card.orCard', { cards })}</li>}
    </ul>
  )
}
