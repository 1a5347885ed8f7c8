import { expect, it } from 'vitest'
import { maskName } from '#kit/mask-name.ts'
import { fill, unknownPlaceholder } from './content.ts'

it('what is filled in is never filled in again', () => {
  const values = { name: '{item}', item: '安全', date: '', number: '', hours: '', credits: '' }
  expect(fill('{name}学完{item}', values)).toBe('{item}学完安全')
  expect([unknownPlaceholder('{name}{谁}'), unknownPlaceholder('{name}')]).toEqual(['谁', undefined])
})

it.each([
  ['张三', '张*'],
  ['张晓明', '张*明'],
  ['欧阳娜娜', '欧**娜'],
  ['张', '*'],
  ['', '*'],
  ['John Smith', 'J*** S***'],
])('the public page masks the name %s', (name, masked) => {
  expect(maskName(name)).toBe(masked)
})
