import fc from 'fast-check'
import { expect, it } from 'vitest'
import { INVALID_INPUT } from '#kit/errors.ts'
import { placeText, sortedPlace, streamPlace } from './place.ts'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'
const refused = expect.objectContaining({ error: INVALID_INPUT })

it('a place is read as it was written, whatever number sorts the list', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (value) => {
      expect(sortedPlace(placeText(value, id))).toEqual({ value, id })
      expect(streamPlace(placeText(value, id))).toEqual({ at: value, id })
    }),
  )
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
  fc.assert(
    fc.property(finite, (value) => {
      expect(sortedPlace(placeText(value, id), { isScore: true })).toEqual({ value: value + 0, id })
    }),
  )
})

it.each([
  'x',
  '',
  id,
  `_${id}`,
  '1_2',
  `1_${id}' or 1=1`,
  `1_${id}_${id}`,
  ...['-1', '01', ' 1', '1e3', '0x1', '0.5', '9007199254740992', 'NaN', 'Infinity'].map((text) => `${text}_${id}`),
])('%s is no place of a list from newest to oldest', (after) => {
  expect(() => streamPlace(after)).toThrow(refused)
})

it('a score is any number, written in one way', () => {
  expect(sortedPlace(`5e-324_${id}`, { isScore: true })).toEqual({ value: 5e-324, id })
  for (const text of ['1e300', '0x10', '-0', 'NaN', 'Infinity'])
    expect(() => sortedPlace(`${text}_${id}`, { isScore: true })).toThrow(refused)
})

it('a number above the largest of the list is no place of it', () => {
  expect(sortedPlace(`7_${id}`, { max: 7 })).toEqual({ value: 7, id })
  expect(() => sortedPlace(`8_${id}`, { max: 7 })).toThrow(refused)
})
