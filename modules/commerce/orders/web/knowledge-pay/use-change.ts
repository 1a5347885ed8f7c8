import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { prices } from '#modules/commerce/prices/contract.ts'
import { call } from '#web/api/query.ts'
import type { OrderDetails, OrderLine } from '../../contract/shapes.ts'
import { orders } from '../../contract.ts'

/** Hundredths. */
const less = (amount: string, by: string) => String(BigInt(amount) - BigInt(by))

/** Goods and seats are bought in numbers; what one buys for oneself is one. */
export const isCounted = (order: OrderDetails, line: OrderLine): boolean => order.forOthers || line.goods !== null

/** What the buyer has chosen so far, what it would cost by quotes of now, and the coupons that fit it. */
export function useChange(order: OrderDetails) {
  const [quantities, setQuantities] = useState<Readonly<Record<string, number>>>({})
  const [chosen, setChosen] = useState<string | null | undefined>(order.couponId ?? undefined)
  const quantityOf = ({ id, quantity }: OrderLine) => quantities[id] ?? quantity
  const kept = order.lines.filter((line) => quantityOf(line) > 0)
  const changed = kept.filter((line) => quantityOf(line) !== line.quantity)
  const asked = changed.map((line) => ({ lineId: line.id, quantity: quantityOf(line), line }))
  const quotes = useQuery({
    queryKey: ['quotes of a change', order.id, asked.map(({ lineId, quantity }) => [lineId, quantity])],
    queryFn: async () => {
      const said = asked.map(async ({ lineId, quantity, line: { businessType, itemId } }) => {
        const quote = await call(
          prices.quote,
          { body: { businessType, itemId, quantity } },
          { quiet: true, handles: 'all' },
        )
        return [lineId, quote] as const
      })
      return new Map(await Promise.all(said))
    },
    enabled: kept.length > 0,
    staleTime: 10 * 60_000,
    gcTime: 0,
  })
  const lines = kept.map(({ id: lineId }) => {
    const quoteId = quotes.data?.get(lineId)?.id
    return { lineId, ...(quoteId !== undefined && { quoteId }) }
  })
  const preview = useQuery({
    queryKey: ['change of an order', order.id, lines],
    queryFn: () =>
      call(
        orders.previewChange,
        { params: { id: order.id }, body: { lines } },
        { quiet: true, handles: 'all', outdates: 'nothing' },
      ),
    enabled: quotes.data !== undefined && kept.length > 0,
    gcTime: 0,
  })
  const coupons = preview.data?.coupons ?? []
  const usable = coupons.filter(({ obstacle }) => obstacle === null)
  // The one that the order has, or else the best, until the buyer chooses another, or none.
  const coupon = chosen === null ? undefined : (usable.find(({ id }) => id === chosen) ?? usable[0])
  const saves = coupon?.saves ?? '0'
  const isChanged = kept.length < order.lines.length || changed.length > 0 || (coupon?.id ?? null) !== order.couponId
  return {
    ...{ lines, kept, coupons, coupon, saves, isChanged, quotes, preview, quantityOf },
    payable: preview.data && less(preview.data.amount, saves),
    setQuantity: (line: OrderLine, quantity: number) => setQuantities({ ...quantities, [line.id]: quantity }),
    choose: setChosen,
  }
}
