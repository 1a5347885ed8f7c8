/** Formats and parses amounts. Hundredths are bigint or text, never a float. */
import { decimalText } from '#kit/amounts.ts'

export { amountText } from '#kit/amounts.ts'

/** The limit of one movement: 1e15, in hundredths (CURRENCY-053). */
export const amountMax = 10n ** 17n

const typedForm = /^(\d{0,16})(?:\.(\d{0,2}))?$/

/** Parses typed text to hundredths; undefined if it is empty or no amount. Accepts full-width digits and commas. */
export function parseAmount(typed: string): bigint | undefined {
  const plain = typed.normalize('NFKC').replace(/[,\s]/g, '')
  const match = typedForm.exec(plain)
  if (!match || plain === '' || plain === '.') return undefined
  return BigInt((match[1] || '0') + (match[2] ?? '').padEnd(2, '0'))
}

/** Limits typed text to digits and a point with at most two decimals (CURRENCY-053). */
export function cutTyped(typed: string): string {
  const plain = typed.normalize('NFKC').replace(/[^\d.]/g, '')
  const [whole = '', ...rest] = plain.split('.')
  return rest.length === 0 ? whole.slice(0, 16) : `${whole.slice(0, 16)}.${rest.join('').slice(0, 2)}`
}

/** Hundredths for a field, without separators and trailing zeros. */
export function typedOf(hundredths: bigint): string {
  return decimalText(hundredths).replace(/\.?0+$/, (zeros) => (zeros.startsWith('.') ? '' : zeros))
}

/**
 * Equal shares that sum to the total: the last one absorbs the rounding (CURRENCY-055). Undefined if a share would be
 * below one hundredth.
 */
export function averageShares(total: bigint, count: number): readonly bigint[] | undefined {
  if (count < 1) return undefined
  const share = total / BigInt(count)
  if (share < 1n) return undefined
  const last = total - share * BigInt(count - 1)
  return [...Array.from({ length: count - 1 }, () => share), last]
}
