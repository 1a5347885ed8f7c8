import { describe, expect, it } from 'vitest'
import { parseCaptions } from './captions-parse.ts'

const minute = 60_000

describe('captions', () => {
  it('are read from SubRip as well, whatever ends its lines', () => {
    const subRip = '\uFEFF1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}一\r\n\r\n2\r\n00:00:03,000 --> 00:00:99,000\r\n'
    expect(() => parseCaptions(subRip, minute)).toThrow()
    const fine = subRip.replace('00:00:99,000', '00:00:04,000\r\n二')
    const long = `00:01.000 --> 00:02.000\n${'一'.repeat(499)}😀`
    expect(parseCaptions(long, minute)[0]?.text).toBe('一'.repeat(499))
    expect(parseCaptions(fine, minute)).toEqual([
      { from: 1000, to: 2000, text: '一' },
      { from: 3000, to: 4000, text: '二' },
    ])
  })
})
