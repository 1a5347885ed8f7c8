import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { proves } from '#test/proves.ts'
import { readable, renderedMarkup } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import type { Circle, SharedItem } from '../../contract/circles/shapes.ts'
import { community } from '../../contract.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import CirclesPage from './CirclesPage.tsx'
import { Contents } from './Contents.tsx'
import { Figures } from './Figures.tsx'

beforeAll(async () => {
  registerMessages('community', async () => ({ default: cn }))
  registerMessages('shell', async () => ({ default: shellCn }))
  await startTexts(['community', 'shell'])
})

const idOf = (at: number) => `019a0000-0000-7000-8000-00000000000${at}`

const circle = (at: number, change: Partial<Circle> = {}): Circle => ({
  ...{
    id: idOf(at),
    name: `圈子${at}`,
    desc: '聊聊安全',
    coverPath: '',
    contentNum: 2,
    attentionNum: 3,
    popluarNum: 9,
  },
  ...{ read: true, attention: false, joinStatus: 0, joinMode: 0, administrator: false, open: true, waitingNum: 0 },
  createTime: 1_700_000_000_000,
  ...change,
})

const page = (items: Circle[]) => ({ items, recordCount: items.length })

function shown(children: ReactNode, path = '/circles') {
  return renderedMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/circles/:id?" element={children} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

/** The part of the page between one heading and the next. */
const partOf = (markup: string, title: string) =>
  readable(markup.split(`>${title}</h2>`)[1]?.split('</section>')[0] ?? '')
const namesIn = (text: string) => [...new Set(text.match(/圈子\d/g))]

it('the square shows the first six popular circles, three to join, and all', async () => {
  const all = Array.from({ length: 8 }, (_, at) => circle(at + 1))
  queryClient.setQueryData(q(community.hottestCircles).queryKey, page(all))
  queryClient.setQueryData(q(community.recommendedCircles).queryKey, page(all))
  queryClient.setQueryData(q(community.ownCircles, { query: { pageSize: 12 } }).queryKey, page([]))
  const query = { page: 1, pageSize: 20, sort: 'newest' as const }
  queryClient.setQueryData(q(community.circles, { query }).queryKey, page(all))
  const markup = shown(<CirclesPage />)
  await proves('COMMUNITY-115', () => expect(namesIn(partOf(markup, cn.circles.hottest))).toHaveLength(6))
  await proves('COMMUNITY-116', () => expect(namesIn(partOf(markup, cn.circles.recommended))).toHaveLength(3))
  await proves('COMMUNITY-010', () => {
    expect(namesIn(partOf(markup, cn.circles.all))).toHaveLength(8)
    const one = circle(1)
    queryClient.setQueryData(q(community.circle, { params: { id: one.id } }).queryKey, one)
    expect(readable(shown(<CirclesPage />, `/circles/${one.id}`))).toContain('圈子1')
  })
  expect(markup).not.toContain(`>${cn.circles.mine}</h2>`)
})

it('who may not look into a circle reads what it is about, and how to join it', () => {
  const closed = (change: Partial<Circle>) => {
    const one = circle(9, { joinMode: 1, open: false, contentNum: 0, ...change })
    queryClient.setQueryData(q(community.circle, { params: { id: one.id } }).queryKey, one)
    return shown(<CirclesPage />, `/circles/${one.id}`)
  }
  expect(closed({})).toContain(cn.circles.ask)
  expect(closed({})).toContain(cn.circles.closed)
  expect(closed({ joinStatus: 2 })).toContain(cn.circles.withdraw)
  expect(closed({ joinMode: 2 })).toContain(cn.circles.addedOnly)
  expect(closed({})).not.toContain('role="tab"')
  expect(closed({ open: true })).toContain('role="tab"')
  const figures = `>${cn.circles.figures}<`
  expect(
    [closed({ open: true }), closed({ open: true, administrator: true })].map((markup) => markup.includes(figures)),
  ).toEqual([false, true])
})

it('[COMMUNITY-076] pinned items stand first, highlighted ones carry a mark; only administrators change that', () => {
  const item = (at: number, change: Partial<SharedItem>): SharedItem => ({
    ...{
      relationId: idOf(at),
      itemType: 1,
      itemId: idOf(at),
      name: `课程${at}`,
      link: '/x',
      picture: '',
      kind: '课程',
    },
    ...{ sharedBy: { id: idOf(1), fullName: '周老师' }, pinned: false, highlighted: false, mayRemove: false },
    createTime: 1_700_000_000_000,
    ...change,
  })
  const one = circle(3)
  const items = [item(1, { pinned: true }), item(2, { highlighted: true })]
  const pages = [{ items, recordCount: 2, next: null }]
  queryClient.setQueryData(['circle-contents', one.id, 'newest', false], { pages, pageParams: [null] })
  const text = readable(shown(<Contents circle={one} />))
  expect(text.indexOf('课程1')).toBeLessThan(text.indexOf('课程2'))
  expect(text.indexOf(cn.circles.pinned)).toBeLessThan(text.indexOf('课程2'))
  expect(text).toContain(cn.circles.highlighted)
  expect(text).not.toContain(cn.circles.unpin)
  expect(readable(shown(<Contents circle={circle(3, { administrator: true })} />))).toContain(cn.circles.unpin)
})

it('figures of a circle are charts by day, each with its number and its table', () => {
  const day = (period: string, members: number, reads: number) => ({
    ...{ period, members, joined: 1, left: 0, contents: 2, reads, comments: 0 },
  })
  const query = { by: 'day' as const, days: 30 }
  queryClient.setQueryData(q(community.circleFigures, { params: { id: idOf(4) }, query }).queryKey, {
    total: { members: 8, contents: 4 },
    items: [day('2026-11-26', 7, 30), day('2026-11-27', 8, 12)],
  })
  const markup = shown(<Figures circleId={idOf(4)} />)
  const figures = markup.split('<figure').slice(1).map(readable)
  expect(figures).toHaveLength(6)
  const [members = '', , , contents = '', reads = ''] = figures
  expect(members).toMatch(new RegExp(`${cn.circles.figure.members}8`))
  expect(contents).toMatch(new RegExp(`${cn.circles.figure.contents}4`))
  expect(reads).toMatch(new RegExp(`${cn.circles.figure.reads}42`))
  expect(reads).toContain('2026-11-2712')
  expect(markup).toContain(cn.circles.figuresExport)
})
