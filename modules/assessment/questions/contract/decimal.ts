/** Decimal numbers of any length as people type them, compared without floating point. */

interface ParsedDecimal {
  readonly digits: bigint
  /** How many of the digits stand behind the point. */
  readonly scale: number
}

/** Undefined where the text is no plain number. Commas between thousands are read; an exponent is not. */
export function parseDecimal(text: string): ParsedDecimal | undefined {
  const [, sign, whole = '', fraction = ''] =
    /^([+-]?)(\d{1,18}|\d{1,3}(?:,\d{3}){1,5})?(?:\.(\d{1,18}))?$/.exec(text) ?? []
  if (sign === undefined || whole + fraction === '') return undefined
  const digits = BigInt(whole.replaceAll(',', '') + fraction)
  return { digits: sign === '-' ? -digits : digits, scale: fraction.length }
}

const scaledTo = ({ digits, scale }: ParsedDecimal, wanted: number) => digits * 10n ** BigInt(wanted - scale)

/** Whether `typed` is a number that differs from `right` by no more than `tolerance`. */
export function isWithin(typed: string, right: string, tolerance: string): boolean {
  const parsed = [typed, right, tolerance].map(parseDecimal)
  const [one, other, allowed] = parsed
  if (!one || !other || !allowed) return false
  const scale = Math.max(one.scale, other.scale, allowed.scale)
  const difference = scaledTo(one, scale) - scaledTo(other, scale)
  return (difference < 0n ? -difference : difference) <= scaledTo(allowed, scale)
}
