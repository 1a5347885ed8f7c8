/** What the home of the community shows of the answers that it gets. What happens when it is used: test/e2e/contents.e2e.ts. */
import '#test/web/browser.ts'
import { QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ask } from '#modules/community/ask/contract.ts'
import { community } from '#modules/community/community/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { proves } from '#test/proves.ts'
import { renderedMarkup } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import { type AskedTab, type FeedTab, feed } from '../../contract.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import HomePage from './HomePage.tsx'
import { ItemActions } from './ItemActions.tsx'
import { changeItem, type HomeItem, type HomePart, rememberTab, shownOnce, takeOut } from './kept-feed.ts'

beforeAll(async () => {
  registerMessages('feed', async () => ({ default: cn }))
  registerMessages('shell', async () => ({ default: shellCn }))
  await startTexts(['feed', 'shell'])
})
beforeEach(() => {
  queryClient.clear()
  localStorage.clear()
})

const idOf = (at: number) => `019a0000-0000-7000-8000-00000000000${at}`
const item = (at: number, change: Partial<HomeItem> = {}): HomeItem => ({
  ...{ id: idOf(at), type: 1, title: `五步查隐患 ${at}`, excerpt: '巡检不是走过场', coverPath: null },
  account: {
    ...{ id: idOf(9), name: '安全小组', headPortraitPath: '', enjoyType: 1, frozen: false },
    ...{ attentionNum: 3, attention: false, attentionId: null },
  },
  ...{ topics: [{ topicId: idOf(8), topicName: '安全生产' }], publishedAt: 1000, readCount: 12, likeCount: 3 },
  ...{ discussCount: 2, collectCount: 0, shareCount: 0, liked: false, pinned: false, highlighted: false },
  ...{ state: 'active', at: 1000, reasons: [], collectId: null },
  ...change,
})
const keep = (tab: AskedTab, items: readonly HomeItem[], answered: FeedTab = tab === 'home' ? 'followed' : tab) =>
  queryClient.setQueryData(['kept', 'home', { tab }], {
    pages: [{ tab: answered, items, next: null }],
    pageParams: [undefined],
  })
const kept = (tab: FeedTab) =>
  queryClient.getQueryData<{ pages: HomePart[] }>(['kept', 'home', { tab }])?.pages.flatMap(({ items }) => items)
const answer = (query: { readonly queryKey: QueryKey }, data: unknown) => queryClient.setQueryData(query.queryKey, data)
const home = (address = '/share-study/share-index') =>
  renderedMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <HomePage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const titlesOf = (markup: string) => [...markup.matchAll(/<h3>([^<]*)<\/h3>/g)].map(([, title]) => title)
const nothing = { items: [], recordCount: 0 }
const figures = {
  ...{ published: 41, drafts: 2, reads: 3, likes: 4, followers: 5, following: 6, columns: 7, circles: 8 },
  ...{ questions: 9, answers: 10 },
}

describe('the home of the community', () => {
  it('is the frame with its places, and the feed by tabs', async () => {
    keep('home', [item(1)])
    keep('hot', [item(2)])
    keep('followed', [])
    await proves('COMMUNITY-004', () => {
      const markup = home('/share-study')
      expect(markup).toMatch(new RegExp(`<h1[^>]*>${cn.title}</h1>`))
      for (const place of [cn.places.circles, cn.places.experts, cn.places.ask]) expect(markup).toContain(place)
    })
    await proves('COMMUNITY-005', () => {
      expect(titlesOf(home())).toEqual(['五步查隐患 1'])
      expect(titlesOf(home('/share-study/share-index?tab=hot'))).toEqual(['五步查隐患 2'])
    })
    expect(titlesOf(home('/share-study/share-index?tab=old'))).toEqual(['五步查隐患 1'])
    const followed = home('/share-study/share-index?tab=followed')
    expect(followed).toContain(cn.empty.followed)
    expect(followed).toContain('/share-study/experts')
  })

  it('opens with the tab that was chosen last, and before any choice with what the server answers', () => {
    keep('home', [item(1)], 'hot')
    keep('circles', [item(2)])
    expect(titlesOf(home())).toEqual(['五步查隐患 1'])
    rememberTab('circles')
    expect(titlesOf(home())).toEqual(['五步查隐患 2'])
    const chosen = /aria-selected="true"[^>]*>([^<]*)</.exec(home())?.[1]
    expect(chosen).toBe(cn.tab.circles)
  })

  it('says how many came since, up to a bound, and nothing where nothing did', () => {
    rememberTab('newest')
    keep('newest', [item(1)])
    const since = (count: number) => answer(q(feed.newItems, { query: { tab: 'newest', since: 1000 } }), { count })
    since(0)
    expect(home()).not.toContain('条新内容')
    since(99)
    expect(home()).toContain('99 条新内容')
    since(100)
    expect(home()).toContain('99+ 条新内容')
  })

  it('shows beside it own figures, circles, accounts, topics, questions, and what is hidden', () => {
    keep('home', [])
    expect(home()).not.toContain(cn.statistic.title)
    answer(q(feed.myStatistic, {}), figures)
    answer(q(community.hottestCircles, {}), { items: [{ id: idOf(3), name: '焊工圈', attentionNum: 12 }] })
    answer(q(community.recommendedAccounts, { query: { page: 1, pageSize: 4 } }), {
      ...{ items: [{ id: idOf(4), name: '工艺小组', headPortraitPath: '', attention: false, attentionNum: 1 }] },
      recordCount: 1,
    })
    answer(q(topics.selectTopicPages, { query: { page: 1, pageSize: 10 } }), {
      ...{ items: [{ id: idOf(8), name: '安全生产', typeId: null }], recordCount: 1 },
    })
    answer(q(ask.listQuestions, { query: { tab: 'unanswered', pageSize: 5 } }), {
      items: [{ id: idOf(5), title: '为什么要断电', author: null }],
      next: null,
    })
    answer(q(feed.hidden, {}), { items: [{ kind: 'topic', id: idOf(7), name: '闲聊', createTime: 1 }] })
    const markup = home()
    const shown = ['焊工圈', '12 位成员', '工艺小组', '安全生产', '为什么要断电', cn.questions.someone, '闲聊', '>41<']
    for (const text of shown) expect(markup).toContain(text)
    for (const query of [
      q(community.hottestCircles, {}),
      q(topics.selectTopicPages, { query: { page: 1, pageSize: 10 } }),
    ])
      answer(query, nothing)
    expect(home()).not.toContain(cn.circles.title)
  })
})

describe('an item', () => {
  it('is liked, collected and hidden in its place', () => {
    const markup = renderedMarkup(
      <QueryClientProvider client={queryClient}>
        <ItemActions item={item(1, { liked: true, collectId: idOf(2) })} onHide={() => undefined} />
      </QueryClientProvider>,
    )
    expect(markup.match(/aria-pressed="true"/g)).toHaveLength(2)
    expect(markup).toContain('点赞：五步查隐患 1')
  })

  it('stands once where it moved between two parts, and changes in every tab', () => {
    const parts = [
      { items: [item(1), item(2)], next: '1_x' },
      { items: [item(2), item(3)], next: null },
    ].map((part) => ({ tab: 'hot' as const, ...part }))
    expect(shownOnce(parts).map(({ id }) => id)).toEqual([idOf(1), idOf(2), idOf(3)])
    keep('newest', [item(1), item(2)])
    keep('hot', [item(2)])
    changeItem(idOf(2), { liked: true, likeCount: 4 })
    expect([kept('newest'), kept('hot')].map((items) => items?.map(({ liked }) => liked))).toEqual([
      [false, true],
      [true],
    ])
    takeOut(({ id }) => id === idOf(2))
    expect([kept('newest')?.length, kept('hot')?.length]).toEqual([1, 0])
  })
})
