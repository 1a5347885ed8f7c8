/** Reward events: modules register them, and the rules define their awards. */
import type { Language } from '#kit/caller.ts'
import { extensionPoint } from '#server/extension.ts'
import type { Bilingual, CurrencyKind } from '../contract/shapes.ts'

export interface RewardEvent {
  /** `course-finished`: lower case, unique on the platform. */
  readonly event: string
  readonly label: Bilingual
  /** The description for administrators. */
  readonly description: Bilingual
  /** The default awards, in hundredths. */
  readonly defaults: readonly {
    readonly kind: CurrencyKind
    readonly amount: bigint
    /** The daily cap per member. */
    readonly dailyCap?: bigint
    readonly enabled: boolean
  }[]
}

export const rewardEvent = extensionPoint<RewardEvent>('currency.reward-event')

/** The points of a sign-in and their daily cap (CURRENCY-035, CURRENCY-036). */
export const signInEvent: RewardEvent = {
  event: 'sign-in',
  label: { cn: '每日登录', en: 'Daily sign-in' },
  description: { cn: '每次登录平台时', en: 'Each time a member signs in' },
  defaults: [{ kind: 2, amount: 100n, dailyCap: 100n, enabled: true }],
}

/** The labels of transfers without a subject. */
const otherLabels: Readonly<Record<string, Bilingual>> = {
  distribution: { cn: '团队分配', en: 'Team distribution' },
  recharge: { cn: '平台发放', en: 'Issued by the platform' },
  adjustment: { cn: '手动调整', en: 'Manual adjustment' },
  purchase: { cn: '购买', en: 'Purchase' },
  refund: { cn: '退款', en: 'Refund' },
  tip: { cn: '打赏', en: 'Reward' },
  expiry: { cn: '过期清零', en: 'Expired' },
  opening: { cn: '期初余额', en: 'Opening balance' },
}

export function eventLabel(event: string, language: Language): string {
  const registered = rewardEvent.all().find((one) => one.event === event)
  return (registered?.label ?? otherLabels[event])?.[language] ?? ''
}
