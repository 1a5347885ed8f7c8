import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { renderedText } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import type { CheckIn } from '../../contract/check-ins.ts'
import { attendance } from '../../contract.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import { endedInput } from './CheckInDialog.tsx'
import { ListsView } from './ListsView.tsx'

beforeAll(async () => {
  registerMessages('attendance', async () => ({ default: cn }))
  await startTexts(['attendance'])
})

const id = '019a0000-0000-7000-8000-000000000001'
const nine = new Date(2026, 10, 27, 9).getTime()
const hour = 3_600_000
const figures = { participants: 4, checkedIn: 1, inside: 0, present: 1, late: 0, early: 0, absent: 0, leave: 0 }
/** A session until twelve whose check-in was left open for a day. */
const list: CheckIn = {
  ...{ id, title: '第一天上午', activityId: null, activityName: '', makesUpFor: null, codeWord: '', revision: 3 },
  ...{ kind: 'in', ways: ['qr'], lateAfter: 10, earlyBefore: 0, place: null, figures: { ...figures, madeUp: 0 } },
  ...{ startsAt: nine, endsAt: nine + 3 * hour, opensAt: nine - hour, closesAt: nine + 27 * hour },
}

function shown(serverTime: number, isClassOver = false): string {
  const { queryKey } = q(attendance.checkIns, { params: { id } })
  queryClient.setQueryData(queryKey, { checkIns: [list], serverTime })
  return renderedText(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ListsView classId={id} isOpen={!isClassOver} isOver={isClassOver} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const { phase, end } = cn.lists

it('a check-in that is open long after its session does not read as running, and can be ended', () => {
  for (const serverTime of [nine - hour, nine + 4 * hour - 1]) {
    expect(shown(serverTime)).toContain(phase.open)
    expect(shown(serverTime)).not.toContain(end)
  }
  for (const serverTime of [nine + 4 * hour, nine + 27 * hour - 1]) {
    expect(shown(serverTime)).not.toContain(phase.open)
    for (const text of [phase['left-open'], '课次已于 12:00 结束', end]) expect(shown(serverTime)).toContain(text)
  }
  expect(shown(nine + 27 * hour)).toContain(phase.over)
  expect(shown(nine + 27 * hour)).not.toContain(end)
})

it('in a class that is over no check-in runs', () => {
  for (const serverTime of [nine, nine + 5 * hour]) {
    expect(shown(serverTime, true)).toContain(phase.over)
    expect(shown(serverTime, true)).not.toContain(end)
  }
  expect(shown(nine - 2 * hour, true)).toContain(phase.coming)
})

it('ending it changes nothing but its end', () => {
  const { id: _, activityName: _name, revision: _revision, figures: _figures, ...input } = list
  expect(endedInput(list, nine + 5 * hour)).toEqual({ ...input, closesAt: nine + 5 * hour })
})
