import '#test/web/browser.ts'
import { beforeAll, expect, it } from 'vitest'
import { registerMessages, startTexts, switchLanguage, textOf } from '#web/i18n/texts.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import { enrolledText } from './enrolled-text.ts'

beforeAll(async () => {
  registerMessages('classes', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['classes'])
})

it('says whether the place is theirs to those who enroll, or what it waits for', async () => {
  const said = (state: 'enrolled' | 'waiting' | 'pending') =>
    enrolledText((key, values) => textOf('classes', key, values), { state })
  expect([said('enrolled'), said('waiting'), said('pending')]).toEqual([
    '报名成功，名额已确认',
    '已进入候补名单，有名额时自动递补',
    '报名已提交，等待审核',
  ])
  await switchLanguage('en')
  expect(said('enrolled')).toBe('You have a place in the class')
  expect(said('waiting')).toBe('You are on the waiting list')
  expect(said('pending')).toBe('Your enrollment waits for approval')
  await switchLanguage('cn')
})
