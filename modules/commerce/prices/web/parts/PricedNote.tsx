import { useQueries } from '@tanstack/react-query'
import { Alert } from 'antd'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { prices } from '../../contract.ts'

export interface PricedNoteProps {
  /** What is assigned: items of any kinds. */
  readonly items: readonly { readonly businessType: number; readonly businessId: string }[]
}

/** For whoever assigns items to others: how many of them have a price, which the assignment does not pay. Nothing where none has. */
export default function PricedNote({ items }: PricedNoteProps) {
  const t = useText('prices')
  const kinds = [...Map.groupBy(items, ({ businessType }) => businessType)]
  const tags = useQueries({
    queries: kinds.map(([businessType, ofKind]) => {
      const ids = ofKind.map(({ businessId }) => businessId).join(',')
      return q(prices.priceTags, { query: { businessType, ids } }, { quiet: true })
    }),
  })
  const priced = tags.flatMap(({ data }) => data?.items.filter(({ access }) => access !== 'free') ?? [])
  if (priced.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t('assigned.title', { count: priced.length })}
      description={t('assigned.hint')}
    />
  )
}
