/** The bounty that an asker types. */

const pattern = /^([1-9]\d{0,4}(\.\d{1,2})?|100000)$/

/** In hundredths; null where it is no bounty. */
export const hundredthsOf = (typed: string): string | null =>
  pattern.test(typed) ? String(Math.round(Number(typed) * 100)) : null

/** What is wrong with it, as a key of messages; `coins` are those of the asker, as far as they are known. */
export function bountyFault(typed: string, coins: bigint | undefined) {
  if (typed === '') return undefined
  const bounty = hundredthsOf(typed)
  if (bounty === null) return 'form.bountyWrong'
  return coins !== undefined && BigInt(bounty) > coins ? 'form.bountyTooMuch' : undefined
}
