/** The screens of attendance as people meet them, in both languages. */
import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { renderedMarkup, renderedText } from '#test/web/rendered.ts'
import { queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts, switchLanguage } from '#web/i18n/texts.ts'
import type { CheckInFigures } from '../contract/check-ins.ts'
import { type CheckedIn, type Claim, classSignType, codeEveryMs, type Display } from '../contract/checking-in.ts'
import type { LeaveState } from '../contract/leave.ts'
import type { OwnSession } from '../contract/own.ts'
import cn from '../messages/cn.json' with { type: 'json' }
import en from '../messages/en.json' with { type: 'json' }
import { CodePlace } from './admin/CodePlace.tsx'
import { Sheet } from './admin/SheetView.tsx'
import { Done, Refused } from './center/Outcomes.tsx'
import { OwnSessions } from './center/OwnAttendance.tsx'
import { OwnCodeCard } from './center/OwnCodePage.tsx'
import type { Refusal } from './center/outcome.ts'
import { SyncState } from './scanning/SyncState.tsx'

beforeAll(async () => {
  registerMessages('attendance', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['attendance'])
})

const on = (part: ReactNode) => (
  <QueryClientProvider client={queryClient}>
    <MemoryRouter>{part}</MemoryRouter>
  </QueryClientProvider>
)

const nine = new Date(2026, 10, 27, 9).getTime()
const hour = 3_600_000
const figures: CheckInFigures = {
  ...{ participants: 42, checkedIn: 38, inside: 38, present: 35, late: 3, early: 0, absent: 0, leave: 1, madeUp: 0 },
}
const display: Display = {
  ...{
    className: '新任经理训练营',
    title: '第一天上午',
    kind: 'in',
    direction: 'in',
    startsAt: nine,
    endsAt: nine + 3 * hour,
  },
  ...{ opensAt: nine - hour / 2, closesAt: nine + 3 * hour, needsPlace: false, codeWord: '', figures, latest: [] },
  code: { businessType: classSignType, signId: 'sign', timeStamp: nine, mac: 'mac', changesInMs: codeEveryMs },
  serverTime: nine,
}

const place = (change: Partial<Display>, passedMs: number) =>
  renderedMarkup(<CodePlace display={{ ...display, ...change }} shownAt={1000} now={1000 + passedMs} />)

it('[TRAINING-008] shows the code of the moment with its time, and none that would be refused', async () => {
  expect(place({}, 3000)).toContain('12 秒后更换')
  expect(place({}, codeEveryMs + 4000)).toContain('0 秒后更换')
  const late = place({}, codeEveryMs + 6000)
  expect(late).toContain(cn.screen.away)
  expect(late).not.toContain(cn.screen.scan)
  await switchLanguage('en')
  expect(place({ direction: 'out' }, 0)).toContain(en.screen.scanOut)
  await switchLanguage('cn')
})

it('says before and after the check-in why there is no code', () => {
  expect(place({ code: null, serverTime: nine - hour }, 1000)).toContain('29:59 后开始')
  expect(place({ code: null, serverTime: nine + 4 * hour }, 0)).toContain(cn.screen.over)
})

const claim: Claim = {
  ...{ claim: 'c', validMs: 1, classId: 'class', className: '新任经理训练营', title: '第一天上午', kind: 'in-out' },
  ...{ direction: 'in', startsAt: nine, endsAt: nine + hour, needsCodeWord: false, needsPlace: false },
}
const done = (change: Partial<CheckedIn>) =>
  renderedText(on(<Done claim={claim} done={{ at: nine, direction: 'in', state: 'present', minutes: 0, ...change }} />))
const refused = (refusal: Refusal) => renderedText(on(<Refused refusal={refusal} onRetry={() => undefined} />))

it('says what came of checking in', () => {
  expect(done({})).toContain(cn.checkIn.done.present)
  expect(done({ state: 'late' })).toContain(cn.checkIn.done.late)
  expect(done({ direction: 'out', minutes: 175 })).toContain('175 分钟')
  expect(done({ direction: 'out', state: 'early' })).toContain(cn.checkIn.done.early)
})

it('says why somebody is not checked in, and offers to scan again where that helps', async () => {
  for (const [language, { checkIn }] of [
    ['en', en],
    ['cn', cn],
  ] as const) {
    await switchLanguage(language)
    expect(refused({ kind: 'expired' })).toContain(checkIn.expired)
    expect(refused({ kind: 'expired' })).toContain(checkIn.again)
    expect(refused({ kind: 'already', at: nine })).toContain(checkIn.already)
    expect(refused({ kind: 'not-open', at: nine })).toContain('2026-11-27')
    expect(refused({ kind: 'closed', at: undefined })).toContain(checkIn.closedHint)
    expect(refused({ kind: 'stranger' })).toContain(checkIn.stranger)
    expect(refused({ kind: 'device' })).toContain(checkIn.device)
    expect(refused({ kind: 'offline' })).toContain(checkIn.retry)
    expect(refused({ kind: 'device' })).not.toContain(checkIn.again)
  }
})

it('shows who attended what in words, and lets staff correct it', () => {
  const member = { id: 'm', fullName: '林知远', avatarPath: '' }
  const total = {
    lists: 2,
    over: 1,
    present: 1,
    late: 0,
    early: 0,
    absent: 0,
    leave: 0,
    madeUp: 0,
    minutes: 90,
    plannedMinutes: 180,
    percent: 50,
  }
  const props = {
    rows: [{ member, organizationName: '研发中心', states: ['late' as const, null], figures: total }],
    lists: [
      { id: 'a', title: '上午', startsAt: nine, makesUpFor: null },
      { id: 'b', title: '补课', startsAt: nine + hour, makesUpFor: 'a' },
    ],
  }
  const seen = renderedText(<Sheet {...props} onCorrect={undefined} />)
  for (const text of ['林知远', '50%', '90 分钟', cn.states.late, cn.states.open, '11-27']) expect(seen).toContain(text)
  const markup = renderedMarkup(<Sheet {...props} onCorrect={() => undefined} />)
  expect(markup).toContain('林知远，上午：迟到，点击更正')
  expect(renderedMarkup(<Sheet {...props} onCorrect={undefined} />)).not.toContain('<button')
})

const session = (change: Partial<OwnSession>): OwnSession => ({
  ...{ id: 'a', title: '上午', kind: 'in', ways: ['qr'], startsAt: nine, endsAt: nine + hour, opensAt: nine - hour },
  ...{ closesAt: nine + hour, makesUpFor: null, state: null, firstInAt: null, lastOutAt: null, isInside: false },
  ...{ minutes: 0, correction: null, leave: null, mayAskLeave: false, ...change },
})

it('shows a participant the own attendance, what is due, and what can be made up for', () => {
  const shown = (sessions: OwnSession[], now = nine) =>
    renderedText(on(<OwnSessions classId="class" sessions={sessions} now={now} />)).replaceAll(
      /(?<=\p{Script=Han}) (?=\p{Script=Han})/gu,
      '',
    )
  expect(shown([session({})])).toContain(cn.own.open)
  expect(shown([session({ firstInAt: nine })])).not.toContain(cn.own.open)
  expect(shown([session({ kind: 'in-out', firstInAt: nine, isInside: true })])).toContain(cn.own.open)
  const leftOpen = [session({ closesAt: nine + 24 * hour })]
  expect(shown(leftOpen, nine + 2 * hour - 1)).toContain(cn.own.open)
  expect(shown(leftOpen, nine + 2 * hour)).not.toContain(cn.own.open)
  expect(shown([session({ state: 'present', correction: '手机没电' })])).toContain('手机没电')
  expect(shown([session({ mayAskLeave: true })])).toContain(cn.own.askLeave)
  const leave = (state: LeaveState) => [session({ leave: { id: 'l', state, reason: '出差', decision: '' } })]
  for (const state of ['pending', 'agreed'] as const) {
    expect(shown(leave(state), nine - 1)).toContain(cn.own.withdraw)
    expect(shown(leave(state))).not.toContain(cn.own.withdraw)
  }
  expect(shown(leave('refused'), nine - 1)).not.toContain(cn.own.withdraw)
  const makeUp = session({
    id: 'b',
    title: '下周补课',
    makesUpFor: 'a',
    startsAt: nine + hour,
    endsAt: nine + 2 * hour,
  })
  expect(shown([session({ state: 'absent' }), makeUp])).toContain('可参加补课：下周补课')
  expect(shown([session({ state: 'absent' }), makeUp], nine + 3 * hour)).not.toContain('可参加补课')
})

it('shows the own code of the next day that has one', () => {
  const codes = {
    ...{ memberId: 'm', fullName: '林知远' },
    codes: [
      { day: '2026-11-26', from: nine - 33 * hour, to: nine - 9 * hour, text: 'old', short: 'OLD1' },
      { day: '2026-11-27', from: nine - 9 * hour, to: nine + 15 * hour, text: 'today', short: 'NOW2' },
    ],
  }
  expect(renderedText(<OwnCodeCard codes={codes} isKept={false} now={nine} />)).toContain('NOW2')
  expect(renderedText(<OwnCodeCard codes={codes} isKept now={nine} />)).toContain(cn.own.offline)
  expect(renderedText(<OwnCodeCard codes={codes} isKept={false} now={nine + 20 * hour} />)).toContain(cn.own.noCode)
})

it('says how many scans wait, and that they are kept', async () => {
  const state = { waiting: 2, isSending: false, isAway: true, sentAt: undefined, refusal: undefined }
  const shown = (change: Partial<typeof state>, isKept = true) =>
    renderedText(<SyncState state={{ ...state, ...change }} isKept={isKept} loadedAt={nine} onSend={() => undefined} />)
  for (const text of ['2 条待同步', cn.scanner.away, cn.scanner.sendNow]) expect(shown({})).toContain(text)
  expect(shown({ waiting: 0, isAway: false })).toContain(cn.scanner.allSent)
  expect(shown({}, false)).toContain(cn.scanner.notKept)
  // Whoever scans knows before the network goes away that the page cannot be opened again without it.
  expect(shown({ waiting: 0, isAway: false })).toContain(cn.scanner.keepOpen)
  expect(shown({})).not.toContain(cn.scanner.keepOpen)
  await switchLanguage('en')
  expect(shown({ waiting: 1 })).toContain('1 scan waits')
  await switchLanguage('cn')
})
