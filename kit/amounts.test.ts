import { expect, it } from 'vitest'
import { decimalText, shortDecimalText, withSeparators } from './amounts.ts'

it('writes hundredths to the last one, whatever their size and sign', () => {
  expect([0, 5, -5, 1999n, '2000', '-123405', 10n ** 17n].map(decimalText)).toEqual([
    ...['0.00', '0.05', '-0.05', '19.99', '20.00', '-1234.05', '1000000000000000.00'],
  ])
  expect([0, 1990, 2000, '-200'].map(shortDecimalText)).toEqual(['0', '19.90', '20', '-2'])
})

it('separates thousands before the point alone', () => {
  const texts = ['0.05', '999', '1000', '-1234.05', '1000000000000000.00']
  expect(texts.map(withSeparators)).toEqual(['0.05', '999', '1,000', '-1,234.05', '1,000,000,000,000,000.00'])
})
