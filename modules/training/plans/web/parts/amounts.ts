/** Amounts are hundredths on the wire; screens show them with two decimals and thousands apart. */
const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export const amountText = (hundredths: number): string => format.format(hundredths / 100)

export const hundredthsOf = (amount: number | null | undefined): number => Math.round((amount ?? 0) * 100)
