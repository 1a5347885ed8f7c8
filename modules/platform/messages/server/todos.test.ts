import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#kit/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildSession,
} from '#modules/platform/identity/server/members.fixture.ts'
import { serverModule } from '#server/module.ts'
import { testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { todoActions } from '../contract/todos.ts'
import { messages } from '../contract.ts'
import { buildTodo, markingKind, modulesWithExamples, reportKind } from './messages.fixture.ts'
import { todoKind } from './todo-kinds.ts'
import { beginTodo, closeTodo } from './todos.ts'

/** A kind for each action of the map. */
const everyAction = serverModule({
  name: 'actions',
  contract: contract({}),
  routes: {},
  extensions: todoActions.map((action) =>
    todoKind({
      kind: `every.${action}`,
      label: { cn: '样例', en: 'Sample' },
      action: { initial: action, started: action },
    }),
  ),
})
const platform = testPlatform({ modules: [...modulesWithExamples, everyAction] })
const hour = 3_600_000
let companyId: string
let lin: BuiltMember
let zhou: BuiltMember
let businessId: string

beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  lin = await buildMember(platform.db, { companyId })
  zhou = await buildMember(platform.db, { companyId })
  businessId = randomUUID()
})

const calls = (member: BuiltMember) => platform.client(messages, member)
const open = (input: Partial<Parameters<typeof buildTodo>[1]> = {}) =>
  buildTodo(platform.db, { companyId, memberIds: [lin.id], businessId, now: platform.now, ...input })
const of = (kind: { kind: string }) => ({ companyId, kind: kind.kind, businessId, now: platform.now })

describe('to-dos', () => {
  it('[SYSTEM-214] are listed with the action of their kind, the earliest due date first', async () => {
    await open({ businessId: randomUUID(), title: '无期限' })
    await open({ businessId: randomUUID(), title: '明天', dueAt: platform.now + 24 * hour })
    await open({ kind: markingKind.kind, title: '今天', dueAt: platform.now + hour, link: '/exam/1/marking' })
    const list = await calls(lin).findMyUnfinished()
    expect(list.recordCount).toBe(3)
    expect(list.items.map((item) => item.title)).toEqual(['今天', '明天', '无期限'])
    expect(list.items[0]).toMatchObject({
      kind: 'example.marking',
      kindLabel: { cn: '阅卷', en: 'Marking' },
      action: 'start-marking',
      link: '/exam/1/marking',
      businessType: 6,
      businessId,
      dueAt: platform.now + hour,
    })
    expect(
      (await calls(lin).findMyUnfinished({ query: { kind: 'example.report', page: 2, pageSize: 1 } })).items,
    ).toMatchObject([{ title: '无期限' }])
    expect((await calls(zhou).findMyUnfinished()).recordCount).toBe(0)
  })

  it.each(todoActions)('[SYSTEM-211] offer the action of their kind: %s', async (action) => {
    await open({ kind: `every.${action}` })
    await open()
    const { items } = await calls(lin).findMyUnfinished({ query: { kind: `every.${action}` } })
    expect(items.map((item) => item.action)).toEqual([action])
  })

  it('[SYSTEM-212] offer start at first, and continue or restart later', async () => {
    await open()
    await open({ kind: markingKind.kind })
    const actions = async () => (await calls(lin).findMyUnfinished()).items.map((item) => item.action).sort()
    expect(await actions()).toEqual(['start-marking', 'start-reporting'])
    await beginTodo(platform.db, of(reportKind))
    await beginTodo(platform.db, of(markingKind))
    expect(await actions()).toEqual(['continue-reporting', 'restart-marking'])
  })

  it('are counted, and the count drops when one is done', async () => {
    await open({ memberIds: [lin.id, zhou.id] })
    await open({ kind: markingKind.kind })
    await proves('SYSTEM-215', async () => {
      expect(await calls(lin).findUnfinishedRemindCount()).toEqual({
        count: 2,
        overdueCount: 0,
        kinds: [
          { kind: 'example.report', label: reportKind.label, count: 1 },
          { kind: 'example.marking', label: markingKind.label, count: 1 },
        ],
      })
      expect(await calls(zhou).findUnfinishedRemindCount()).toMatchObject({
        count: 1,
        kinds: [{ kind: 'example.report' }],
      })
    })
    await proves('SYSTEM-213', async () => {
      await closeTodo(platform.db, { ...of(reportKind), memberIds: [lin.id] })
      expect(await calls(lin).findUnfinishedRemindCount()).toMatchObject({ count: 1 })
      expect(await calls(zhou).findUnfinishedRemindCount()).toMatchObject({ count: 1 })
      await closeTodo(platform.db, of(reportKind))
      expect(await calls(zhou).findUnfinishedRemindCount()).toMatchObject({ count: 0 })
    })
  })

  it('are updated instead of duplicated, and start again after they were closed', async () => {
    await open()
    await beginTodo(platform.db, of(reportKind))
    await open({ title: '改名', memberIds: [lin.id, zhou.id, zhou.id] })
    expect((await calls(lin).findMyUnfinished()).items).toMatchObject([{ title: '改名', started: true }])
    await closeTodo(platform.db, of(reportKind))
    await open({ memberIds: [lin.id] })
    expect((await calls(lin).findMyUnfinished()).items).toMatchObject([{ started: false }])
    expect((await calls(zhou).findMyUnfinished()).items).toEqual([])
  })

  it('[SYSTEM-216] know the actions of the map', () => {
    expect(todoActions).toEqual([
      'class-management',
      'class-details',
      'start-reporting',
      'continue-reporting',
      'start-marking',
      'restart-marking',
      'enter-invigilation',
      'go-approve',
      'go-revise',
    ])
  })

  it('[SYSTEM-217] have the stages upcoming, in progress and over', async () => {
    const { now } = platform
    await open({ businessId: 'a', title: '未开始', startsAt: now + hour, dueAt: now + 2 * hour })
    await open({ businessId: 'b', title: '进行中', startsAt: now - hour, dueAt: now + hour })
    await open({ businessId: 'c', title: '已结束', startsAt: now - 2 * hour, dueAt: now - hour })
    await open({ businessId: 'd', title: '无期限' })
    await open({ businessId: 'e', title: '刚到期', dueAt: now })
    const titles = async (stage: 'upcoming' | 'in-progress' | 'over') => {
      const { items } = await calls(lin).findMyUnfinished({ query: { stage } })
      expect(items.every((item) => item.stage === stage)).toBe(true)
      return items.map((item) => item.title)
    }
    expect(await titles('upcoming')).toEqual(['未开始'])
    expect(await titles('in-progress')).toEqual(['进行中', '无期限'])
    expect(await titles('over')).toEqual(['已结束', '刚到期'])
  })

  it('count the overdue ones, and come in pages, the overdue ones first', async () => {
    const { now } = platform
    await open({ businessId: 'a', title: '无期限' })
    await open({ businessId: 'b', title: '明天', dueAt: now + 24 * hour })
    await open({ businessId: 'c', title: '刚到期', dueAt: now })
    await open({ businessId: 'd', title: '前天', dueAt: now - 48 * hour })
    expect(await calls(lin).findUnfinishedRemindCount()).toMatchObject({ count: 4, overdueCount: 2 })
    const page = async (number: number) =>
      (await calls(lin).findMyUnfinished({ query: { page: number, pageSize: 3 } })).items.map((item) => item.title)
    expect([await page(1), await page(2), await page(3)]).toEqual([['前天', '刚到期', '明天'], ['无期限'], []])
    expect(await calls(lin).findMyUnfinished({ query: { page: 3, pageSize: 3 } })).toMatchObject({ recordCount: 4 })
    expect(await calls(lin).findMyUnfinished({ query: { kind: 'no.such' } })).toEqual({ items: [], recordCount: 0 })
  })

  it('stand among what was done for those who did it, and for nobody where they were called off', async () => {
    const done = async (member: BuiltMember, query = {}) => calls(member).findMyFinished({ query })
    await open({ memberIds: [lin.id, zhou.id], dueAt: platform.now + hour })
    await closeTodo(platform.db, { ...of(reportKind), memberIds: [lin.id], isDone: true })
    await closeTodo(platform.db, of(reportKind))
    await open({ kind: markingKind.kind })
    platform.now += hour
    await closeTodo(platform.db, { ...of(markingKind), isDone: true })
    expect(await done(lin)).toMatchObject({
      recordCount: 2,
      items: [
        { kind: 'example.marking', doneAt: platform.now, dueAt: null },
        { kind: 'example.report', doneAt: platform.now - hour, amount: null },
      ],
      kinds: [
        { kind: 'example.report', count: 1 },
        { kind: 'example.marking', count: 1 },
      ],
    })
    expect(await done(lin, { kind: 'example.report' })).toMatchObject({ recordCount: 1, kinds: [{}, {}] })
    expect(await done(zhou)).toEqual({ items: [], recordCount: 0, kinds: [] })
    // Opened again it is no longer done.
    await open()
    expect(await done(lin, { kind: 'example.report' })).toMatchObject({ recordCount: 0, kinds: [{}] })
    await closeTodo(platform.db, { ...of(reportKind), isDone: true })
    platform.now += 90 * 24 * hour
    const later = await buildSession(platform.db, lin, platform.now)
    expect(await platform.client(messages, later).findMyFinished()).toMatchObject({ recordCount: 0 })
  })

  it('need a registered kind', async () => {
    await expect(open({ kind: 'no.such' })).rejects.toThrow('no module has registered')
  })
})
