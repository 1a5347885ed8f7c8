import '#test/web/browser.ts'
import { beforeAll, expect, it } from 'vitest'
import { renderedMarkup, renderedText } from '#test/web/rendered.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import { SeatingPicture } from './SeatingPicture.tsx'

beforeAll(async () => {
  registerMessages('classes', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['classes'])
})

const seats = [
  { memberId: 'a', fullName: '欧阳修文远之介', row: 0, column: 1 },
  { memberId: 'b', fullName: '林知远', row: 1, column: 0 },
]

it('shows every seat, who sits there, and the own one', () => {
  const markup = renderedMarkup(<SeatingPicture rows={2} columns={3} seats={seats} ownId="b" />)
  expect(markup.match(/<rect/g)).toHaveLength(6)
  expect(markup.match(/class="cl-own"/g)).toHaveLength(1)
  expect(markup).toMatch(/class="cl-own-name"[\s\S]*林知远/)
})

it('has room for twice as many Latin letters as Chinese ones', () => {
  const named = (fullName: string) =>
    renderedText(<SeatingPicture rows={1} columns={1} seats={[{ memberId: 'a', fullName, row: 0, column: 0 }]} />)
  expect(named('Anna Schmidt')).not.toContain('…')
  expect(named('Anna Schmidts')).toContain('Anna Schmi…')
  expect(named('欧阳修文远之')).not.toContain('…')
})

it('shortens a long name, and says where each sits in words', () => {
  const text = renderedText(<SeatingPicture rows={2} columns={3} seats={seats} />)
  expect(text).toContain('欧阳修文远…')
  expect(text).toContain('欧阳修文远之介：第 1 排第 2 座')
  expect(text).toContain('林知远：第 2 排第 1 座')
})
