import { expect, it } from 'vitest'
import { moneyText } from './money.ts'

it('amounts are exact in hundredths, with their currency and thousands apart', () => {
  const amounts = [0, 5, 123_450, 10_000_000, -41_050]
  expect(amounts.map(moneyText)).toEqual(['¥0.00', '¥0.05', '¥1,234.50', '¥100,000.00', '-¥410.50'])
})
