/** Amounts as text. They travel and are kept as hundredths, never as floats. */

/** `-123405` is `-1234.05`, as programs read it: in files, at payment providers. */
export function decimalText(hundredths: bigint | number | string): string {
  const text = String(hundredths)
  const sign = text.startsWith('-') ? '-' : ''
  const digits = text.slice(sign.length).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The same without hundredths that are none: `1999` is `19.99`, and `2000` is `20`. */
export const shortDecimalText = (hundredths: bigint | number | string): string =>
  decimalText(hundredths).replace(/\.00$/, '')

/** Separates the thousands of decimal text: `-1234.05` is `-1,234.05`. */
export const withSeparators = (decimal: string): string => decimal.replace(/\d(?=(\d{3})+(\.|$))/g, '$&,')

/** As people read it: `-123405` is `−1,234.05`. */
export const amountText = (hundredths: bigint | string): string =>
  withSeparators(decimalText(hundredths)).replace('-', '−')

/** Of a number with two decimals at most, as fields give it: rounding takes away what a binary fraction adds. */
export const toHundredths = (amount: number): number => Math.round(amount * 100)
