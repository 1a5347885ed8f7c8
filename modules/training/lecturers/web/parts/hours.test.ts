import { expect, it } from 'vitest'
import { feeText, hoursText } from './hours.ts'

it.each([
  ['0', '0'],
  ['120000', '1200'],
  ['120050', '1200.50'],
  ['5', '0.05'],
  ['999999999', '9999999.99'],
])('%s hundredths are written as %s', (hundredths, text) => {
  expect(feeText(hundredths)).toBe(text)
})

it.each([
  [0, '0'],
  [30, '0.5'],
  [90, '1.5'],
  [100, '1.7'],
  [120, '2'],
])('%i minutes are %s hours', (minutes, hours) => {
  expect(hoursText((key, values) => `${key} ${String(values?.hours)}`, minutes)).toBe(`profile.hoursText ${hours}`)
})
