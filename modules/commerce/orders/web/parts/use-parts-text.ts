import { usePriceText } from '#modules/commerce/prices/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { coinsOf, coinValueBack } from '../../contract/mixed.ts'
import type { Order } from '../../contract/shapes.ts'

type Mixed = Pick<Order, 'coinValue' | 'coins'>

/** Of an amount that is paid back next, what comes back as coins. */
export const coinsBackOf = (
  { coinValue, coinValueRefunded }: Pick<Order, 'coinValue' | 'coinValueRefunded'>,
  amount: string,
) => String(coinValueBack(BigInt(amount), { paid: BigInt(coinValue), refunded: BigInt(coinValueRefunded) }))

/** The two parts of an amount of an order in RMB of which coins paid some: undefined where they paid nothing. */
export function usePartsText() {
  const t = useText('orders')
  const text = usePriceText()
  return ({ coinValue, coins }: Mixed, amount: string, value: string): string | undefined => {
    if (coinValue === '0') return undefined
    // A whole number of coins is one yuan.
    const rate = Number(BigInt(coins) / BigInt(coinValue))
    const money = BigInt(amount) - BigInt(value)
    return t('parts', { coins: text(1, String(coinsOf(BigInt(value), rate))), money: text(2, String(money)) })
  }
}
