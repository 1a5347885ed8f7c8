import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { renderedText } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import { classrooms } from '../../contract.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import BookingsPage from './BookingsPage.tsx'
import { shownBooking } from './booking.fixture.ts'

beforeAll(async () => {
  registerMessages('classrooms', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['classrooms'])
})

function shown(isRoomManager: boolean): string {
  const answer = { items: [shownBooking], recordCount: 1, isRoomManager }
  for (const query of [{ pageSize: 1 }, { page: 1, pageSize: 20, when: 'coming' as const }])
    queryClient.setQueryData(q(classrooms.ownBookings, { query }).queryKey, answer)
  return renderedText(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/classroom-book']}>
        <BookingsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('[TRAINING-003] opens with the bookings of the member', () => {
  for (const text of [cn.list.title, '新任经理训练营', '09:00–11:30', cn.states.booked])
    expect(shown(false)).toContain(text)
  expect(shown(false)).not.toContain(cn.list.tabs.managed)
  expect(shown(true)).toContain(cn.list.tabs.managed)
})
