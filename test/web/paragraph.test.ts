import './browser.ts'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { paragraph } from '#web/i18n/paragraph.ts'
import { startTexts, switchLanguage } from '#web/i18n/texts.ts'

beforeAll(() => startTexts([]))
afterEach(() => switchLanguage('cn'))

it('one sentence is a label without a full stop, several are a paragraph with theirs', async () => {
  expect([paragraph([]), paragraph(['还没有开始学习'])]).toEqual(['', '还没有开始学习'])
  expect(paragraph(['还没有开始学习', '通过考试即可完成。'])).toBe('还没有开始学习。通过考试即可完成。')
  await switchLanguage('en')
  expect(paragraph(['Not started yet', '5% watched. 9% are needed.'])).toBe(
    'Not started yet. 5% watched. 9% are needed.',
  )
})
