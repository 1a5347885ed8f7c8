/** The form of a coupon: amounts in whole coins or yuan with two decimals, as people type them. */
import { toHundredths } from '#kit/amounts.ts'
import type { CouponKind, CouponScope, CouponTerms, CouponWay, ManagedCoupon } from '../../contract/shapes.ts'

export interface ChosenItem {
  readonly businessType: number
  readonly itemId: string
  readonly name: string
}

export interface CouponDraft {
  readonly name: string
  readonly kind: CouponKind
  readonly amount?: number | null
  readonly percent?: number | null
  readonly cap?: number | null
  readonly payType: 1 | 2
  readonly minimum?: number | null
  readonly scope: CouponScope
  readonly businessTypes?: number[]
  readonly items?: ChosenItem[]
  readonly validity?: readonly [from: number, until: number] | null
  readonly way: CouponWay
  readonly code?: string
  readonly total?: number | null
  readonly memberMax?: number | null
}

const typed = (hundredths: string | null) => (hundredths === null ? null : Number(hundredths) / 100)
const hundredths = (amount: number | null | undefined) => String(toHundredths(amount ?? 0))

export const freshDraft: CouponDraft = {
  ...{ name: '', kind: 'amount', payType: 1, minimum: 0, scope: 'all', businessTypes: [], items: [], way: 'claim' },
  ...{ code: '', total: 100, memberMax: 1 },
}

export const draftOf = (coupon: ManagedCoupon): CouponDraft => ({
  ...{ name: coupon.name, kind: coupon.kind, percent: coupon.percent, payType: coupon.payType, scope: coupon.scope },
  ...{ amount: typed(coupon.amount), cap: typed(coupon.cap), minimum: typed(coupon.minimum) },
  ...{ businessTypes: [...coupon.businessTypes], items: [...coupon.items], way: coupon.way, code: coupon.code },
  ...{ total: coupon.total, memberMax: coupon.memberMax, validity: [coupon.validFrom, coupon.validUntil] },
})

/** What is not shown for the chosen kind, scope and way is not sent. */
export function termsOf(draft: CouponDraft): CouponTerms {
  const { name, kind, payType, scope, way, validity } = draft
  const isPercent = kind === 'percent'
  return {
    ...{ name, kind, payType, scope, way, minimum: hundredths(draft.minimum) },
    amount: isPercent ? null : hundredths(draft.amount),
    percent: isPercent ? (draft.percent ?? null) : null,
    cap: isPercent && typeof draft.cap === 'number' ? hundredths(draft.cap) : null,
    businessTypes: scope === 'kinds' ? (draft.businessTypes ?? []) : [],
    items: scope === 'items' ? (draft.items ?? []).map(({ businessType, itemId }) => ({ businessType, itemId })) : [],
    ...{ validFrom: validity?.[0] ?? 0, validUntil: validity?.[1] ?? 0 },
    code: way === 'code' ? (draft.code ?? '') : '',
    ...{ total: draft.total ?? 0, memberMax: draft.memberMax ?? 0 },
  }
}
