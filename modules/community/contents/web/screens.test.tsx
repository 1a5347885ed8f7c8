/** What the screens of contents show of the answers that they get. What happens when they are used: test/e2e/contents.e2e.ts. */
import '#test/web/browser.ts'
import { QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { community } from '#modules/community/community/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { proves } from '#test/proves.ts'
import { renderedMarkup } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import {
  type ContentCard,
  type ContentDetails,
  contents,
  type Draft,
  emptyFields,
  type ManagedContent,
} from '../contract.ts'
import cn from '../messages/cn.json' with { type: 'json' }
import ContentPage from './share-index/ContentPage.tsx'
import KnowledgeListPage, { placeOf } from './share-index/KnowledgeListPage.tsx'
import PreviewPage from './share-index/PreviewPage.tsx'
import { hundredthsOf, TipHint } from './share-index/TipDialog.tsx'
import { actionsOf } from './share-output/ManagedList.tsx'
import ManagePage from './share-output/ManagePage.tsx'
import { differingSettings, NewerContent } from './share-output/NewerContent.tsx'
import PublishCreatePage from './share-output/PublishCreatePage.tsx'
import { missingOf, momentOf } from './share-output/PublishDialog.tsx'
import PublishFilePage from './share-output/PublishFilePage.tsx'
import PublishVideoPage from './share-output/PublishVideoPage.tsx'
import AccountContents from './share-team/AccountContents.tsx'
import TopicPage from './topic-list/TopicPage.tsx'

beforeAll(async () => {
  registerMessages('contents', async () => ({ default: cn }))
  registerMessages('shell', async () => ({ default: shellCn }))
  await startTexts(['contents', 'shell'])
})
beforeEach(() => queryClient.clear())

const idOf = (at: number) => `019a0000-0000-7000-8000-00000000000${at}`
const account = {
  ...{ id: idOf(9), name: '安全小组', headPortraitPath: '', enjoyType: 1 as const, frozen: false },
  ...{ attentionNum: 3, attention: false, attentionId: null },
}
const card = (at: number, change: Partial<ContentCard> = {}): ContentCard => ({
  ...{ id: idOf(at), type: 1, title: `五步查隐患 ${at}`, excerpt: '巡检不是走过场', coverPath: null, account },
  ...{ topics: [{ topicId: idOf(8), topicName: '安全生产' }], publishedAt: 1000, readCount: 12, likeCount: 3 },
  ...{
    discussCount: 2,
    collectCount: 0,
    shareCount: 0,
    liked: false,
    pinned: false,
    highlighted: false,
    state: 'active',
  },
  ...change,
})
const details = (change: Partial<ContentDetails> = {}): ContentDetails => ({
  ...card(1),
  ...{ html: '<h2>第一步</h2><p>看</p><h2>第二步</h2><p>问</p>', coAuthors: [], source: '内训', license: 'internal' },
  ...{
    chapters: [],
    captions: [],
    commentsOpen: true,
    file: null,
    visibility: 0,
    reviewState: 'none',
    change: null,
    publishAt: null,
  },
  ...{
    updatedAt: 1000,
    isMember: false,
    reviewReason: null,
    mayEdit: false,
    mayManage: false,
    mayDiscuss: true,
    previous: null,
    next: { id: idOf(2), title: '下一篇文章' },
  },
  ...change,
})
const draft: Draft = {
  ...{ id: idOf(7), contentId: null, accountId: account.id, type: 1, revision: 1, updatedAt: 1000 },
  fields: { ...emptyFields, title: '还没写完', html: '<p>开头</p>' },
  names: { topics: [], coAuthors: [], organizations: [], circles: [] },
}

function shown(route: string, address: string, screen: ReactNode): string {
  return renderedMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path={route} element={screen} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const answer = (query: { readonly queryKey: QueryKey }, data: unknown) => queryClient.setQueryData(query.queryKey, data)
const keep = (name: string, filters: object, items: readonly ContentCard[]) =>
  queryClient.setQueryData(['kept', name, filters], { pages: [{ items, next: null }], pageParams: [undefined] })
const titlesOf = (markup: string) =>
  [...markup.matchAll(/<h3>.*?<a [^>]*>([^<]*)<\/a><\/h3>/g)].map(([, title]) => title)
const ownAccount = { ...account, headPortrait: '', desc: '', lstRelationTopic: [], memberCount: 1, createTime: 0 }
const answerAccounts = (change = {}) =>
  answer(q(community.myAccounts), { items: [{ ...ownAccount, currentMember: null, ...change }], recordCount: 1 })

describe('reading', () => {
  const read = (change: Partial<ContentDetails> = {}, address = `/share-content-detail/${idOf(1)}`) => {
    answer(q(contents.questionInfo, { query: { id: idOf(1) } }), details(change))
    return shown('/share-content-detail/:id?', address, <ContentPage />)
  }

  it('shows a content with its outline, its author and the one after it', async () => {
    const markup = read()
    await proves('COMMUNITY-001', () => {
      expect(markup).toMatch(/<h1[^>]*>五步查隐患 1<\/h1>/)
      expect(markup).toContain('安全小组')
      expect(markup).toContain('<h2>第一步</h2>')
      expect(markup).toContain(cn.read.outline)
      expect(markup).toContain('下一篇文章')
    })
  })

  it('[COMMUNITY-025] opens from a share link', () => {
    expect(read({}, `/share-content-detail?id=${idOf(1)}&shareId=${idOf(1)}`)).toMatch(/<h1[^>]*>五步查隐患 1<\/h1>/)
  })

  it('says why colleagues do not see it, and offers nothing to readers then', () => {
    const closed = read({ state: 'closed', isMember: true })
    expect(closed).toContain(cn.read.closed)
    expect(closed).not.toContain(cn.read.actions)
    expect(read({ reviewState: 'waiting', publishedAt: null, isMember: true })).toContain(cn.read.review)
    expect(read({ reviewState: 'rejected', publishedAt: null, isMember: true })).toContain(cn.read.rejected)
  })

  it('offers editing to members of the account, following and a tip to others', () => {
    const [own, others] = [read({ isMember: true, mayEdit: true }), read()]
    expect([own.includes(cn.read.edit), others.includes(cn.read.edit)]).toEqual([true, false])
    expect([own.includes(cn.tip.do), others.includes(cn.tip.do)]).toEqual([false, true])
    const follow = cn.follow.doName.replace('{name}', account.name)
    expect([own.includes(follow), others.includes(follow)]).toEqual([false, true])
  })

  it('shows the mark of a highlighted content; that of a pinned one says nothing here', () => {
    const markup = read({ pinned: true, highlighted: true })
    const states = cn.maps['community-content-state']
    expect(markup).toContain(states.highlighted)
    expect(markup).not.toContain(states.pinned)
  })

  it('previews a draft; without an id the newest one', async () => {
    answer(q(contents.drafts, { query: { page: 1, pageSize: 1 } }), {
      items: [{ ...draft, title: '' }],
      recordCount: 1,
    })
    answer(q(contents.draft, { query: { id: draft.id } }), draft)
    const preview = (address: string) => shown('/share-content-preview/:id?', address, <PreviewPage />)
    await proves('COMMUNITY-002', () => {
      const markup = preview(`/share-content-preview/${draft.id}`)
      expect(markup).toMatch(/<h1[^>]*>还没写完<\/h1>/)
      expect(markup).toContain('<p>开头</p>')
    })
    await proves('COMMUNITY-032', () => expect(preview('/share-content-preview')).toContain('还没写完'))
  })

  it('says how many coins there are for a tip, and where they are too few', () => {
    const hint = (coins: bigint | undefined, amount: string) =>
      shown('/', '/', <TipHint coins={coins} amount={amount} />)
    const balance = cn.tip.balance.replace('{amount}', '5').replace('{coins}', shellCn.currencyName)
    const tooFew = cn.tip.tooFew.replace('{amount}', '5').replace('{coins}', shellCn.currencyName)
    expect(hint(500n, '500')).toContain(balance)
    expect(hint(500n, '500')).not.toContain(tooFew)
    expect(hint(500n, '501')).toContain(tooFew)
    expect(hint(undefined, '501')).not.toContain(tooFew)
  })

  it('takes amounts of coins with two decimals, and nothing else', () => {
    expect(['5', '0.5', '1.25', '0', '1.234', '-1', '一', ''].map(hundredthsOf)).toEqual([
      '500',
      '50',
      '125',
      ...Array<undefined>(5).fill(undefined),
    ])
  })
})

describe('lists', () => {
  it('[COMMUNITY-003] show contents by what the address says', () => {
    keep('contents', { search: '隐患', type: 1, order: 'hot' }, [card(1, { pinned: true }), card(2)])
    const markup = shown('/knowledge-list', '/knowledge-list?search=隐患&type=1&order=hot', <KnowledgeListPage />)
    expect(titlesOf(markup)).toEqual(['五步查隐患 1', '五步查隐患 2'])
    expect(markup).not.toContain(cn.maps['community-content-state'].pinned)
    expect(placeOf(new URLSearchParams('type=9&order=old&search=%20'))).toEqual({})
  })

  it('are those of a topic, also from a share link; without an id the topics', async () => {
    const topic = { topicId: idOf(8), topicName: '安全生产', contentNum: 1, attentionNum: 2, attention: false }
    answer(q(contents.topicInfo, { query: { id: idOf(8) } }), topic)
    answer(q(topics.selectFrontTopics, {}), { items: [{ id: idOf(8), name: '安全生产' }], recordCount: 1 })
    keep('topic', { id: idOf(8), order: 'newest' }, [card(1)])
    const page = (address: string) => shown('/share-study/topic-list/:id?', address, <TopicPage />)
    const expectTopic = (markup: string) => {
      expect(markup).toMatch(/<h1[^>]*>安全生产<\/h1>/)
      expect(titlesOf(markup)).toEqual(['五步查隐患 1'])
    }
    await proves('COMMUNITY-009', () => expectTopic(page(`/share-study/topic-list/${idOf(8)}`)))
    await proves('COMMUNITY-026', () => expectTopic(page(`/share-study/topic-list?id=${idOf(8)}`)))
    await proves('COMMUNITY-032', () => {
      expect(page('/share-study/topic-list')).toContain(`/share-study/topic-list/${idOf(8)}`)
    })
  })

  it('[COMMUNITY-012] are those of a share account', () => {
    keep('account', { accountId: account.id }, [card(1, { pinned: true }), card(2)])
    const page = (isMember: boolean) => shown('/', '/', <AccountContents accountId={account.id} isMember={isMember} />)
    expect(titlesOf(page(false))).toEqual(['五步查隐患 1', '五步查隐患 2'])
    expect(page(false).split(cn.maps['community-content-state'].pinned)).toHaveLength(2)
    expect([page(true), page(false)].map((markup) => markup.includes(cn.account.manage))).toEqual([true, false])
  })
})

describe('publishing', () => {
  it('begins with a share account: without one it leads to the application', () => {
    answer(q(community.myAccounts), { items: [], recordCount: 0 })
    const screens = [<ManagePage key="manage" />, <PublishCreatePage key="write" />]
    for (const screen of screens) expect(shown('/', '/', screen)).toContain('/share-study/certification-acount')
  })

  it('[COMMUNITY-015] lists what was published, and offers what can be written', () => {
    answerAccounts()
    const managed = { ...card(1), reviewState: 'none', change: null, publishAt: null, updatedAt: 1000, revision: 1 }
    const query = { id: account.id, state: 'active', page: 1, pageSize: 20 } as const
    answer(q(contents.managed, { query }), { items: [managed], recordCount: 1 })
    const markup = shown('/', '/', <ManagePage />)
    expect(titlesOf(markup)).toEqual(['五步查隐患 1'])
    for (const kind of ['create', 'video', 'file']) expect(markup).toContain(`/publish-manage/publish-${kind}?`)
  })

  it('has an editor of each type', async () => {
    answerAccounts()
    const editors = [
      ['COMMUNITY-016', <PublishCreatePage key="1" />, cn.write.article],
      ['COMMUNITY-017', <PublishVideoPage key="2" />, cn.write.video],
      ['COMMUNITY-018', <PublishFilePage key="3" />, cn.write.file],
    ] as const
    for (const [id, screen, title] of editors) {
      await proves(id, () => {
        const markup = shown('/', '/', screen)
        expect(markup).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
        expect(markup).toContain(cn.write.titlePlaceholder)
        expect(markup).toContain(cn.write.settings)
      })
    }
  })

  it('publishes from no frozen account', () => {
    answerAccounts({ frozen: true })
    expect(shown('/', '/', <PublishCreatePage />)).toContain(cn.write.frozen)
  })

  it('says what is missing before it sends anything', () => {
    const whole = { ...emptyFields, title: '标题', html: '<p>正文</p>' }
    expect(missingOf(1, emptyFields)).toEqual(['publish.missingTitle', 'publish.missingText'])
    expect(missingOf(1, whole)).toEqual([])
    expect(missingOf(1, { ...whole, html: '<img src="/x">' })).toEqual([])
    expect(missingOf(2, whole)).toEqual(['publish.missingFile'])
    expect(missingOf(1, { ...whole, visibility: 2 })).toEqual(['publish.missingPlaces'])
    expect(missingOf(1, { ...whole, visibility: 2, circleIds: [idOf(1)] })).toEqual([])
  })

  it('says when readers will see it, and that somebody looks at it before', () => {
    const at = (publishAt: number | null, isChange: boolean, review: 'none' | 'before' | 'after' = 'none') =>
      momentOf({ publishAt }, { isChange, review, now: 1000 })
    expect([at(null, false), at(999, false), at(1001, false)]).toEqual(['publish.now', 'publish.now', 'publish.later'])
    expect([at(1001, true), at(null, false, 'after')]).toEqual(['publish.changeNow', 'publish.now'])
    expect([at(1001, false, 'before'), at(null, true, 'before')]).toEqual([
      'publish.reviewed',
      'publish.changeReviewed',
    ])
  })

  it('shows what a colleague has changed since, with the titles and settings that differ', () => {
    const theirs = { ...emptyFields, title: '同事的标题', html: '<p>同事的</p>', topicIds: [idOf(8)] }
    const mine = { ...emptyFields, title: '我的标题', html: '<p>我的</p>' }
    expect(differingSettings(theirs, mine)).toEqual(['write.topics'])
    expect(differingSettings(mine, { ...mine, title: '别的', html: '' })).toEqual([])
    const newer = {
      ...{ id: idOf(1), accountId: account.id, type: 1 as const, revision: 2, updatedAt: 1000 },
      ...{ fields: theirs, names: draft.names, draftId: draft.id, change: null },
    }
    const waiting = { state: 'waiting', reason: null, at: 1000 } as const
    const markup = shown('/', '/', <NewerContent newer={newer} mine={mine} />)
    for (const text of ['同事的标题', '我的标题', cn.newer.hint, cn.write.topics, cn.newer.differences])
      expect(markup).toContain(text)
    const ofChange = shown('/', '/', <NewerContent newer={{ ...newer, change: waiting }} mine={theirs} />)
    expect(ofChange).toContain(cn.newer.change)
    expect(ofChange).not.toContain(cn.newer.myTitle)
  })

  it('offers with each content what its state allows', () => {
    const managed = (change: Partial<ManagedContent>) =>
      actionsOf({
        ...card(1),
        ...{ reviewState: 'none', change: null, publishAt: null, updatedAt: 1, revision: 1 },
        ...change,
      })
    expect(managed({})).toEqual(['pin', 'highlight', 'close', 'remove'])
    expect(managed({ pinned: true, highlighted: true })).toEqual(['unpin', 'unhighlight', 'close', 'remove'])
    expect(managed({ state: 'closed' })).toEqual(['activate', 'remove'])
    const waiting = { state: 'waiting', reason: null, at: 1 } as const
    expect(managed({ change: waiting })).toEqual(['pin', 'highlight', 'close', 'withdraw', 'remove'])
    expect(managed({ change: { ...waiting, state: 'returned' } })).toEqual(['pin', 'highlight', 'close', 'remove'])
    expect(managed({ publishedAt: null })).toEqual(['remove'])
  })
})
