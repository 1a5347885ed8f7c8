import { describe, expect, it } from 'vitest'
import { proves } from '#test/proves.ts'
import { averaged, faultOf, grantItemsText, type Receiver, totalOf } from './distribution.ts'

const to = (...typed: string[]): Receiver[] =>
  typed.map((one, index) => ({ memberId: `m${index}`, fullName: `成员${index}`, typed: one }))

describe('a distribution that is being made', () => {
  it('can be sent only if it satisfies every rule', async () => {
    await proves('CURRENCY-049', () => expect(faultOf([], 100n)).toBe('nobody'))
    await proves('CURRENCY-050', () => expect(faultOf(to('1', ''), 10_000n)).toBe('amounts'))
    await proves('CURRENCY-051', () => {
      expect(faultOf(to('1', '0'), 10_000n)).toBe('amounts')
      expect(faultOf(to('0.00'), 10_000n)).toBe('amounts')
      expect(faultOf(to('0.01'), 10_000n)).toBeUndefined()
    })
    expect(faultOf(to('1000000000000000.01'), 10n ** 18n)).toBe('amounts')
    expect(faultOf(to('1000000000000000'), 10n ** 18n)).toBeUndefined()
    await proves('CURRENCY-052', () => {
      expect(faultOf(to('50', '50.01'), 10_000n)).toBe('balance')
      expect(faultOf(to('50', '50'), 10_000n)).toBeUndefined()
    })
  })

  it('averages a total among those selected', async () => {
    await proves('CURRENCY-055', () => {
      const shares = averaged(to('', '', ''), '10.00') as readonly Receiver[]
      expect(shares.map((one) => one.typed)).toEqual(['3.33', '3.33', '3.34'])
      expect(totalOf(shares)).toBe(1000n)
    })
    await proves('CURRENCY-054', () => expect(averaged([], '10')).toBe('nobody'))
    expect(averaged(to(''), '')).toBe('empty')
    expect(averaged(to(''), '0')).toBe('empty')
    expect(averaged(to('', '', ''), '0.02')).toBe('tooSmall')
  })

  it('is sent as text of hundredths', async () => {
    await proves(['CURRENCY-056', 'CURRENCY-058'], () => {
      const text = grantItemsText(to('999999999999999.99'))
      expect(JSON.parse(text)).toEqual([{ joinId: 'm0', tradeAmount: '99999999999999999', joinType: 5 }])
    })
  })
})
