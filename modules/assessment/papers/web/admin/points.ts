/** Points as they are typed: exact tenths, no floating point. */

/** Undefined where the text is no number of points from 0 to `maxTenths / 10` with at most one decimal. */
export function tenthsOf(text: string, maxTenths: number): number | undefined {
  const [, whole, decimal = '0'] = /^(\d{1,4})(?:[.。](\d))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  const tenths = Number(whole) * 10 + Number(decimal)
  return tenths <= maxTenths ? tenths : undefined
}

/** A whole number from 1 to `max`. */
export function countOf(text: string, max: number): number | undefined {
  const count = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0
  return count >= 1 && count <= max ? count : undefined
}
