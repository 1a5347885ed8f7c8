import '#test/web/browser.ts'
import { beforeAll, expect, it } from 'vitest'
import { readable, renderedMarkup } from '#test/web/rendered.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import { segmentsOf } from './grid.ts'
import { ScheduleGrid } from './ScheduleGrid.tsx'

beforeAll(async () => {
  registerMessages('classrooms', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['classrooms'])
})

const day = new Date(2026, 10, 27).getTime()
const at = (hour: number) => day + hour * 3_600_000
const hours = { first: 8, last: 10 }

function shown(isOpen: boolean): string {
  const busy = [{ id: 'b', from: at(8), to: at(9), title: '周会', by: '林知远', isPending: true, isOpen }]
  const times = { open: [{ from: at(8), to: at(9.5) }], busy }
  const row = { title: '301 培训室', note: '总部', roomId: 'r', segments: segmentsOf(times, day, hours, 0) }
  const rows = [
    { key: '1', ...row },
    { key: '2', ...row },
  ]
  return renderedMarkup(
    <ScheduleGrid label="教室日历" rows={rows} hours={hours} onBook={() => undefined} onOpen={() => undefined} />,
  )
}
const count = (markup: string, pattern: RegExp) => markup.match(pattern)?.length ?? 0

it('says of each time whether it is free, and whose it is', () => {
  const text = readable(shown(false))
  for (const part of ['8:00', '9:00', '301 培训室', '总部', '周会', '林知远']) expect(text).toContain(part)
  expect(shown(false)).toContain('301 培训室 09:00–09:30 空闲，点击预订')
})

it('has a button for what can be done, of which the Tab key meets one', () => {
  // The half hour that is free in each row; with the own booking one more.
  expect(count(shown(false), /<button/g)).toBe(2)
  expect(count(shown(true), /<button/g)).toBe(4)
  for (const isOpen of [true, false]) expect(count(shown(isOpen), /tabindex="0"/gi)).toBe(1)
})
