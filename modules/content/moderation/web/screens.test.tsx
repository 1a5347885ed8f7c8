/** The screens of moderation with what the server answers, and what is asked before a report. */

import { QueryClientProvider } from '@tanstack/react-query'
import { Form } from 'antd'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { proves } from '#test/proves.ts'
import { address } from '#test/web/browser.ts'
import { sent, serve } from '#test/web/fake-server.ts'
import { readable, renderedMarkup } from '#test/web/rendered.ts'
import { call, q, queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import { Notices } from '#web/ui/Notices.tsx'
import { currentNotices, dismissNotice } from '#web/ui/notify.ts'
import kitCn from '../../../../kit/messages/cn.json' with { type: 'json' }
import { type CaseDetails, type CaseRow, moderation, type OwnDecision, reasonCodes } from '../contract.ts'
import cn from '../messages/cn.json' with { type: 'json' }
import { CaseView } from './admin/CaseView.tsx'
import ModerationPage from './admin/ModerationPage.tsx'
import { StatisticsView } from './admin/StatisticsView.tsx'
import OwnDecisionsPage from './center/OwnDecisionsPage.tsx'
import AppealNotice from './reporting/AppealNotice.tsx'
import ReportButton from './reporting/ReportButton.tsx'
import { ReportFields } from './reporting/ReportDialog.tsx'
import { mayReport } from './reporting/report-state.ts'

const id = '019a0000-0000-7000-8000-000000000001'
const now = 1_790_000_000_000

beforeAll(async () => {
  registerMessages('moderation', async () => ({ default: cn }))
  registerMessages('shell', async () => ({ default: shellCn }))
  registerMessages('kit', async () => ({ default: kitCn }))
  await startTexts(['moderation', 'shell', 'kit'])
})

afterEach(() => {
  queryClient.clear()
  for (const notice of currentNotices().notices) dismissNotice(notice.id)
})

function shown(screen: ReactNode, at = '/'): string {
  return renderedMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>{screen}</MemoryRouter>
    </QueryClientProvider>,
  )
}

const author = { memberId: id, memberFullName: '林知远', headPortrait: '', organizationName: '研发部' }
const row: CaseRow = {
  ...{ id, businessType: 104, businessId: id, label: { cn: '评论', en: 'Comment' }, title: '加微信领优惠' },
  ...{
    excerpt: '加微信领优惠',
    causes: ['report', 'words'],
    state: 'open',
    reportCount: 2,
    author,
    isAnonymous: false,
  },
  ...{ organizationName: '云帆科技', claim: null, createdAt: now, queuedAt: now, outcome: null, revision: 0 },
}
const details: CaseDetails = {
  ...row,
  ...{ text: '今天又要加班了', link: '/study/1', contentState: 'shown', hits: [{ start: 4, end: 6, word: '加班' }] },
  reports: [
    { id, reporter: { ...author, memberFullName: '周小满' }, reasonCode: 'spam', reason: '广告', createdAt: now },
  ],
  ...{ decision: null, appeal: null, history: [], authorMutedUntil: null, isOwn: false, needsOther: false },
}
const decision: OwnDecision = {
  ...{ id, businessType: 104, businessId: id, label: row.label, title: row.title, excerpt: row.excerpt },
  ...{ outcome: 'remove', reasonCode: 'spam', note: '请勿发布广告', warned: true, muteDays: 3, decidedAt: now },
  ...{ appeal: null, appealUntil: now + 86_400_000, mayAppeal: true },
}

/** Ant Design sets two characters apart. */
const keepText = '保 留'

const keepQueue = (items: CaseRow[], query: object) =>
  queryClient.setQueryData(q(moderation.queue, { query }).queryKey, {
    ...{ items, next: null, kinds: [{ businessType: 104, label: row.label }] },
  })
const keepCase = (one: CaseDetails) =>
  queryClient.setQueryData(q(moderation.details, { params: { id: one.id } }).queryKey, one)
const shownCase = (one: Partial<CaseDetails>) => {
  keepCase({ ...details, ...one })
  return shown(<CaseView id={id} />)
}

/** The notifications on the screen after a call of a report is refused so. */
async function noticesAfter(errorCode: number): Promise<string> {
  serve(() => ({ status: 422, json: { errorCode, message: 'x' } }))
  const body = { businessId: id, reason: '', reasonCode: 'spam' as const }
  await expect(call(moderation.accuse, { body })).rejects.toThrow()
  return readable(renderedMarkup(<Notices />))
}

describe('a report', () => {
  it('[COMMUNITY-105] is asked about before its dialog opens', async () => {
    serve(() => ({ json: { isAccuse: true } }))
    expect(await mayReport({ businessId: id, businessType: 104 })).toBe(false)
    expect(
      sent.map(({ method, url }) => [method, url.pathname.split('/').at(-1), url.searchParams.get('businessId')]),
    ).toEqual([['GET', 'isAccuse', id]])
    serve(() => ({ json: { isAccuse: false } }))
    expect(await mayReport({ businessId: id, businessType: 104 })).toBe(true)
  })

  it('says that it was made already, or that its target has gone', async () => {
    await proves('COMMUNITY-228', async () => {
      expect(await noticesAfter(10202)).toContain('您已举报过')
    })
    await proves('COMMUNITY-229', async () => {
      expect(await noticesAfter(10203)).toContain('举报对象已不存在')
    })
    expect(address.hash).not.toContain('error-page')
  })

  it('offers the rules and a reason', () => {
    expect(readable(shown(<ReportButton businessType={104} businessId={id} />))).toContain(cn.report.button)
    const form = shown(
      <Form>
        <ReportFields />
      </Form>,
    )
    for (const code of reasonCodes) expect(readable(form)).toContain(cn.rule[code])
    expect(form).toMatch(/<textarea[^>]*maxlength="1000"/i)
  })
})

describe('the queue', () => {
  it('shows what waits beside the first case in full', () => {
    keepQueue([row], { state: 'waiting' })
    keepCase(details)
    const page = shown(<ModerationPage />, '/manage/moderation')
    const text = readable(page)
    for (const part of ['加微信领优惠', '林知远', '2 次举报', cn.cause.words, '周小满', cn.case.noHistory, keepText])
      expect(text).toContain(part)
    expect(page).toContain('<mark>加班</mark>')
    expect(page).toContain('href="/study/1"')
  })

  it('opens at the cause that a link names', () => {
    keepQueue([], { state: 'waiting', cause: 'appeal' })
    expect(readable(shown(<ModerationPage />, '/manage/moderation?cause=appeal'))).toContain(cn.queue.empty)
    keepQueue([row], { state: 'waiting', cause: 'words' })
    keepCase(details)
    expect(readable(shown(<ModerationPage />, '/manage/moderation?cause=words'))).toContain('加微信领优惠')
  })

  it('says of an empty list whether nothing waits or nothing was decided', () => {
    keepQueue([], { state: 'decided' })
    const text = readable(shown(<ModerationPage />, '/manage/moderation?tab=decided'))
    expect(text).toContain(cn.queue.noneDecided)
    expect(text).not.toContain(cn.queue.empty)
  })

  it('names no anonymous author, and offers no decision about what is one’s own or another’s', () => {
    expect(readable(shownCase({ author: null, isAnonymous: true }))).toContain(cn.case.anonymous)
    expect(readable(shownCase({ isOwn: true }))).not.toContain(keepText)
    const claim = { memberId: '019a0000-0000-7000-8000-000000000002', name: '何主任', until: now }
    expect(readable(shownCase({ claim }))).toContain('何主任正在处理')
  })

  it('shows an appeal to whoever may decide it', () => {
    const appeal = {
      text: '这不是广告',
      appealedAt: now,
      outcome: null,
      note: '',
      decidedAt: null,
      bySameModerator: false,
    }
    const decided = { outcome: 'remove', reasonCode: 'spam', note: '广告', warned: false, muteDays: 0 } as const
    const state = { state: 'appealed', appeal, decision: { ...decided, decidedAt: now, decidedBy: '沈墨' } } as const
    expect(readable(shownCase(state))).toContain('这不是广告')
    expect(readable(shownCase(state))).toContain(cn.decide.overturn)
    const barred = readable(shownCase({ ...state, needsOther: true }))
    expect(barred).toContain(cn.decide.needsOther)
    expect(barred).not.toContain(cn.decide.overturn)
    const removed = { ...state, state: 'decided', outcome: 'remove', contentState: 'removed' } as const
    expect(readable(shownCase(removed))).toContain(cn.decide.restore)
  })
})

describe('the statistics', () => {
  it('say how fast and how often what is decided, and offer the file', () => {
    vi.useFakeTimers({ now, toFake: ['Date'] })
    expect(shown(<StatisticsView />)).toContain('role="status"')
    const day = 86_400_000
    const query = { from: now - 30 * day, to: now + day }
    queryClient.setQueryData(q(moderation.statistics, { query }).queryKey, {
      ...{ days: [], reasons: [{ reasonCode: 'spam', reports: 7, decided: 5, removed: 3 }], medianMs: 720_000 },
      ...{ appealed: 4, upheld: 3, overturned: 1 },
    })
    const text = readable(shown(<StatisticsView />))
    for (const part of ['12 分钟', '75%', '753', cn.rule.spam, cn.statistics.export]) expect(text).toContain(part)
    vi.useRealTimers()
  })
})

describe('an author', () => {
  it('reads the rule and the reason, and may appeal while there is time', () => {
    const keep = (items: OwnDecision[]) =>
      queryClient.setQueryData(q(moderation.ownDecisions, { query: { page: 1, pageSize: 10 } }).queryKey, {
        ...{ items, recordCount: items.length },
      })
    keep([decision])
    const text = readable(shown(<OwnDecisionsPage />))
    for (const part of [cn.rule.spam, '请勿发布广告', cn.own.warned, '禁言 3 天', cn.own.until])
      expect(text).toContain(part)
    expect(shown(<OwnDecisionsPage />, `/center/moderation?id=${id}`)).toContain('aria-current="true"')
    keep([{ ...decision, mayAppeal: false }])
    expect(readable(shown(<OwnDecisionsPage />))).not.toContain(cn.own.until)
    keep([])
    expect(readable(shown(<OwnDecisionsPage />))).toContain(cn.own.empty)
  })

  it('sees beside the content what was decided', () => {
    const query = { businessId: id, pageSize: 1 }
    queryClient.setQueryData(q(moderation.ownDecisions, { query }).queryKey, { items: [decision], recordCount: 1 })
    const notice = shown(<AppealNotice businessId={id} />)
    expect(readable(notice)).toContain('请勿发布广告')
    expect(notice).toContain(`#/center/moderation?id=${id}`)
    queryClient.setQueryData(q(moderation.ownDecisions, { query }).queryKey, { items: [], recordCount: 0 })
    expect(shown(<AppealNotice businessId={id} />)).toBe('')
  })
})
