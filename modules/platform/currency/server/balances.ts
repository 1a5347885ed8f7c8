/** The pots of an account, and how an amount is taken from them. Pure; hundredths as bigint, never a float. */

export const potNames = ['allocated', 'reward', 'subscription'] as const
export type PotName = (typeof potNames)[number]
export type Pots = { readonly [Name in PotName]: bigint }

const noPots: Pots = { allocated: 0n, reward: 0n, subscription: 0n }

export function total(pots: Pots): bigint {
  return pots.allocated + pots.reward + pots.subscription
}

function combine(one: Pots, other: Pots, rule: (one: bigint, other: bigint) => bigint): Pots {
  const allocated = rule(one.allocated, other.allocated)
  return { allocated, reward: rule(one.reward, other.reward), subscription: rule(one.subscription, other.subscription) }
}

export function plus(one: Pots, other: Pots): Pots {
  return combine(one, other, (a, b) => a + b)
}

export function minus(one: Pots, other: Pots): Pots {
  return combine(one, other, (a, b) => a - b)
}

export function negated(pots: Pots): Pots {
  return minus(noPots, pots)
}

/** Takes an amount in the order of the pots, the later ones only for what the earlier lack; undefined where all lack it. */
export function take(from: Pots, amount: bigint, order: readonly PotName[] = potNames): Pots | undefined {
  const taken: Record<PotName, bigint> = { ...noPots }
  let rest = amount
  for (const name of order) {
    taken[name] = rest
    if (rest > from[name]) taken[name] = from[name]
    rest -= taken[name]
  }
  return rest === 0n ? taken : undefined
}
