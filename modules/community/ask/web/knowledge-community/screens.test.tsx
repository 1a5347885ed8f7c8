/** The screens of the ask bar with what the server answers. */
import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { beforeAll, expect, it, vi } from 'vitest'
import type { Output } from '#kit/contract.ts'
import { currency } from '#modules/platform/currency/contract.ts'
import { proves } from '#test/proves.ts'
import { readable, renderedMarkup } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import type { Answer, Question } from '../../contract/shapes.ts'
import { ask } from '../../contract.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import { askAboutPath } from '../ask-about.ts'
import { bountyFault } from '../parts/bounty.ts'
import { backTo, sourceOf } from '../parts/source.ts'
import AskFormPage from './AskFormPage.tsx'
import QuestionPage from './QuestionPage.tsx'
import TopicPage from './TopicPage.tsx'

// The button that reports travels in a chunk of its own.
vi.mock('#modules/content/moderation/web.tsx', () => ({
  AppealNotice: () => null,
  ReportButton: () => <button type="button">举报</button>,
}))

const id = '019a0000-0000-7000-8000-000000000001'
const answerId = '019a0000-0000-7000-8000-000000000002'
const now = 1_790_000_000_000

beforeAll(async () => {
  registerMessages('ask', async () => ({ default: cn }))
  registerMessages('shell', async () => ({ default: shellCn }))
  await startTexts(['ask', 'shell'])
})

function shown(path: string, at: string, screen: ReactNode): string {
  return renderedMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route path={path} element={screen} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const writer = { memberId: id, fullName: '陈思', picture: '', organizationName: '财务部', expertId: answerId }
const question: Question = {
  ...{ id, title: '差旅报销需要哪些发票', excerpt: '出差三天', author: null, isAnonymous: true, isOwn: false },
  ...{ state: 'open', topics: [{ id, name: '财务' }], answerCount: 1, score: 3, hasAccepted: true, expertsOnly: true },
  bounty: { amount: '3000', state: 'reserved', expiresAt: now },
  ...{
    createTime: now,
    content: '<p>出差三天</p>',
    followUps: [{ id, content: '<p>补充：住两晚</p>', createTime: now }],
    ownVote: 0,
    revision: 0,
    editedAt: null,
  },
  ...{ acceptedAnswerId: answerId, duplicateOf: null, removedReason: null },
  source: {
    businessType: 1,
    businessId: id,
    sectionId: id,
    second: 75,
    page: null,
    title: '报销课程',
    link: '/study/1',
  },
  invitations: [
    { expertId: id, memberId: id, fullName: '周宁', invitedAt: now, dueAt: now, answered: false, overdue: true },
  ],
  ...{ followerCount: 2, following: false, ownAnswerId: null, mayAnswer: false, mayModerate: false },
}
const answer: Answer = {
  ...{ id: answerId, questionId: id, content: '<p>增值税发票</p>', author: writer, isOwn: false, score: 5, ownVote: 1 },
  ...{ accepted: true, revision: 0, createTime: now, editedAt: null, card: null },
}

it('shows a question with its answers, and no name of an anonymous asker', async () => {
  queryClient.setQueryData(q(ask.question, { params: { id } }).queryKey, question)
  const query = { page: 1, pageSize: 20, order: 'best' } as const
  const answers = { items: [answer], recordCount: 1 }
  queryClient.setQueryData(q(ask.listAnswers, { params: { id }, query }).queryKey, answers)
  const markup = shown('/ask/question/detail/:id', `/ask/question/detail/${id}`, <QuestionPage />)
  const text = readable(markup)
  await proves('SYSTEM-018', () => {
    expect(text).toContain('差旅报销需要哪些发票')
    expect(text).toContain('匿名同事')
  })
  await proves('COMMUNITY-125', () => {
    expect(text).toContain('增值税发票')
    expect(text).toContain('已采纳')
    expect(text).toContain('陈思')
  })
  expect(text).toContain('采纳的回答将获得悬赏 30')
  expect(text).toContain('已解决')
  // Of the question and of its only answer, once each.
  expect(text.match(/举报/g)).toHaveLength(2)
  expect(text).toContain('已超过承诺时间')
  expect(markup).toMatch(/<a href="\/study\/1\?second=75"[^>]*>报销课程<\/a> 1:15/)
})

it('[SYSTEM-019] shows a topic with its questions', () => {
  const topic = { id, name: '财务', questionCount: 2, unansweredCount: 1, followerCount: 0, following: false }
  queryClient.setQueryData(q(ask.askTopic, { params: { id } }).queryKey, topic)
  const pages = { pages: [{ items: [question], next: null }], pageParams: [undefined] }
  queryClient.setQueryData(['kept', 'ask-topic', { topicId: id }], pages)
  const text = readable(shown('/ask/topic/detail/:id', `/ask/topic/detail/${id}`, <TopicPage />))
  expect(text).toContain('财务')
  expect(text).toContain('2 个问题')
  expect(text).toContain('差旅报销需要哪些发票')
})

it('says how many coins an asker has, and refuses a larger bounty in the field', () => {
  const none = {
    ...{ totalAmount: '0', amountIn: '0', amountOut: '0', reserved: '0' },
    ...{ allocated: '0', reward: '0' },
  }
  const coin = { ...none, subscription: '0', totalAmount: '130050', reserved: '50' }
  const account = { coin, points: coin } as unknown as Output<typeof currency.personAccount>
  queryClient.setQueryData(q(currency.personAccount, {}).queryKey, account)
  expect(readable(shown('/ask/new', '/ask/new', <AskFormPage />))).toContain('您有 1,300 学币')
  const faults = (coins: bigint | undefined) =>
    ['', '0', '1300', '1300.01', '100001'].map((typed) => bountyFault(typed, coins))
  const [wrong, tooMuch] = ['form.bountyWrong', 'form.bountyTooMuch']
  expect(faults(130_000n)).toEqual([undefined, wrong, undefined, tooMuch, wrong])
  expect(faults(undefined)).toEqual([undefined, wrong, undefined, undefined, wrong])
})

it('takes only screens of ours as the place where a question came from', () => {
  const params = (from: string) =>
    new URLSearchParams({ from, businessId: id, businessType: '1', second: '75', name: '报销课程' })
  expect(sourceOf(params('/study/course/1?second=75'))).toMatchObject({ second: 75, page: null, title: '报销课程' })
  for (const from of ['', '//evil.example', 'https://evil.example', 'javascript:alert(1)'])
    expect(sourceOf(params(from))).toBeNull()
  expect(sourceOf(new URLSearchParams({ from: '/study/1' }))).toBeNull()
})

it('leads from a second of a course to the form, which reads the same place', () => {
  const about = {
    businessType: 1,
    businessId: id,
    name: '报销课程 · 第一节',
    from: `/study/course/detail/${id}?section=${id}`,
  }
  const sent = (place: { second?: number; page?: number }) =>
    sourceOf(new URLSearchParams(askAboutPath({ ...about, sectionId: id, ...place }).split(/\?(.*)/s)[1]))
  const source = { businessType: 1, businessId: id, sectionId: id, link: about.from, title: about.name }
  expect(sent({ second: 75 })).toEqual({ ...source, second: 75, page: null })
  expect(sent({ page: 3 })).toEqual({ ...source, second: null, page: 3 })
  const back = (from: string, place: object) => {
    const made = sourceOf(
      new URLSearchParams(askAboutPath({ ...about, from, sectionId: id, ...place }).split(/\?(.*)/s)[1]),
    )
    return made && backTo(made)
  }
  expect(back('/study/course/1?section=2', { second: 75 })).toBe('/study/course/1?section=2&second=75')
  expect(back('/study/course/1', { page: 3 })).toBe('/study/course/1?page=3')
  expect(back('/study/course/1?section=2', {})).toBe('/study/course/1?section=2')
})
