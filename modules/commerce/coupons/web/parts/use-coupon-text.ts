import { usePriceText } from '#modules/commerce/prices/web.tsx'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import type { OwnCoupon } from '../../contract/shapes.ts'

export type Terms = Pick<
  OwnCoupon,
  'kind' | 'amount' | 'percent' | 'cap' | 'payType' | 'minimum' | 'scope' | 'kindNames' | 'items'
>

/** The terms of a coupon in words: what it takes off, from which amount on, and for what. */
export function useCouponText() {
  const t = useText('coupons')
  const language = useLanguage()
  const text = usePriceText()
  return {
    /** A fifth off is 8 折 in Chinese: what is left to pay, in tenths. */
    worth: ({ kind, amount, percent, payType }: Terms) =>
      kind === 'amount'
        ? t('off', { amount: text(payType, amount ?? '0') })
        : t('rate', { value: language === 'cn' ? (100 - (percent ?? 0)) / 10 : (percent ?? 0) }),
    condition: ({ minimum, cap, payType }: Terms) =>
      [
        minimum === '0' ? t('noMinimum') : t('minimum', { amount: text(payType, minimum) }),
        ...(cap === null ? [] : [t('cap', { amount: text(payType, cap) })]),
      ].join(' · '),
    scope: ({ scope, kindNames, items }: Terms) => {
      if (scope === 'all') return t('forAll')
      return scope === 'kinds'
        ? t('forKinds', { kinds: kindNames.join(t('and')) })
        : t('forItems', { count: items.length })
    },
  }
}
