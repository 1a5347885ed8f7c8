import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { renderedText } from '#test/web/rendered.ts'
import { queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import type { ClassListItem } from '../../contract/learning.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import { ClassList } from './ClassList.tsx'

beforeAll(async () => {
  registerMessages('classes', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['classes'])
})

const one: ClassListItem = {
  ...{ id: '019a0000-0000-7000-8000-000000000001', name: '急救员训练营', summary: '', coverFileId: null, venue: '' },
  ...{
    classType: 1,
    trainType: 1,
    startsAt: 1_800_000_000_000,
    endsAt: 1_800_086_400_000,
    capacity: 10,
    placesTaken: 3,
  },
  ...{ enrollmentFrom: null, enrollmentUntil: null, state: 5, own: null, graduation: null },
}
const shown = (part: Partial<ClassListItem>) =>
  renderedText(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ClassList items={[{ ...one, ...part }]} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('says how far a class is, and beside it how far the member is in it', () => {
  const [states, own] = [cn.maps['class-status'], cn.maps.enrollment]
  expect(shown({})).toContain(states[5])
  expect(shown({ own: 'enrolled', graduation: 1 })).toContain(`${states[5]} ${own.enrolled}`)
  const graduated = shown({ state: 7, own: 'enrolled', graduation: 2 })
  expect(graduated).toContain(`${states[7]} ${cn.maps.graduation[2]}`)
  expect(graduated).not.toContain(own.enrolled)
})
