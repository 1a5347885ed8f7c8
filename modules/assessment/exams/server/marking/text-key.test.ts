/** Which short answers are marked together. */
import { expect, it } from 'vitest'
import { textKeyOf } from './text-key.ts'

const keyOf = (text: string) => textKeyOf({ kind: 'short-answer', text })

it('width, case, spaces and closing signs do not count', () => {
  for (const same of ['先报警 a', '先报警　Ａ', '  先报警  A。', '先报警 a！？；', '先报警 a .. ;'])
    expect(keyOf(same), same).toBe(keyOf('先报警 a'))
  for (const empty of ['', '  ', '。！', '?!?']) expect(keyOf(empty)).toBeNull()
  expect(textKeyOf({ kind: 'numeric', text: '1' })).toBeNull()
  expect(textKeyOf(null)).toBeNull()
})

it('what means something else is another answer', () => {
  const texts = ['105', '10⁵', '1/2', '½', '!105', 'x2', 'x²', '①', '1']
  expect(new Set(texts.map(keyOf)).size).toBe(texts.length)
})

it('the longest answer of closing signs alone holds nobody up', () => {
  const before = process.threadCpuUsage()
  for (const sign of ['!', '。', ' ', '？']) keyOf(`${sign.repeat(19_999)}a`)
  expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000)
})
