import { expect, it } from 'vitest'
import { isAddressRange, isInRanges } from './address-ranges.ts'

it.each([
  ['10.1.2.3', [], true],
  ['10.1.2.3', ['10.0.0.0/8'], true],
  ['11.1.2.3', ['10.0.0.0/8'], false],
  ['192.168.1.7', ['10.0.0.0/8', '192.168.1.7'], true],
  ['192.168.1.8', ['192.168.1.7'], false],
  ['192.168.1.255', ['192.168.1.0/24'], true],
  ['192.168.2.0', ['192.168.1.0/24'], false],
  ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
  ['2001:db8::1', ['2001:db8::/32'], true],
  ['2001:db9::1', ['2001:db8::/32'], false],
  ['10.1.2.3', ['::/0'], false],
  ['nonsense', ['0.0.0.0/0'], false],
])('%s in %j: %s', (address, ranges, expected) => {
  expect(isInRanges(address, ranges)).toBe(expected)
})

it.each([
  ['10.0.0.0/8', true],
  ['10.0.0.1', true],
  ['2001:db8::/128', true],
  ['10.0.0.0/33', false],
  ['10.0.0/8', false],
  ['256.0.0.1', false],
  ['2001:db8::/129', false],
  ['::1::2', false],
])('%s is a range: %s', (range, expected) => {
  expect(isAddressRange(range)).toBe(expected)
})
