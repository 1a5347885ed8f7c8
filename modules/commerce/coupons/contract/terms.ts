/** Which terms of a coupon contradict each other, and how its code is written. Pure, for the browser and the server. */
import type { CouponTerms } from './shapes.ts'

export const termsProblems = ['worth', 'cap', 'validity', 'scope', 'code', 'number'] as const
export type TermsProblem = (typeof termsProblems)[number]

/** What was typed without the letter case, full width and spaces in which people differ. */
export const normalizeCouponCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    .toUpperCase()

const codePattern = /^[A-Z0-9]{4,20}$/

export const isCouponCode = (typed: string): boolean => codePattern.test(normalizeCouponCode(typed))

const isAbove0 = (amount: string | null) => amount !== null && BigInt(amount) > 0n

/** The first problem; undefined where there is none. */
export function termsProblem(terms: CouponTerms): TermsProblem | undefined {
  const { kind, amount, percent, cap, scope, businessTypes, items, way, code, validFrom, validUntil } = terms
  if (kind === 'amount' ? !isAbove0(amount) || percent !== null : percent === null || amount !== null) return 'worth'
  if (cap !== null && (kind === 'amount' || !isAbove0(cap))) return 'cap'
  if (validUntil <= validFrom) return 'validity'
  if ((scope === 'kinds') !== businessTypes.length > 0 || (scope === 'items') !== items.length > 0) return 'scope'
  if (way === 'code' ? !isCouponCode(code) : code !== '') return 'code'
  return terms.memberMax > terms.total ? 'number' : undefined
}
