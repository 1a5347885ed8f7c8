/** Hundredths of a coin as text: `1,234.5`. */
export const coinsText = (hundredths: string): string =>
  new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }).format(Number(hundredths) / 100)
