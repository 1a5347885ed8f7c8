import { expect, it } from 'vitest'
import { hoursText } from './hours.ts'

it.each([
  [0, '0'],
  [30, '0.5'],
  [90, '1.5'],
  [100, '1.7'],
  [120, '2'],
])('%i minutes are %s hours', (minutes, hours) => {
  expect(hoursText((key, values) => `${key} ${String(values?.hours)}`, minutes)).toBe(`profile.hoursText ${hours}`)
})
