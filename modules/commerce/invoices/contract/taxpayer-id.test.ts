import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCharacter, isTaxpayerId, normalizeTaxpayerId } from './taxpayer-id.ts'

const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const from = (characters: string) => fc.constantFrom(...characters)
const text = (characters: string, length: number) =>
  fc.array(from(characters), { minLength: length, maxLength: length }).map((all) => all.join(''))
const unified = fc
  .tuple(text(alphabet, 2), text('0123456789', 6), text(alphabet, 9))
  .map((parts) => parts.join(''))
  .map((first) => `${first}${checkCharacter(first)}`)

describe('taxpayer ids', () => {
  // The example of the standard, and codes of registered companies.
  it.each(['91350100M000100Y43', '91110000802100433B', '914403001922038216', '91440300708461136T'])(
    '%s is one',
    (id) => {
      expect(isTaxpayerId(id)).toBe(true)
    },
  )

  it.each([
    ['440300123456789', true],
    ['44030012345678X', true],
    ['44030012345678', false],
    ['4403001234567890', false],
    ['44030119900101123401', true],
    ['440301199001011234012', false],
    ['', false],
    ['91350100M000100Y4', false],
    ['9135010OM000100Y43', false],
    ['91350100M000100I43', false],
  ])('%s by its form: %s', (id, isOne) => {
    expect(isTaxpayerId(id)).toBe(isOne)
  })

  it('every wrong last character is noticed', () => {
    fc.assert(
      fc.property(unified, from(alphabet), (id, last) => {
        expect(isTaxpayerId(`${id.slice(0, 17)}${last}`)).toBe(last === id[17])
      }),
    )
  })

  it('every other character and every two that changed places are noticed', () => {
    fc.assert(
      fc.property(unified, fc.nat(15), (id, at) => {
        const swapped = `${id.slice(0, at)}${id[at + 1]}${id[at]}${id.slice(at + 2)}`
        fc.pre(swapped !== id)
        expect(isTaxpayerId(swapped)).toBe(false)
      }),
    )
  })

  it('are typed in any case and with spaces', () => {
    expect(normalizeTaxpayerId(' 91350100 m000100y43 ')).toBe('91350100M000100Y43')
  })
})
