/** What members are awarded for. Modules register their own happenings; the rules say what each of them gives. */
import type { Language } from '#kit/caller.ts'
import { extensionPoint } from '#server/extension.ts'
import type { Bilingual, CurrencyKind } from '../contract/shapes.ts'

export interface RewardEvent {
  /** `course-finished`: lower case, unique on the platform. */
  readonly event: string
  readonly label: Bilingual
  /** When it happens, for the administrator. */
  readonly description: Bilingual
  /** What it gives until an administrator says otherwise. Amounts are hundredths. */
  readonly defaults: readonly {
    readonly kind: CurrencyKind
    readonly amount: bigint
    /** What a member gets of it in a day at most. */
    readonly dailyCap?: bigint
    readonly enabled: boolean
  }[]
}

export const rewardEvent = extensionPoint<RewardEvent>('currency.reward-event')

/** CURRENCY-035, CURRENCY-036: the points of a login, and how many a day. */
export const signInEvent: RewardEvent = {
  event: 'sign-in',
  label: { cn: '每日登录', en: 'Daily sign-in' },
  description: { cn: '每次登录平台时', en: 'Each time a member signs in' },
  defaults: [{ kind: 2, amount: 100n, dailyCap: 100n, enabled: true }],
}

/** What transfers are called that have no subject of their own. */
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
