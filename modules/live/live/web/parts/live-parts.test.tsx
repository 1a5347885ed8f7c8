/** The rendered buttons and links of a live session. */

import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { proves } from '#test/proves.ts'
import { address } from '#test/web/browser.ts'
import { readable, renderedMarkup } from '#test/web/rendered.ts'
import { queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts, switchLanguage } from '#web/i18n/texts.ts'
import kitCn from '../../../../../kit/messages/cn.json' with { type: 'json' }
import kitEn from '../../../../../kit/messages/en.json' with { type: 'json' }
import shellCn from '../../../../../web/messages/cn.json' with { type: 'json' }
import shellEn from '../../../../../web/messages/en.json' with { type: 'json' }
import type { Live } from '../../contract/shapes.ts'
import { actionsOfState, type DisplayStatus } from '../../contract/states.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import { ActionButtons } from '../manage/ActionButtons.tsx'
import { RoleLinkList } from './RoleLinkList.tsx'

const origin = 'https://academy.example.cn'

beforeAll(async () => {
  Object.assign(address, { origin })
  registerMessages('kit', async (language) => ({ default: language === 'cn' ? kitCn : kitEn }))
  registerMessages('shell', async (language) => ({ default: language === 'cn' ? shellCn : shellEn }))
  registerMessages('live', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['kit', 'shell', 'live'])
})
afterEach(() => switchLanguage('cn'))
afterAll(() => {
  Reflect.deleteProperty(address, 'origin')
})

const id = '01a1fdaa-c672-74fb-8330-3df9166daa0a'
// The fields that these components use; a live session has many more.
const live = {
  id,
  supplier: 3,
  actions: [],
  organizerJoinUrl: `${origin}/#/lives/keylogin/${id}`,
  organizerToken: 'host-token',
  panelistJoinUrl: 'https://vendor.example/join?room=7',
  panelistToken: 'panelist-token',
  attendeeJoinUrl: 'https://vendor.example/watch',
  attendeeToken: 'student-token',
} as unknown as Live

const markupOf = (part: React.ReactNode) =>
  renderedMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{part}</MemoryRouter>
    </QueryClientProvider>,
  )
/** Ant Design puts a space between the two characters of a short label. */
const labelOf = (markup: string) => readable(markup).replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
const buttonsIn = (markup: string) =>
  [...markup.matchAll(/<button[^>]*>(.*?)<\/button>/gs)].map(([, inner = '']) => labelOf(inner))

function offered(state: DisplayStatus): readonly string[] {
  const shown = { ...live, displayStatus: state, actions: [...actionsOfState[state]] }
  const nothing = () => undefined
  return buttonsIn(markupOf(<ActionButtons live={shown} approval onOpen={nothing} />))
}

const start = ['开始直播', 'Go live']
const watch = ['观看直播', 'Watch']
const share = ['分享链接', 'Share link']
const view = ['查看', 'View']
const edit = ['编辑', 'Edit']
const approvalDetail = ['审批详情', 'Approval details']
const submit = ['提交审批', 'Submit for review']
const statesAndButtons: readonly [string, DisplayStatus, string[][]][] = [
  ['LIVE-064', 1, [start, share, view, edit, ['取消直播', 'Cancel live session']]],
  ['LIVE-065', 2, [watch, share, view, edit]],
  ['LIVE-066', 4, [['重新发布', 'Republish'], view, edit]],
  ['LIVE-067', 5, [approvalDetail]],
  ['LIVE-068', 6, [approvalDetail, submit]],
  ['LIVE-068', 7, [approvalDetail, submit]],
  ['LIVE-069', 8, [watch]],
  ['LIVE-070', 3, []],
  ['LIVE-070', 0, []],
]
it.each(statesAndButtons)('[%s] the state %i has exactly these buttons', async (_, state, buttons) => {
  expect(offered(state)).toEqual(buttons.map(([chinese]) => chinese))
  await switchLanguage('en')
  expect(offered(state)).toEqual(buttons.map(([, english]) => english))
})

/** One line for each role: its label, its text, and the number of its buttons. */
function linesOf(change: Partial<Live>): (readonly [string, string, number])[] {
  const markup = markupOf(<RoleLinkList live={{ ...live, ...change }} />)
  return [...markup.matchAll(/<li>(.*?)<\/li>/gs)].map(([, line = '']) => {
    const label = readable(/<strong[^>]*>(.*?)<\/strong>/s.exec(line)?.[1] ?? '')
    const beside = readable(/<(?:code|span)[^>]*>(.*?)<\/(?:code|span)>/s.exec(line)?.[1] ?? '')
    return [label, beside, buttonsIn(line).length]
  })
}

it('lists a link for each role, with a copy button', async () => {
  const ofOwnPage = linesOf({ supplier: 3 })
  await proves(['LIVE-139', 'LIVE-018'], () => {
    expect(ofOwnPage).toEqual([
      ['学员', `${origin}/#/live/detail/${id}`, 1],
      ['外部主持人', `${origin}/#/lives/keylogin/${id}?token=host-token`, 1],
      ['外部嘉宾', 'https://vendor.example/join?room=7&token=panelist-token', 1],
      ['外部学员', `${origin}/#/lives/keylogin/${id}?token=student-token`, 1],
    ])
  })
  await proves('LIVE-141', () => {
    const linkOf = (role: string) => ofOwnPage.find(([label]) => label === role)?.[1]
    expect(linkOf('外部主持人')).toBe(`${live.organizerJoinUrl}?token=${live.organizerToken}`)
    expect(linkOf('外部嘉宾')).toBe(`${live.panelistJoinUrl}&token=${live.panelistToken}`)
    expect(linkOf('外部学员')).toContain(`token=${live.attendeeToken}`)
  })
  const older = linesOf({ supplier: 0 })
  await proves('LIVE-140', () => {
    expect(older).toEqual([
      ['系统用户', `${origin}/#/activity/gensee/detail/${id}`, 1],
      ['外部用户', 'https://vendor.example/watch?token=student-token', 1],
      ['外部助教', 'https://vendor.example/join?room=7&token=panelist-token', 1],
      ['讲师', `${origin}/#/lives/keylogin/${id}?token=host-token`, 1],
    ])
  })
  expect(linesOf({ supplier: 4 })).toEqual(older)
})

it('shows no link for a role without address or token, and no copy button', async () => {
  const lines = linesOf({ organizerToken: null, panelistJoinUrl: null, attendeeToken: '' })
  await proves('LIVE-142', async () => {
    expect(lines.map(([, beside]) => beside)).toEqual([`${origin}/#/live/detail/${id}`, '无', '无', '无'])
  })
  await proves('LIVE-143', () => expect(lines.map(([, , buttons]) => buttons)).toEqual([1, 0, 0, 0]))
})
