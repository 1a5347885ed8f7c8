/** What participants see of the activities of a class, and where each opens. */
import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { renderedMarkup, renderedText } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import { BackBar } from '#web/layout/BackBar.tsx'
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import { ModulesContext } from '#web/modules-context.ts'
import type { OwnActivity } from '../../contract/learning.ts'
import { classes } from '../../contract.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import { classesWeb } from '../../web.tsx'
import { ClassOutline } from './ClassOutline.tsx'
import { TodayPart } from './space/TodayPart.tsx'

beforeAll(async () => {
  registerMessages('classes', async () => ({ default: cn }))
  registerMessages('shell', async () => ({ default: shellCn }))
  await startTexts(['classes', 'shell'])
})

const id = '019a0000-0000-7000-8000-000000000001'
const activity = (rest: Partial<OwnActivity>): OwnActivity => ({
  ...{
    id: `${rest.name}`,
    phase: 0,
    isRequired: true,
    opensAt: null,
    dueAt: null,
    kind: 'content',
    businessType: null,
  },
  ...{ businessId: null, title: '', text: '', url: '', venue: '', startsAt: null, endsAt: null, roomId: null },
  ...{
    lecturerIds: [],
    fileIds: [],
    name: '',
    link: '',
    isReleased: true,
    isFinished: false,
    isHandedIn: false,
    percent: 0,
  },
  ...rest,
})

/** A part of the page of a class that has these activities and no meetings. */
function withActivities(activities: OwnActivity[], part: ReactNode) {
  const content = { phases: [{ title: '' }], activities, required: 0, requiredFinished: 0 }
  queryClient.setQueryData(q(classes.classContent, { params: { id } }).queryKey, content)
  queryClient.setQueryData(q(classes.classSchedule, { params: { id } }).queryKey, [])
  return (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{part}</MemoryRouter>
    </QueryClientProvider>
  )
}

function linksOf(activities: OwnActivity[]): string[] {
  const markup = renderedMarkup(withActivities(activities, <ClassOutline classId={id} />))
  return [...markup.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
}

/** What stands above the screen at an address. */
const above = (address: string, read: typeof renderedText) =>
  read(
    <ModulesContext.Provider value={[{ ...classesWeb, manages: [] }]}>
      <MemoryRouter initialEntries={[address]}>
        <BackBar />
      </MemoryRouter>
    </ModulesContext.Provider>,
  )

it('[TRAINING-041] a course, an exam, a survey and a live open on their own screens, and lead back to the class', () => {
  const screens = ['/study/course/detail/a', '/exam/detail/b', '/exam/research-activity/index/c', '/live/detail/d']
  const links = linksOf(screens.map((link) => activity({ name: link, link })))
  expect(links.map((link) => link.replace(/\?.*/, ''))).toEqual(screens)
  for (const link of links) {
    expect(above(link, renderedText)).toBe('返回培训班')
    expect(above(link, renderedMarkup)).toContain(`href="/train-new/class-detail/${id}"`)
  }
})

it('an activity of the class itself has its own way back, and a link leads where it says', () => {
  const own = `/train-new/class/${id}/homework/e`
  expect(linksOf([activity({ name: '作业', kind: 'homework', link: own })])).toEqual([own])
  const elsewhere = 'https://example.com/a'
  expect(linksOf([activity({ name: '预习', kind: 'link', link: elsewhere })])).toEqual([elsewhere])
})

it('homework that waits for its mark is submitted, and not to do', () => {
  const due = { kind: 'homework' as const, dueAt: 2000, percent: 50 }
  const activities = [activity({ ...due, name: '诊断报告', isHandedIn: true }), activity({ ...due, name: '改进计划' })]
  const toDo = renderedText(withActivities(activities, <TodayPart classId={id} now={1000} isOver={false} />))
  expect(toDo).toContain(`${cn.today.due} 1`)
  expect(toDo).toContain('改进计划')
  expect(toDo).not.toContain('诊断报告')
  const outline = renderedText(withActivities(activities, <ClassOutline classId={id} />))
  expect(outline.split(cn.outline.handedIn)).toHaveLength(2)
})
