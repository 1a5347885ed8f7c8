import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useId, useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { prices } from '../../contract.ts'
import type { PriceDraft } from './draft.ts'

interface Props {
  readonly cards: PriceDraft['cards']
  /** The item opens by a card alone. */
  readonly isNeeded: boolean
  /** None is chosen though one is needed (COMMERCE-124). */
  readonly isWrong: boolean
  readonly onChange: (cards: PriceDraft['cards']) => void
}

const cardsMax = 50

/** The member cards that open an item: alone, or besides paying for it. */
export function CardsField({ cards, isNeeded, isWrong, onChange }: Props) {
  const t = useText('prices')
  const id = useId()
  const [search, setSearch] = useState('')
  const found = useQuery({
    ...q(prices.priceCards, { query: search === '' ? {} : { search } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const known = new Map([...cards, ...(found.data?.items ?? [])].map((card) => [card.id, card.cardName]))
  return (
    <div className="sy-column sy-gap-1">
      <span id={id}>{t(isNeeded ? 'form.cards' : 'form.cardsToo')}</span>
      <Select
        mode="multiple"
        aria-labelledby={id}
        aria-invalid={isWrong}
        status={isWrong ? 'error' : undefined}
        maxCount={cardsMax}
        placeholder={t('form.chooseCards')}
        notFoundContent={found.isPending ? null : t('form.noCards')}
        filterOption={false}
        onSearch={setSearch}
        value={cards.map((card) => card.id)}
        options={[...known].map(([value, label]) => ({ value, label }))}
        onChange={(ids: string[]) => onChange(ids.map((one) => ({ id: one, cardName: known.get(one) ?? '' })))}
      />
      {isWrong && (
        <p role="alert" className="sy-problem">
          {t('member-card-empty')}
        </p>
      )}
    </div>
  )
}
