import { useText } from '#web/i18n/texts.ts'
import type { FormerVersion, OrderDetails, OrderLine } from '../../contract/shapes.ts'

type Versioned = Pick<OrderDetails, 'version' | 'lines' | 'couponName' | 'formerVersions'>
type One = Pick<FormerVersion, 'lines' | 'couponName'>

const keyOf = ({ businessType, itemId }: OrderLine) => `${businessType} ${itemId}`

/** What a version has made of the one before: quantities, lines that are gone, the coupon. */
export function useVersionText(): (order: Versioned, version: number) => string[] {
  const t = useText('orders')
  const between = (before: One, after: One): string[] => {
    const now = new Map(after.lines.map((line) => [keyOf(line), line]))
    const lines = before.lines.flatMap((line) => {
      const next = now.get(keyOf(line))
      if (!next) return [t('change.gone', { name: line.name })]
      if (next.quantity === line.quantity) return []
      return [t('change.units', { name: line.name, before: line.quantity, after: next.quantity })]
    })
    if (after.couponName === before.couponName) return lines
    const { couponName } = after
    return [...lines, couponName === '' ? t('change.noCoupon') : t('discountBy', { coupon: couponName })]
  }
  return (order, version) => {
    const at = (which: number): One | undefined =>
      which === order.version ? order : order.formerVersions.find((one) => one.version === which)
    const [before, after] = [at(version - 1), at(version)]
    return before && after ? between(before, after) : []
  }
}
