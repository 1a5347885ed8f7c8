import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, Route, Routes } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { renderedMarkup } from '#test/web/rendered.ts'
import { queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import AttendancePage from './AttendancePage.tsx'

beforeAll(async () => {
  registerMessages('attendance', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['attendance'])
})

/** Which of the views is chosen. */
function chosen(query: string): string | undefined {
  const markup = renderedMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/admin/classes/019a0000-0000-7000-8000-000000000001/attendance${query}`]}>
        <Routes>
          <Route path="/admin/classes/:id/attendance" element={<AttendancePage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return /<label[^>]*>(?:(?!<\/label>).)*checked(?:(?!<\/label>).)*<\/label>/.exec(markup)?.[0].replace(/<[^>]+>/g, '')
}

it('opens what its address says: the to-do and the message about leave lead to the requests', () => {
  expect(chosen('?tab=leave')).toBe(cn.attendance.view.leave)
  expect(chosen('?tab=nothing')).toBe(cn.attendance.view.lists)
  expect(chosen('')).toBe(cn.attendance.view.lists)
})
