/**
 * The balances of an account, and the deduction of an amount from them. Pure functions; hundredths as bigint, never a
 * float.
 */

export const balanceKinds = ['allocated', 'reward', 'subscription'] as const
export type BalanceKind = (typeof balanceKinds)[number]
export type Balances = { readonly [Name in BalanceKind]: bigint }

const noBalances: Balances = { allocated: 0n, reward: 0n, subscription: 0n }

export function total(balances: Balances): bigint {
  return balances.allocated + balances.reward + balances.subscription
}

function combine(one: Balances, other: Balances, rule: (one: bigint, other: bigint) => bigint): Balances {
  const allocated = rule(one.allocated, other.allocated)
  return { allocated, reward: rule(one.reward, other.reward), subscription: rule(one.subscription, other.subscription) }
}

export function plus(one: Balances, other: Balances): Balances {
  return combine(one, other, (a, b) => a + b)
}

export function minus(one: Balances, other: Balances): Balances {
  return combine(one, other, (a, b) => a - b)
}

export function negated(balances: Balances): Balances {
  return minus(noBalances, balances)
}

/**
 * Takes an amount from the balances in order, from later ones only if earlier ones are insufficient; undefined if all
 * are.
 */
export function take(
  from: Balances,
  amount: bigint,
  order: readonly BalanceKind[] = balanceKinds,
): Balances | undefined {
  const taken: Record<BalanceKind, bigint> = { ...noBalances }
  let rest = amount
  for (const name of order) {
    taken[name] = rest
    if (rest > from[name]) taken[name] = from[name]
    rest -= taken[name]
  }
  return rest === 0n ? taken : undefined
}
