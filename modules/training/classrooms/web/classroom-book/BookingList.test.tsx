import '#test/web/browser.ts'
import { beforeAll, expect, it } from 'vitest'
import { renderedText } from '#test/web/rendered.ts'
import { registerMessages, startTexts, switchLanguage } from '#web/i18n/texts.ts'
import type { Booking } from '../../contract/bookings.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import { BookingList } from './BookingList.tsx'
import { shownBooking } from './booking.fixture.ts'

beforeAll(async () => {
  registerMessages('classrooms', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['classrooms'])
})

const shown = (rest: Partial<Booking> = {}, isOfOthers = false) =>
  renderedText(<BookingList items={[{ ...shownBooking, ...rest }]} isOfOthers={isOfOthers} />)

it('[TRAINING-043] says of each booking when, where, what for, and how far it is', async () => {
  for (const text of ['09:00–11:30', '总部 301 培训室', '新任经理训练营', '需要白板', cn.states.booked])
    expect(shown()).toContain(text)
  expect(shown()).not.toContain('林知远')
  expect(shown({}, true)).toContain('林知远')
  expect(shown({ state: 'pending', isInApproval: true })).toContain(cn.states.inApproval)
  expect(shown({ state: 'refused', reason: '设备检修' })).toContain('设备检修')
  await switchLanguage('en')
  expect(shown({ state: 'pending' })).toContain(en.states.pending)
  await switchLanguage('cn')
})

it('offers what is possible alone', () => {
  // Ant Design puts a space between the two characters of a button.
  const buttons = (rest: Partial<Booking> = {}) => shown(rest).replaceAll(' ', '')
  expect(buttons()).toContain(cn.booking.cancel)
  expect(buttons({ possible: [] })).not.toContain(cn.booking.cancel)
  expect(buttons()).not.toContain(cn.deciding.refuse)
  expect(buttons({ possible: ['decide'], isOwn: false })).toContain(cn.deciding.refuse)
})
