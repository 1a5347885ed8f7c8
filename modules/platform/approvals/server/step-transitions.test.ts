/** Transitions of a process: returns, added signers, and actions of the applicant. */
import { v7 as uuid } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { type BuiltMember, buildMember, buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import type { StepDraft } from '../contract/shapes.ts'
import { applyWith, buildCast, decisionCalls } from './decisions.fixture.ts'
import { buildApplication, buildOwner, buildStep } from './templates.fixture.ts'

const owner = buildOwner()
const platform = testPlatform({ modules: [owner.module, ...serverModules] })
let companyId: string
let chief: BuiltMember
let author: BuiltMember
let first: BuiltMember
let second: BuiltMember
let third: BuiltMember
let stranger: BuiltMember

const { as, detailFor, taskFor, agree, todosOf } = decisionCalls(platform)
const applied = (...steps: StepDraft[]) => applyWith(platform, { companyId, author }, steps)

beforeAll(async () => {
  ;({ companyId, chief, author, first, second, third, stranger } = await buildCast(platform))
})

beforeEach(() => {
  owner.outcomes.length = 0
  owner.fault = undefined
})

describe('transitions between steps', () => {
  it('refuses to return to a future step', async () => {
    const { processId } = await applied(buildStep([first.id]), buildStep([second.id]), buildStep([third.id]))
    await agree(first, processId)
    const { steps, taskId } = await detailFor(second, processId)
    const params = { id: taskId as string }
    const forward = as(second).giveBack({ params, body: { opinion: '退回', stepId: steps[2]?.id as string } })
    expect(await refusal(forward)).toMatchObject({ errorCode: 46009 })
    expect((await detailFor(second, processId)).taskId).toBe(taskId)
  })

  it('returns to an earlier step, which decides again; its first decision stays in the history', async () => {
    const { processId } = await applied(
      buildStep([first.id], { name: '初审' }),
      buildStep([second.id], { name: '复审' }),
    )
    await agree(first, processId, '第一次同意')
    const detail = await detailFor(second, processId)
    const [initial, final] = detail.steps
    expect([initial?.canReturnTo, final?.canReturnTo]).toEqual([true, false])
    const params = { id: detail.taskId as string }
    const forward = as(second).giveBack({ params, body: { opinion: '退回', stepId: final?.id as string } })
    expect(await refusal(forward)).toMatchObject({ errorCode: 46009 })
    await as(second).giveBack({ params, body: { opinion: '请再核对', stepId: initial?.id as string } })
    await agree(first, processId, '第二次同意')
    await agree(second, processId)
    const { state, events } = await detailFor(author, processId)
    expect(state).toBe('agreed')
    expect(events.map(({ kind, opinion }) => [kind, opinion])).toEqual([
      ['applied', ''],
      ['reached', ''],
      ['agreed', '第一次同意'],
      ['reached', ''],
      ['returned', '请再核对'],
      ['reached', ''],
      ['agreed', '第二次同意'],
      ['reached', ''],
      ['agreed', ''],
      ['finished', ''],
    ])
    expect(owner.outcomes).toHaveLength(1)
  })

  it('returns to the applicant, who resubmits or withdraws', async () => {
    const { processId, businessId, organizationId: place } = await applied(buildStep([first.id]))
    const giveBack = async () =>
      as(first).giveBack({ params: { id: await taskFor(first, processId) }, body: { opinion: '请补充简介' } })
    await giveBack()
    expect(await detailFor(author, processId)).toMatchObject({
      result: 4,
      state: 'revising',
      actions: ['revise', 'resubmit', 'withdraw'],
      opinion: '请补充简介',
    })
    expect(await todosOf(author)).toContainEqual({ kind: 'approval.revise', businessId, action: 'go-revise' })
    expect(await as(author).counts()).toMatchObject({ revising: 1 })
    await as(author).resubmit({ params: { id: processId }, body: { opinion: '已补充' } })
    expect(await detailFor(first, processId)).toMatchObject({
      state: 'running',
      actions: expect.arrayContaining(['agree']),
    })
    expect(await refusal(as(author).resubmit({ params: { id: processId }, body: {} }))).toMatchObject({
      errorCode: 46005,
    })
    await giveBack()
    // The owning module's "submit" continues the same process.
    const again = {
      companyId,
      organizationId: place,
      applicantId: author.id,
      businessId,
      name: '改名',
      now: platform.now,
    }
    const resumed = await platform.root.transaction().execute((db) => buildApplication(db as never, again))
    expect(resumed.processId).toBe(processId)
    await agree(first, processId)
    expect(await detailFor(author, processId)).toMatchObject({ state: 'agreed', name: '改名' })
  })

  it('signers before decide first, and then the approver who added them', async () => {
    const { processId } = await applied(buildStep([first.id]))
    const params = { id: await taskFor(first, processId) }
    await as(first).addSigners({ params, body: { memberIds: [second.id, third.id], place: 'before' } })
    expect((await detailFor(first, processId)).actions).toEqual([])
    expect(await refusal(as(first).agree({ params, body: {} }))).toMatchObject({ errorCode: 46004 })
    await agree(second, processId)
    expect((await detailFor(first, processId)).taskId).toBeNull()
    await agree(third, processId)
    await agree(first, processId)
    expect(owner.outcomes).toMatchObject([{ result: 'agreed', decidedBy: first.id }])
  })

  it('a step with signers after is complete once they have agreed, too', async () => {
    const { processId } = await applied(buildStep([first.id]))
    const params = { id: await taskFor(first, processId) }
    await as(first).addSigners({ params, body: { memberIds: [second.id], place: 'after' } })
    expect(
      await refusal(as(first).addSigners({ params, body: { memberIds: [second.id], place: 'after' } })),
    ).toMatchObject({ errorCode: 46008 })
    await agree(first, processId)
    expect((await detailFor(author, processId)).state).toBe('running')
    await agree(second, processId)
    expect(owner.outcomes).toMatchObject([{ result: 'agreed', decidedBy: second.id }])
  })

  it('a step has at most fifty approvers', async () => {
    const crowd = await Promise.all(
      Array.from({ length: 60 }, () => buildMember(platform.db, { companyId }).then(({ id }) => id)),
    )
    const { processId } = await applied(buildStep([first.id]))
    const params = { id: await taskFor(first, processId) }
    const ask = (from: number, to: number) =>
      as(first).addSigners({ params, body: { memberIds: crowd.slice(from, to), place: 'after' } })
    await ask(0, 20)
    await ask(20, 40)
    expect(await refusal(ask(40, 50))).toMatchObject({ errorCode: 46014, data: { max: 50 } })
    expect(await refusal(as(first).handOver({ params, body: { memberId: uuid() } }))).toMatchObject({
      errorCode: 46015,
    })
  })

  it('hands a task over to another member', async () => {
    const { processId } = await applied(buildStep([first.id]))
    const params = { id: await taskFor(first, processId) }
    await as(first).handOver({ params, body: { memberId: second.id, opinion: '请许老师把关' } })
    expect(await refusal(as(first).agree({ params, body: {} }))).toMatchObject({ errorCode: 46004 })
    const [step] = (await detailFor(second, processId)).steps
    expect(step?.tasks).toMatchObject([{ origin: 'handed-over', originBy: { fullName: '周予安' } }])
    await agree(second, processId)
    expect(owner.outcomes).toMatchObject([{ result: 'agreed', decidedBy: second.id }])
  })

  it('only an administrator replaces an approver who does not answer', async () => {
    const { processId } = await applied(buildStep([first.id]))
    const late = await taskFor(first, processId)
    const assign = { params: { id: processId }, body: { memberId: second.id, opinion: '周老师休假' } }
    expect(await refusal(as(first).assign(assign))).toMatchObject({ status: 403 })
    const own = { params: { id: processId }, body: { memberId: author.id } }
    expect(await refusal(as(chief).assign(own))).toMatchObject({ errorCode: 46007 })
    await as(chief).assign(assign)
    expect(await refusal(as(first).agree({ params: { id: late }, body: {} }))).toMatchObject({ errorCode: 46004 })
    await agree(second, processId)
    expect(await refusal(as(chief).assign(assign))).toMatchObject({ errorCode: 46005 })
  })
})

describe('the applicant', () => {
  it('withdraws a running process, but not an ended one', async () => {
    const { processId } = await applied(buildStep([first.id]))
    const late = await taskFor(first, processId)
    await as(author).withdraw({ params: { id: processId }, body: { opinion: '还要修改' } })
    expect(owner.outcomes).toMatchObject([{ result: 'withdrawn', decidedBy: author.id }])
    expect(await refusal(as(first).agree({ params: { id: late }, body: {} }))).toMatchObject({
      errorCode: 46004,
      data: { state: 'withdrawn' },
    })
    expect(await refusal(as(author).withdraw({ params: { id: processId }, body: {} }))).toMatchObject({
      errorCode: 46005,
    })
  })

  it('reminds once an hour', async () => {
    const { processId } = await applied(buildStep([first.id]))
    const params = { id: processId }
    platform.now += 1000
    await as(author).remind({ params })
    expect(await refusal(as(author).remind({ params }))).toMatchObject({ errorCode: 46006, data: { minutes: 60 } })
    const received = await platform.client(messages, first).listNotifications({ query: {} })
    expect(received.items[0]).toMatchObject({ type: 'approval.reminded' })
    platform.now += 3_600_000
    const later = platform.client(approvals, await buildSession(platform.db, author, platform.now))
    await later.remind({ params })
    platform.now -= 3_600_000
    await agree(first, processId)
    expect(await refusal(as(author).remind({ params }))).toMatchObject({ errorCode: 46005 })
  })

  it('the process is found by the business id and `_2`, with its summary', async () => {
    const { processId, businessId, organizationId: place } = await applied(buildStep([first.id]))
    const params = { businessKey: `${businessId}_2` }
    await proves('SYSTEM-204', async () => {
      expect(await as(author).processOfBusiness({ params })).toEqual({
        processInstanceId: processId,
        organizationId: place,
        businessType: 2,
        businessId,
        startUser: author.id,
        startTime: platform.now,
        result: 4,
        finishedAt: null,
      })
      expect(await refusal(as(stranger).processOfBusiness({ params }))).toMatchObject({ status: 403 })
    })
    await proves('SYSTEM-200', async () => {
      const later = await applied(buildStep([first.id]))
      const found = await as(author).processOfBusiness({ params: { businessKey: `${later.businessId}_2` } })
      expect(found).toMatchObject({ processInstanceId: later.processId, businessId: later.businessId })
      const other = as(author).processOfBusiness({ params: { businessKey: `${businessId}_3` } })
      expect(await refusal(other)).toMatchObject({ errorCode: 900005 })
    })
    await proves('SYSTEM-206', async () => {
      const types = await as(author).businessTypes()
      expect(types.items).toContainEqual({ businessType: 2, name: '直播' })
      const english = await as(author).businessTypes({}, { headers: { 'accept-language': 'en' } })
      expect(english.items).toContainEqual({ businessType: 2, name: expect.stringMatching(/^live$/i) })
    })
  })
})
