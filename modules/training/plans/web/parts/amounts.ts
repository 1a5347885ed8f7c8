/** Amounts are hundredths on the wire, and numbers with two decimals in forms. */
export const hundredthsOf = (amount: number | null | undefined): number => Math.round((amount ?? 0) * 100)
