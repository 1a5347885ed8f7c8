/** What may come to be without a second person: by issues of one administrator, and by awards to one member. */
import { ruleValue } from '#modules/platform/settings/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { COIN, type CurrencyKind } from '../contract/shapes.ts'
import { rewardEvent } from './reward-events.ts'

/** The limits count what came to be in so long a time. */
export const windowMs = 86_400_000

/** What an administrator issues without an approval, in hundredths. */
export async function issueLimit(db: Connection, companyId: string, kind: CurrencyKind): Promise<bigint> {
  const rule = await ruleValue(db, companyId, 'CURRENCY_ISSUE_CONFIG')
  return BigInt(Math.round(Number(kind === COIN ? rule.coinsPerDay : rule.pointsPerDay) * 100))
}

/** What the product's own rules give in a day. */
function defaultMax(kind: CurrencyKind): bigint {
  const rules = rewardEvent.all().flatMap(({ defaults }) => defaults.filter((one) => one.kind === kind && one.enabled))
  return rules.reduce((sum, { amount, dailyCap }) => sum + (dailyCap ?? amount), 0n)
}

/**
 * What a member gets by the awards of all events together, in hundredths: as much as an administrator may issue alone, because
 * an administrator alone sets the rules and is awarded by them. A low limit leaves the product's own rules as they are.
 */
export async function awardLimit(db: Connection, companyId: string, kind: CurrencyKind): Promise<bigint> {
  const given = defaultMax(kind)
  const beyond = (await issueLimit(db, companyId, kind)) - given
  return beyond > 0n ? given + beyond : given
}
