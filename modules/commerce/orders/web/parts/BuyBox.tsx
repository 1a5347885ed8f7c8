import './orders.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { prices } from '#modules/commerce/prices/contract.ts'
import { Price } from '#modules/commerce/prices/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import { BuyDialog } from './BuyDialog.tsx'

export interface BuyBoxProps {
  readonly businessType: number
  readonly itemId: string
  readonly name: string
  /** It is bought, and opens. */
  readonly onBought: () => unknown
}

/** What an item costs the member, and the button that buys it; or which member cards open it. */
export default function BuyBox({ businessType, itemId, name, onBought }: BuyBoxProps) {
  const t = useText('orders')
  const [isBuying, setIsBuying] = useState(false)
  useKeptFocus()
  const tags = useQuery(q(prices.priceTags, { query: { businessType, ids: itemId } }))
  const tag = tags.data?.items[0]
  if (!tag) return null
  const [single] = tag.ranges
  const cards = tag.cards.map(({ cardName }) => cardName).join(t('and'))
  return (
    <div className="or-buy">
      {single && tag.payType !== null && (
        <>
          <Price payType={tag.payType} amount={single.unit} original={single.original} large />
          <button type="button" className="sy-button co-button-large" onClick={() => setIsBuying(true)}>
            <Icon name="cart" size={20} />
            {t('buy.button')}
          </button>
        </>
      )}
      {cards !== '' && <span>{t(single ? 'buy.orCard' : 'buy.onlyCard', { cards })}</span>}
      {isBuying && single && (
        <BuyDialog
          businessType={businessType}
          itemId={itemId}
          name={name}
          tag={tag}
          onBought={onBought}
          onClose={() => setIsBuying(false)}
        />
      )}
    </div>
  )
}
