/** Class hours and credits between people and the wire: hundredths there, up to two decimals here. */

/** `150` is `1.5`. */
export function amountText(hundredths: string): string {
  return String(Number(hundredths) / 100)
}

/** What was typed, as hundredths; undefined where it is no amount with up to two decimals. */
export function parseAmount(typed: string): string | undefined {
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(typed.trim())
  if (!match) return undefined
  const [, whole = '', part = ''] = match
  return String(Number(whole) * 100 + Number(part.padEnd(2, '0')))
}

/** The rule of a form's field that asks for more than nothing. */
export function amountRule(message: string) {
  return {
    validator: (_: unknown, typed = '') => {
      const amount = parseAmount(typed)
      return amount === undefined || amount === '0' ? Promise.reject(new Error(message)) : Promise.resolve()
    },
  }
}
