/** Parts of amounts in whole hundredths, which never lose or make one. For the browser and the server. */

/** What the first `count` of `quantity` units are worth of an amount: all of them are worth exactly the amount. */
export const worthOf = (amount: bigint, quantity: number, count: number): bigint =>
  (amount * BigInt(count)) / BigInt(quantity)
