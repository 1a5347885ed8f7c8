import { expect, it } from 'vitest'
import { amountText, parseAmount } from './amounts.ts'

it.each([
  ['1.5', '150'],
  ['16', '1600'],
  [' 0.05 ', '5'],
  ['1234567.89', '123456789'],
])('an amount is typed and shown: %s', (typed, hundredths) => {
  expect(parseAmount(typed)).toBe(hundredths)
  expect(amountText(hundredths)).toBe(typed.trim())
})

it.each(['', '-1', '1.234', '1e3', '12345678', 'abc', '1,5', '.5'])('no amount: %s', (typed) => {
  expect(parseAmount(typed)).toBeUndefined()
})
