import { expect, it } from 'vitest'
import { MENTIONS_MAX } from '../../contract/comments.ts'
import { mentionAt, mentionsIn } from './mentions.ts'

it.each([
  ['请@', { query: '', from: 1 }],
  ['@陈', { query: '陈', from: 0 }],
  ['看＠Chen', { query: 'Chen', from: 1 }],
  ['第一行\n@陈思', { query: '陈思', from: 4 }],
  ['@陈思 ', undefined],
  ['mail me: a.b@example', undefined],
  ['没有', undefined],
])('%j calls a colleague: %j', (before, found) => {
  expect(mentionAt(before)).toEqual(found)
})

it('names those who were chosen and still stand in the text, each once, and no more than a comment may name', () => {
  const chosen = [
    { memberId: 'a', name: '陈思' },
    { memberId: 'b', name: '周明' },
    { memberId: 'a', name: '陈思' },
  ]
  expect(mentionsIn('@陈思 看一下', chosen)).toEqual(['a'])
  const many = Array.from({ length: MENTIONS_MAX + 1 }, (_, at) => ({ memberId: `${at}`, name: '王' }))
  expect(mentionsIn('@王', many)).toHaveLength(MENTIONS_MAX)
})
