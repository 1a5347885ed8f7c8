import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
  buildSession,
} from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import type { StepDraft } from '../contract/shapes.ts'
import { buildApplication, buildOwner, buildStep, buildTemplate } from './templates.fixture.ts'
import { timersJob } from './timers.ts'

const owner = buildOwner()
const platform = testPlatform({ modules: [owner.module, ...serverModules] })
let companyId: string
let chief: BuiltMember
let author: BuiltMember
let first: BuiltMember
let second: BuiltMember
let third: BuiltMember

const hourMs = 3_600_000

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  const member = (fullName: string) => buildMember(platform.db, { companyId, fullName })
  chief = await buildMember(platform.db, { companyId, fullName: '沈清和', roles: ['super-admin'] })
  author = await member('林知远')
  first = await member('周予安')
  second = await member('许明澈')
  third = await member('陈思齐')
  const superior = { params: { id: first.id }, body: { superiorId: third.id } }
  await platform.client(identity, chief).changeMember(superior)
})

/** A client with a new session, at any time of the test clock. */
const as = async (member: BuiltMember) =>
  platform.client(approvals, await buildSession(platform.db, member, platform.now))

async function applied(...steps: StepDraft[]): Promise<string> {
  owner.outcomes.length = 0
  const organizationId = await buildOrganization(platform.db, { companyId, parentId: companyId })
  const place = { companyId, organizationId, now: platform.now }
  await buildTemplate(platform.db, place, steps)
  const made = await platform.root
    .transaction()
    .execute((db) => buildApplication(db as never, { ...place, applicantId: author.id }))
  return made.processId
}

/** Runs the job of each minute `times` times. */
async function passes(hours: number, times = 1) {
  platform.now += hours * hourMs
  for (let look = 0; look < times; look++) {
    await enqueue(platform.db, timersJob, {})
    await platform.runJobs()
  }
}

const detailFor = async (member: BuiltMember, id: string) => (await as(member)).process({ params: { id } })
const kinds = async (id: string) => (await detailFor(author, id)).events.map(({ kind }) => kind)

async function agree(member: BuiltMember, processId: string) {
  const { taskId } = await detailFor(member, processId)
  await (await as(member)).agree({ params: { id: taskId as string }, body: {} })
}

const waitingIds = async (member: BuiltMember) => {
  const { items } = await (await as(member)).waitingTasks({ query: {} })
  return items.map(({ process }) => process.id)
}

const todos = async (member: BuiltMember) => {
  const token = await buildSession(platform.db, member, platform.now)
  const { items } = await platform.client(messages, token).findMyUnfinished({ query: {} })
  return items.map(({ businessId }) => businessId)
}

afterEach(async () => {
  const calls = await as(author)
  const { items } = await calls.myProcesses({ query: { state: 'running' } })
  for (const { id } of items) await calls.withdraw({ params: { id }, body: {} })
})

describe('by the clock', () => {
  it('reminds once, however often the job runs', async () => {
    const id = await applied(buildStep([first.id], { remindAfterHours: 2 }))
    await passes(1.9)
    expect(await kinds(id)).toEqual(['applied', 'reached'])
    await passes(0.2, 3)
    await passes(5, 2)
    expect(await kinds(id)).toEqual(['applied', 'reached', 'time-reminded'])
  })

  it('skips a timed-out step, shows it as such, and continues', async () => {
    const id = await applied(
      buildStep([first.id], { timeoutHours: 4, remindAfterHours: 2 }),
      buildStep([second.id], { name: '复审' }),
    )
    await passes(4.1, 2)
    const { steps, state } = await detailFor(author, id)
    expect(steps.map((step) => step.state)).toEqual(['skipped-timeout', 'current'])
    expect(steps[0]?.tasks).toMatchObject([{ state: 'timed-out', decidedBy: null }])
    expect(state).toBe('running')
    expect(await kinds(id)).toEqual(['applied', 'reached', 'skipped-timeout', 'reached'])
    await agree(second, id)
    expect(owner.outcomes).toMatchObject([{ result: 'agreed', decidedBy: second.id }])
  })

  it('never agrees by time-outs alone: the administrators decide in the end', async () => {
    const id = await applied(buildStep([first.id], { timeoutHours: 1 }))
    await passes(1.1)
    expect(await detailFor(author, id)).toMatchObject({
      state: 'running',
      steps: [{ state: 'skipped-timeout' }, { state: 'current', who: 'administrator' }],
    })
    await agree(chief, id)
    expect(owner.outcomes).toMatchObject([{ result: 'agreed', decidedBy: chief.id }])
  })

  it('escalates to the superior, and then to the administrators', async () => {
    const id = await applied(buildStep([first.id], { timeoutHours: 1, onTimeout: 'escalate' }))
    await passes(1.1, 2)
    const [step] = (await detailFor(third, id)).steps
    expect(step?.tasks).toMatchObject([
      { state: 'open', holder: { fullName: '陈思齐' }, origin: 'escalated', originBy: { fullName: '周予安' } },
    ])
    await passes(1.1)
    expect((await detailFor(chief, id)).steps[0]?.tasks).toMatchObject([{ holder: { fullName: '沈清和' } }])
    await agree(chief, id)
    expect(await kinds(id)).toEqual(['applied', 'reached', 'escalated', 'escalated', 'agreed', 'finished'])
  })

  it('the timer of a step restarts when a return reaches it again', async () => {
    const id = await applied(buildStep([first.id], { timeoutHours: 4 }), buildStep([second.id]))
    await passes(3)
    await agree(first, id)
    const detail = await detailFor(second, id)
    const body = { opinion: '请再看', stepId: detail.steps[0]?.id as string }
    await (await as(second)).giveBack({ params: { id: detail.taskId as string }, body })
    await passes(2)
    expect((await detailFor(author, id)).steps[0]?.state).toBe('current')
    await passes(2.1)
    expect((await detailFor(author, id)).steps[0]?.state).toBe('skipped-timeout')
  })

  it('is the due date of the to-do, of each step its own', async () => {
    const steps = [
      buildStep([first.id], { timeoutHours: 2 }),
      buildStep([first.id], { timeoutHours: 5 }),
      buildStep([first.id]),
    ]
    const id = await applied(...steps)
    const dueAt = async () => {
      const token = await buildSession(platform.db, first, platform.now)
      const { items } = await platform.client(messages, token).findMyUnfinished({ query: { pageSize: 50 } })
      return items.find((todo) => todo.businessId === id)?.dueAt
    }
    expect(await dueAt()).toBe(platform.now + 2 * hourMs)
    await agree(first, id)
    expect(await dueAt()).toBe(platform.now + 5 * hourMs)
    await agree(first, id)
    expect(await dueAt()).toBe(null)
  })

  it('sends no reminder after a withdrawal', async () => {
    const id = await applied(buildStep([first.id], { remindAfterHours: 1, timeoutHours: 2 }))
    await (await as(author)).withdraw({ params: { id }, body: {} })
    await passes(3)
    expect(await kinds(id)).toEqual(['applied', 'reached', 'withdrawn', 'finished'])
  })
})

describe('absences', () => {
  it('the substitute decides for the absent member and is shown as such, only during the absence', async () => {
    const { now } = platform
    const id = await applied(buildStep([first.id]))
    const calls = await as(first)
    await calls.createAbsence({
      body: { substituteId: second.id, startsAt: now + hourMs, endsAt: now + 3 * hourMs, reason: '年假' },
    })
    expect([await waitingIds(second), await todos(second)]).toEqual([[], []])
    expect(await refusal(detailFor(second, id))).toMatchObject({ status: 403 })
    const { taskId } = await detailFor(first, id)
    const early = (await as(second)).agree({ params: { id: taskId ?? '' }, body: {} })
    expect(await refusal(early)).toMatchObject({ status: 403 })
    await passes(1.5)
    expect([await waitingIds(second), await todos(second)]).toEqual([[id], [id]])
    expect(await detailFor(second, id)).toMatchObject({ actingFor: { fullName: '周予安' } })
    await passes(2)
    expect([await waitingIds(second), await todos(second)]).toEqual([[], []])
    platform.now -= 2 * hourMs
    await agree(second, id)
    platform.now += 2 * hourMs
    const { events, steps } = await detailFor(author, id)
    expect(events.find(({ kind }) => kind === 'agreed')).toMatchObject({
      actor: { fullName: '许明澈' },
      actedFor: { fullName: '周予安' },
    })
    expect(steps[0]?.tasks).toMatchObject([
      { holder: { fullName: '周予安' }, decidedBy: { fullName: '许明澈' }, state: 'agreed' },
    ])
    const { items } = await (await as(second)).doneTasks({ query: {} })
    expect(items.find(({ process }) => process.id === id)).toMatchObject({ actedFor: { fullName: '周予安' } })
  })

  it('an early return ends the substitution at once', async () => {
    const { now } = platform
    const id = await applied(buildStep([first.id]))
    const absence = { substituteId: second.id, startsAt: now, endsAt: now + 10 * hourMs, reason: '' }
    const made = await (await as(first)).createAbsence({ body: absence })
    await platform.runJobs()
    expect(await todos(second)).toEqual([id])
    expect(await (await as(second)).myAbsences()).toMatchObject({ standingInFor: { items: [{ id: made.id }] } })
    expect(await refusal((await as(second)).endAbsence({ params: { id: made.id } }))).toMatchObject({
      errorCode: 900005,
    })
    platform.now += 1000
    await (await as(first)).endAbsence({ params: { id: made.id } })
    await platform.runJobs()
    expect([await waitingIds(second), await todos(second)]).toEqual([[], []])
    expect(await waitingIds(first)).toEqual([id])
    expect(await (await as(first)).myAbsences()).toMatchObject({ own: { items: [] } })
  })

  it('refuses chains, circles, overlaps and unavailable substitutes', async () => {
    const { now } = platform
    const period = { startsAt: now + 100 * hourMs, endsAt: now + 200 * hourMs, reason: '' }
    const away = async (member: BuiltMember, substituteId: string, input = {}) =>
      (await as(member)).createAbsence({ body: { substituteId, ...period, ...input } })
    await away(first, second.id)
    expect(await refusal(away(first, third.id))).toMatchObject({ errorCode: 46010 })
    expect(await refusal(away(second, first.id))).toMatchObject({ errorCode: 46011 })
    expect(await refusal(away(second, third.id))).toMatchObject({ errorCode: 46011 })
    expect(await refusal(away(third, first.id))).toMatchObject({ errorCode: 46011 })
    expect(await refusal(away(third, third.id))).toMatchObject({ errorCode: 46011 })
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    const colleague = await buildMember(platform.db, { companyId: stranger.companyId })
    expect(await refusal(away(third, stranger.id))).toMatchObject({ errorCode: 46015 })
    expect(await refusal(away(third, second.id, { endsAt: now - 1 }))).toMatchObject({ errorCode: 900001 })
    const year = 366 * 24 * hourMs
    const tooLong = { startsAt: now, endsAt: now + year + 1 }
    expect(await refusal(away(third, second.id, tooLong))).toMatchObject({ errorCode: 900001 })
    await away(stranger, colleague.id, { startsAt: now, endsAt: now + year })
    await away(third, second.id)
    await away(second, first.id, { startsAt: period.endsAt, endsAt: period.endsAt + hourMs })
  })
})
