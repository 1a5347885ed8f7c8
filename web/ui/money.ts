const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' })

/** An amount in hundredths of a yuan, alike in both languages: `¥1,234.50`. */
export const moneyText = (hundredths: number): string => format.format(hundredths / 100)
