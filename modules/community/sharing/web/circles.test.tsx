import '#test/web/browser.ts'
import '#test/web/fake-server.ts'
import { beforeAll, expect, it } from 'vitest'
import { sent, serve } from '#test/web/fake-server.ts'
import { renderedMarkup } from '#test/web/rendered.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import cn from '../messages/cn.json' with { type: 'json' }
import { CircleChoices, shareChanged } from './CircleModal.tsx'

beforeAll(async () => {
  registerMessages('sharing', async () => ({ default: cn }))
  await startTexts(['sharing'])
})

const idOf = (at: number) => `019a0000-0000-7000-8000-00000000000${at}`
const choice = (at: number, change: { checkFlag?: boolean; othersCheckFlag?: boolean } = {}) => ({
  ...{ id: idOf(at), name: `圈子${at}`, desc: '', coverPath: '', contentNum: 0, attentionNum: 3, popluarNum: 0 },
  ...{ read: true, attention: true, joinStatus: 1 as const, relationId: null },
  ...{ checkFlag: false, othersCheckFlag: false },
  ...change,
})
const circles = [choice(1), choice(2, { checkFlag: true }), choice(3, { othersCheckFlag: true }), choice(4)]

it('[COMMUNITY-110] sends the circles that were checked and unchecked, and the item', async () => {
  serve(() => ({ json: {} }))
  const changed = new Map([
    [idOf(1), true],
    [idOf(2), false],
    // Checked and unchecked again.
    [idOf(4), false],
  ])
  expect(await shareChanged({ id: idOf(9), type: 16 }, circles, changed)).toBe(true)
  expect(sent.map(({ method, url, body }) => [method, url.pathname, JSON.parse(body)])).toEqual([
    [
      'POST',
      '/api/v1/knowledge-operation/knowledge-circle/share-question',
      { questionId: idOf(9), itemType: 16, addCircleIds: [idOf(1)], removeCircleIds: [idOf(2)] },
    ],
  ])
  expect(await shareChanged({ id: idOf(9), type: 16 }, circles, new Map([[idOf(2), false]]))).toBe(false)
})

it('[COMMUNITY-111] shows own shares checked, and those of others checked and locked', () => {
  const markup = renderedMarkup(<CircleChoices circles={circles} changed={new Map()} onChange={() => undefined} />)
  const boxes = markup.split('<li').slice(1)
  const states = boxes.map((box) => [/<input[^>]* checked=""/.test(box), /<input[^>]* disabled=""/.test(box)])
  expect(states).toEqual([
    [false, false],
    [true, false],
    [true, true],
    [false, false],
  ])
  expect(boxes[2]).toContain(cn.circles.byOthers)
})
