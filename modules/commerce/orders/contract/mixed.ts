/** Coins that pay a part of an order in RMB. Pure, for the browser and the server. All values are fen. */

/** The most of an order that coins may pay beside a payment in RMB: a share of it, and never all. */
export function coinValueMax(payable: bigint, sharePercent: number): bigint {
  const share = (payable * BigInt(sharePercent)) / 100n
  return share < payable ? share : payable - 1n
}

/** Hundredths of coins that a value stands for. A whole number of coins is one yuan, so nothing is rounded. */
export const coinsOf = (value: bigint, coinsPerYuan: number): bigint => value * BigInt(coinsPerYuan)

/**
 * How much of a refund comes back as coins: coins first, up to what they paid. So whoever gives back a part keeps nothing that coins
 * paid beyond the share of the rule, coins never become money, and invoices are reversed as late as possible.
 */
export function coinValueBack(
  amount: bigint,
  { paid, refunded }: { readonly paid: bigint; readonly refunded: bigint },
) {
  const left = paid - refunded
  return amount < left ? amount : left
}
