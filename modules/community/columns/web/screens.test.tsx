/** The screens of columns with what the server answers. */
import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, it, vi } from 'vitest'
import { community } from '#modules/community/community/contract.ts'
import { proves } from '#test/proves.ts'
import { readable, renderedMarkup } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import { type Column, type CompleteColumn, columns } from '../contract.ts'
import cn from '../messages/cn.json' with { type: 'json' }
import SeriesBar from './parts/SeriesBar.tsx'
import ColumnCardsPage from './share-output/ColumnCardsPage.tsx'
import ColumnFormPage from './share-output/ColumnFormPage.tsx'
import ColumnManagePage from './share-output/ColumnManagePage.tsx'
import AccountColumns from './share-team/AccountColumns.tsx'
import TeamColumnPage from './share-team/TeamColumnPage.tsx'
import TeamColumnsPage from './share-team/TeamColumnsPage.tsx'

// What other modules show in a form asks for the session, which is not there without a browser.
vi.mock('#web/slots.tsx', () => ({ Slot: () => null }))

const id = '019a0000-0000-7000-8000-000000000001'
const accountId = '019a0000-0000-7000-8000-000000000002'
const contentId = '019a0000-0000-7000-8000-000000000003'
const now = 1_790_000_000_000

beforeAll(async () => {
  registerMessages('columns', async () => ({ default: cn }))
  registerMessages('shell', async () => ({ default: shellCn }))
  await startTexts(['columns', 'shell'])
})

const column: Column = {
  ...{ id, title: '安全三十讲', introduce: '从一次事故说起', headPortraitPath: '', comeEnjoyId: accountId },
  ...{ comeEnjoyName: '安全先锋', comeEnjoyType: 1, subscribeNum: 12, contentNum: 1, state: 'active' },
  ...{ subscribed: false, unreadNum: 0, updateTime: now },
}
const complete: CompleteColumn = {
  ...{ ...column, headPortrait: null, lstRelationTopic: [], mustBuy: false, mayManage: true, lastReadId: contentId },
  ...{ readNum: 1, createTime: now },
}
const content = {
  ...{ id: contentId, title: '第一讲', excerpt: '', coverPath: '', type: 1, closed: false, highlighted: false },
  ...{ readNum: 30, praiseNum: 2, opened: true, releaseTime: now },
}
const account = {
  ...{ id: accountId, name: '安全先锋', desc: '', headPortrait: id, headPortraitPath: '', enjoyType: 1 as const },
  ...{ lstRelationTopic: [], memberCount: 1, frozen: false, createTime: now },
  currentMember: { memberId: id, memberName: '林工', memberType: 0 as const },
}

function shown(at: string, screen: ReactNode): string {
  return renderedMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>{screen}</MemoryRouter>
    </QueryClientProvider>,
  )
}

const page = { page: 1, pageSize: 20 }
const answers = { items: [column], recordCount: 1 }

it('[COMMUNITY-013] shows the columns of a share account', () => {
  queryClient.setQueryData(q(community.account, { query: { id: accountId } }).queryKey, account)
  const query = { id: accountId, ...page }
  queryClient.setQueryData(q(columns.columnsOfAccount, { query }).queryKey, answers)
  const markup = shown(`/share-team/team-column?id=${accountId}`, <TeamColumnsPage />)
  expect(readable(markup)).toContain('安全三十讲')
  expect(readable(markup)).toContain('12 人订阅')
  expect(markup).toContain(`/share-team/team-column-detail?id=${id}`)
})

it('without an account shows the most subscribed columns, below those of the caller', () => {
  const subscribed = { ...column, title: '我订的专栏', subscribed: true, unreadNum: 3 }
  const own = { items: [subscribed], recordCount: 1 }
  queryClient.setQueryData(q(columns.subscribedColumns, { query: { page: 1, pageSize: 12 } }).queryKey, own)
  queryClient.setQueryData(q(columns.recommendedColumns, { query: page }).queryKey, answers)
  const text = readable(shown('/share-team/team-column', <TeamColumnsPage />))
  expect(text.indexOf('我订的专栏')).toBeLessThan(text.indexOf('安全三十讲'))
  expect(text).toContain('3 篇新内容')
})

it('[COMMUNITY-014] shows a column with its contents, where reading goes on, and the button to subscribe', () => {
  queryClient.setQueryData(q(columns.completeColumn, { params: { id } }).queryKey, complete)
  const input = { params: { id }, query: { sort: 0, ...page } }
  const contents = { items: [content], recordCount: 1 }
  queryClient.setQueryData(q(columns.columnContents, input).queryKey, contents)
  const markup = shown(`/share-team/team-column-detail?id=${id}`, <TeamColumnPage />)
  const text = readable(markup)
  for (const part of ['安全三十讲', '从一次事故说起', '第一讲', '已读 1 / 1 篇', '继续阅读', '订阅', '30 次阅读'])
    expect(text).toContain(part)
  expect(markup).toContain(`/share-content-detail/${contentId}?column=${id}`)
})

it('shows the columns that the caller runs as cards', async () => {
  queryClient.setQueryData(q(community.myAccounts).queryKey, { items: [account], recordCount: 1 })
  queryClient.setQueryData(q(columns.columnsOfAccount, { query: { id: accountId, ...page } }).queryKey, answers)
  const markup = shown('/column-manage/column-card', <ColumnCardsPage />)
  expect(readable(markup)).toContain('新建专栏')
  await proves(['COMMUNITY-019', 'COMMUNITY-020'], () => {
    expect(markup).toContain(`/column-manage/column-detail?id=${id}`)
    expect(markup).toContain(`/column-manage/column-add?id=${id}`)
  })
})

it('says that there is no column yet where nothing was searched for', () => {
  const none = { items: [], recordCount: 0 }
  queryClient.setQueryData(q(community.myAccounts).queryKey, { items: [account], recordCount: 1 })
  queryClient.setQueryData(q(columns.columnsOfAccount, { query: { id: accountId, ...page } }).queryKey, none)
  expect(readable(shown('/column-manage/column-card', <ColumnCardsPage />))).toContain(cn.own.none)
  queryClient.setQueryData(q(columns.recommendedColumns, { query: page }).queryKey, none)
  expect(readable(shown('/share-team/team-column', <TeamColumnsPage />))).toContain(cn.all.none)
})

it('leads members without an account of their own to the application', () => {
  const member = { ...account, currentMember: { ...account.currentMember, memberType: 2 as const } }
  queryClient.setQueryData(q(community.myAccounts).queryKey, { items: [member], recordCount: 1 })
  const markup = shown('/column-manage/column-card', <ColumnCardsPage />)
  expect(markup).toContain('/share-study/certification-acount')
})

it('[COMMUNITY-021] shows the form of a new column and of one that is there', () => {
  const added = readable(shown(`/column-manage/column-add?account=${accountId}`, <ColumnFormPage />))
  for (const field of ['封面', '标题', '简介', '话题']) expect(added).toContain(field)
  // Ant Design puts a space between two characters of a button.
  expect(added).toMatch(/创 ?建$/)
  queryClient.setQueryData(q(columns.completeColumn, { params: { id } }).queryKey, complete)
  const markup = shown(`/column-manage/column-add?id=${id}`, <ColumnFormPage />)
  expect(markup).toContain('value="安全三十讲"')
  expect(readable(markup)).toContain('状态')
})

it('[COMMUNITY-022] shows an own column with its contents, which can be moved and taken out', () => {
  queryClient.setQueryData(q(columns.completeColumn, { params: { id } }).queryKey, complete)
  const query = { sort: 0, isEnjoyAdmin: 1 as const, page: 1, pageSize: 100 }
  const contents = { items: [content, { ...content, id: accountId, title: '第二讲', closed: true }], recordCount: 2 }
  queryClient.setQueryData(q(columns.columnContents, { params: { id }, query }).queryKey, contents)
  const markup = shown(`/column-manage/column-detail?id=${id}`, <ColumnManagePage />)
  const text = readable(markup)
  expect(text.indexOf('第一讲')).toBeLessThan(text.indexOf('第二讲'))
  expect(text).toContain('已关闭')
  expect(text).toContain('发布内容')
  expect(markup).toMatch(/aria-label="[^"]*第一讲[^"]*"/)
})

it('shows above a content its place in the column, with what comes before and after', () => {
  queryClient.setQueryData(q(columns.completeColumn, { params: { id } }).queryKey, complete)
  const items = ['第一讲', '第二讲', '第三讲'].map((title, at) => ({
    ...content,
    id: `${contentId.slice(0, -1)}${at}`,
    title,
  }))
  queryClient.setQueryData(['column-series', id], items)
  const bar = (at: number) => shown('/', <SeriesBar contentId={items[at]?.id ?? ''} columnId={id} />)
  expect(readable(bar(1))).toContain('第 2 篇，共 3 篇')
  expect(bar(1)).toContain(`/share-content-detail/${items[0]?.id}?column=${id}`)
  expect(bar(1)).toContain(`/share-content-detail/${items[2]?.id}?column=${id}`)
  expect(readable(bar(0))).not.toContain('上一篇')
  expect(readable(bar(2))).not.toContain('下一篇')
  expect(shown('/', <SeriesBar contentId={contentId} columnId={accountId} />)).toBe('')
})

it('shows the first columns of a share account on its page, and nothing where there are none', () => {
  const query = { id: accountId, page: 1, pageSize: 4 }
  const answer = (data: { items: Column[]; recordCount: number }) =>
    queryClient.setQueryData(q(columns.columnsOfAccount, { query }).queryKey, data)
  const widget = () => shown('/', <AccountColumns accountId={accountId} isMember={false} />)
  answer({ items: [], recordCount: 0 })
  expect(widget()).toBe('')
  answer({ items: [column], recordCount: 5 })
  expect(readable(widget())).toContain('安全三十讲')
  expect(widget()).toContain(`/share-team/team-column?id=${accountId}`)
})
