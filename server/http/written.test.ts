import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { Nullable, Page } from '#kit/schema.ts'
import { Written, writes, writesInParts, writesList } from './written.ts'

const Card = Type.Object({
  name: Type.String(),
  count: Type.Integer(),
  study: Nullable(Type.Object({ percent: Type.Integer() })),
})
const parsed = (written: Written<unknown>) => JSON.parse(written.bytes().toString()) as unknown

describe('answers that are written before they are asked for', () => {
  it('say what their schema declares, in whatever letters, and nothing else', () => {
    const card = { name: '灭火器 "A"\n😀', count: 2, study: { percent: 5 }, secret: 'x' }
    expect(parsed(writes(Card)(card))).toEqual({ name: '灭火器 "A"\n😀', count: 2, study: { percent: 5 } })
  })

  it('join what is kept with what is the caller’s own, again and again', () => {
    const parts = writesInParts(Card, ['study'])
    const common = parts.common({ name: '水带', count: 1, secret: 'x', study: { percent: 9 } } as never)
    expect(parsed(parts.whole(common, { study: null }))).toEqual({ name: '水带', count: 1, study: null })
    expect(parsed(parts.whole(common, { study: { percent: 7 } }))).toEqual({
      name: '水带',
      count: 1,
      study: { percent: 7 },
    })
    const all = writesInParts(Card, [])
    const card = { name: '水带', count: 1, study: null }
    expect(parsed(all.whole(all.common(card), {}))).toEqual(card)
  })

  it('are lists of none, one and several items', () => {
    const list = writesList(Page(Card))
    const one = { name: '水带', count: 1, study: null }
    for (const items of [[], [one], [one, { ...one, name: '' }]])
      expect(parsed(list(items.map(writes(Card)), { recordCount: 7 }))).toEqual({ items, recordCount: 7 })
  })

  it('weigh as many characters as they have bytes', () => {
    expect(JSON.parse(JSON.stringify({ kept: writes(Card)({ name: '水', count: 1, study: null }) })).kept).toHaveLength(
      Buffer.byteLength('{"name":"水","count":1,"study":null}'),
    )
    expect(new Written(['水', Buffer.from('带')]).toJSON()).toHaveLength(6)
  })
})
