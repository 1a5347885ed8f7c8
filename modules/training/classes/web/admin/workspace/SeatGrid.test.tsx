import '#test/web/browser.ts'
import { beforeAll, expect, it } from 'vitest'
import { renderedMarkup } from '#test/web/rendered.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import cn from '../../../messages/cn.json' with { type: 'json' }
import en from '../../../messages/en.json' with { type: 'json' }
import { SeatGrid } from './SeatingTab.tsx'

beforeAll(async () => {
  registerMessages('classes', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['classes'])
})

const shown = (chosen?: string) =>
  renderedMarkup(
    <SeatGrid
      rows={2}
      columns={2}
      seats={[{ memberId: 'a', row: 0, column: 1 }]}
      names={new Map([['a', '林知远']])}
      chosen={chosen}
      onPress={() => undefined}
    />,
  )

it('is a button for each seat, which says who sits where, or that it is free', () => {
  const markup = shown()
  expect(markup.match(/<button/g)).toHaveLength(4)
  expect(markup).toContain('aria-label="林知远：第 1 排第 2 座"')
  expect(markup.match(/data-taken="true"/g)).toHaveLength(1)
  expect(markup.match(/aria-label="空座：/g)).toHaveLength(3)
})

it('marks the seat of whoever is chosen', () => {
  expect(shown()).not.toContain('aria-pressed="true"')
  expect(shown('a').match(/aria-pressed="true"/g)).toHaveLength(1)
})
