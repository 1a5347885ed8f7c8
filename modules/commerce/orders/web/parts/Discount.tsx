import { Price } from '#modules/commerce/prices/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import type { Order } from '../../contract/shapes.ts'

/** By what an order is cheaper; nothing where it is not. */
export function Discount({ payType, discount, couponName }: Pick<Order, 'payType' | 'discount' | 'couponName'>) {
  const t = useText('orders')
  if (discount === '0') return null
  return (
    <p className="sy-row sy-apart sy-gap-3">
      <span>{couponName === '' ? t('discount') : t('discountBy', { coupon: couponName })}</span>
      <span>
        −<Price payType={payType} amount={discount} />
      </span>
    </p>
  )
}
