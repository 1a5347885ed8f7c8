/**
 * How a card's code is written: 15 random symbols and a check symbol. The same rule runs in the browser, which says a
 * mistyped code before it is sent, and on the server. Pure.
 */

/** 31 symbols, none of which looks like another: no 0 and O, no 1, I and L. The number is a prime, as the check needs. */
export const cardSymbols = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const cardCodeLength = 16
const groupLength = 4
const modulus = 31

/** Powers of 3 differ for 30 places, so a swap of two neighbors changes the sum as surely as one wrong symbol does. */
const weights = Array.from({ length: cardCodeLength - 1 }, (_, place) => 3 ** place % modulus)

const symbolValue = (symbol: string) => cardSymbols.indexOf(symbol)

/** The last symbol for the first 15. */
export function checkSymbol(body: string): string {
  const sum = [...body].reduce((total, symbol, place) => total + symbolValue(symbol) * (weights[place] ?? 0), 0)
  return cardSymbols[(modulus - (sum % modulus)) % modulus] ?? ''
}

/** What was typed without the letter case, full width, spaces and dashes in which people and printers differ. */
export function normalizeCardCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Pc}\p{Cf}·.]/gu, '')
    .toUpperCase()
}

/** What is wrong with a typed code, as far as that can be seen without asking. `symbol`: one that no code has. */
export type CardCodeProblem = 'symbol' | 'short' | 'long' | 'check'

export function cardCodeProblem(typed: string): CardCodeProblem | undefined {
  const symbols = [...normalizeCardCode(typed)]
  if (symbols.some((symbol) => symbolValue(symbol) === -1)) return 'symbol'
  if (symbols.length < cardCodeLength) return 'short'
  if (symbols.length > cardCodeLength) return 'long'
  const body = symbols.slice(0, -1).join('')
  return checkSymbol(body) === symbols.at(-1) ? undefined : 'check'
}

/** Groups of four, as a card shows its code and as the field shows what is typed. */
export function formatCardCode(typed: string): string {
  const symbols = [...normalizeCardCode(typed)].slice(0, cardCodeLength)
  const groups: string[] = []
  for (let at = 0; at < symbols.length; at += groupLength) groups.push(symbols.slice(at, at + groupLength).join(''))
  return groups.join('-')
}
