import { v7 as uuid } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
  buildSession,
} from '#modules/platform/identity/server/build.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import type { StepDraft } from '../contract/shapes.ts'
import { buildApplication, buildOwner, buildStep, buildTemplate } from './build.ts'

const owner = buildOwner()
const platform = testPlatform({ modules: [owner.module, ...serverModules] })
let companyId: string
let organizationId: string
let chief: BuiltMember
let author: BuiltMember
let first: BuiltMember
let second: BuiltMember
let third: BuiltMember
let stranger: BuiltMember

const as = (member: BuiltMember) => platform.client(approvals, member)

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  organizationId = await buildOrganization(platform.db, { companyId, parentId: companyId })
  const member = (fullName: string, roles: Parameters<typeof buildMember>[1]['roles'] = []) =>
    buildMember(platform.db, { companyId, fullName, roles })
  chief = await member('沈清和', ['super-admin'])
  author = await buildMember(platform.db, { companyId, organizationId, fullName: '林知远' })
  first = await member('周予安')
  second = await member('许明澈')
  third = await member('陈思齐')
  stranger = await member('外人')
})

beforeEach(() => {
  owner.told.length = 0
  owner.fault = undefined
})

/** An organization of its own with a template of these steps, and an application that has just begun. */
async function applied(...steps: StepDraft[]) {
  const place = {
    companyId,
    organizationId: await buildOrganization(platform.db, { companyId, parentId: companyId }),
    now: platform.now,
  }
  await buildTemplate(platform.db, place, steps)
  const businessId = uuid()
  const { processId } = await platform.root
    .transaction()
    .execute((db) => buildApplication(db as never, { ...place, applicantId: author.id, businessId }))
  return { processId, businessId, organizationId: place.organizationId }
}

const detailFor = (member: BuiltMember, processId: string) => as(member).process({ params: { id: processId } })

async function taskFor(member: BuiltMember, processId: string): Promise<string> {
  const { taskId } = await detailFor(member, processId)
  if (taskId === null) throw new Error('nothing to decide')
  return taskId
}

async function agree(member: BuiltMember, processId: string, opinion?: string) {
  platform.now += 1000
  await as(member).agree({ params: { id: await taskFor(member, processId) }, body: { opinion } })
}

const todosOf = async (member: BuiltMember) => {
  const { items } = await platform.client(messages, member).findMyUnfinished({ query: {} })
  return items.map(({ kind, businessId, action }) => ({ kind, businessId, action }))
}

describe('agreeing and refusing', () => {
  it('[SYSTEM-194] an approver opens it from the to-do list and agrees with an opinion; the applicant sees the result', async () => {
    const { processId, businessId } = await applied(buildStep([first.id]))
    expect(await todosOf(first)).toContainEqual({
      kind: 'approval.decide',
      businessId: processId,
      action: 'go-approve',
    })
    await agree(first, processId, '内容完整，同意')
    expect(await detailFor(author, processId)).toMatchObject({
      result: 1,
      state: 'agreed',
      opinion: '内容完整，同意',
      decidedBy: { fullName: '周予安' },
      actions: [],
    })
    expect(owner.told).toEqual([
      {
        companyId,
        businessId,
        processId,
        result: 'agreed',
        decidedBy: first.id,
        opinion: '内容完整，同意',
        now: platform.now,
      },
    ])
    expect((await todosOf(first)).filter((todo) => todo.businessId === processId)).toEqual([])
    const told = await platform.client(messages, author).listNotifications({ query: {} })
    expect(told.items[0]).toMatchObject({ type: 'approval.agreed' })
  })

  it('shows 4 while approving, 1 agreed, 0 rejected, 2 withdrawn', async () => {
    const results = async (processId: string) => (await detailFor(author, processId)).result
    const numbers = async (businessId: string) => {
      const { result } = await as(author).processOfBusiness({ params: { businessKey: `${businessId}_2` } })
      return result
    }
    const agreed = await applied(buildStep([first.id]))
    const running = await applied(buildStep([first.id]))
    await agree(first, agreed.processId)
    const refused = await applied(buildStep([first.id]))
    await as(first).refuse({ params: { id: await taskFor(first, refused.processId) }, body: { opinion: '不符合规范' } })
    const withdrawn = await applied(buildStep([first.id]))
    await as(author).withdraw({ params: { id: withdrawn.processId }, body: {} })
    await proves('SYSTEM-197', async () => {
      expect(await results(running.processId)).toBe(4)
      expect(await results(agreed.processId)).toBe(1)
      expect(await results(refused.processId)).toBe(0)
      expect(await results(withdrawn.processId)).toBe(2)
    })
    await proves('SYSTEM-205', async () => {
      const ended = [refused, agreed, withdrawn, running].map(({ businessId }) => numbers(businessId))
      expect(await Promise.all(ended)).toEqual([0, 1, 2, 4])
    })
    expect(owner.told.map(({ result }) => result)).toEqual(['agreed', 'refused', 'withdrawn'])
  })

  it('[SYSTEM-196] an opinion takes 100 characters, 101 are refused', async () => {
    const { processId } = await applied(buildStep([first.id]))
    const id = await taskFor(first, processId)
    const tooLong = as(first).agree({ params: { id }, body: { opinion: '好'.repeat(101) } })
    expect(await refusal(tooLong)).toMatchObject({ status: 422, errorCode: 900001 })
    await as(first).agree({ params: { id }, body: { opinion: '好'.repeat(100) } })
    expect((await detailFor(author, processId)).opinion).toHaveLength(100)
  })

  it('refusing and returning say why', async () => {
    const { processId } = await applied(buildStep([first.id]))
    const params = { id: await taskFor(first, processId) }
    expect(await refusal(as(first).refuse({ params, body: { opinion: '' } }))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(as(first).giveBack({ params, body: { opinion: ' ' } }))).toMatchObject({ errorCode: 900001 })
    expect((await detailFor(first, processId)).state).toBe('running')
  })

  it('[SYSTEM-201] a rejected application offers its author to revise it; applying anew takes the offer away', async () => {
    const { processId, businessId, organizationId: place } = await applied(buildStep([first.id]))
    await as(first).refuse({ params: { id: await taskFor(first, processId) }, body: { opinion: '封面请更换' } })
    expect(await detailFor(author, processId)).toMatchObject({
      state: 'refused',
      actions: ['revise'],
      reviseLink: `/trial/${businessId}/edit`,
      opinion: '封面请更换',
    })
    const offer = { kind: 'approval.revise', businessId, action: 'go-revise' }
    expect(await todosOf(author)).toContainEqual(offer)
    const told = await platform.client(messages, author).listNotifications({ query: {} })
    expect(told.items[0]).toMatchObject({ type: 'approval.refused', link: expect.stringContaining(processId) })
    const again = { companyId, organizationId: place, applicantId: author.id, businessId, now: platform.now + 1 }
    await platform.root.transaction().execute((db) => buildApplication(db as never, again))
    expect(await todosOf(author)).not.toContainEqual(offer)
  })

  it('what the owner refuses undoes the decision', async () => {
    const { processId } = await applied(buildStep([first.id]))
    owner.fault = refuse(NOT_FOUND)
    const id = await taskFor(first, processId)
    expect(await refusal(as(first).agree({ params: { id }, body: {} }))).toMatchObject({ errorCode: 900005 })
    expect(owner.told).toHaveLength(1)
    expect(await detailFor(author, processId)).toMatchObject({ state: 'running', result: 4 })
    owner.fault = undefined
    await agree(first, processId)
    expect((await detailFor(author, processId)).state).toBe('agreed')
  })

  it('of any one is enough, and the others come too late; of all every one has to agree', async () => {
    const any = await applied(buildStep([first.id, second.id]))
    const late = await taskFor(second, any.processId)
    await agree(first, any.processId)
    expect(await refusal(as(second).agree({ params: { id: late }, body: {} }))).toMatchObject({
      errorCode: 46004,
      data: { by: '周予安', state: 'agreed' },
    })
    const all = await applied(buildStep([first.id, second.id], { mode: 'all' }))
    await agree(first, all.processId)
    expect((await detailFor(author, all.processId)).state).toBe('running')
    await agree(second, all.processId)
    expect((await detailFor(author, all.processId)).state).toBe('agreed')
    expect(owner.told).toHaveLength(2)
  })
})

describe('who may not', () => {
  it('[SYSTEM-194] refuses who is not the approver, by every way, and changes nothing', async () => {
    const { processId } = await applied(buildStep([first.id]), buildStep([second.id]))
    const id = await taskFor(first, processId)
    const before = await detailFor(first, processId)
    for (const member of [stranger, second, author, chief]) {
      const ways = [
        as(member).agree({ params: { id }, body: {} }),
        as(member).refuse({ params: { id }, body: { opinion: '不同意' } }),
        as(member).giveBack({ params: { id }, body: { opinion: '退回' } }),
        as(member).addSigners({ params: { id }, body: { memberIds: [third.id], place: 'before' } }),
        as(member).handOver({ params: { id }, body: { memberId: member.id } }),
      ]
      for (const refused of await Promise.all(ways.map(refusal)))
        expect(refused).toMatchObject({ status: 403, errorCode: 10138 })
    }
    expect(await refusal(detailFor(stranger, processId))).toMatchObject({ status: 403 })
    expect(await refusal(as(stranger).withdraw({ params: { id: processId }, body: {} }))).toMatchObject({ status: 403 })
    expect(await refusal(as(first).remind({ params: { id: processId } }))).toMatchObject({ status: 403 })
    expect(await detailFor(first, processId)).toEqual(before)
    expect(owner.told).toEqual([])
  })

  it('the applicant never decides: not as an approver, not as a signer, not in another’s place', async () => {
    const { processId } = await applied(buildStep([author.id, first.id]))
    expect(await detailFor(author, processId)).toMatchObject({
      taskId: null,
      steps: [{ tasks: [{ holder: { id: first.id } }] }],
    })
    const params = { id: await taskFor(first, processId) }
    const asked = as(first).addSigners({ params, body: { memberIds: [author.id], place: 'after' } })
    expect(await refusal(asked)).toMatchObject({ errorCode: 46007 })
    expect(await refusal(as(first).handOver({ params, body: { memberId: author.id } }))).toMatchObject({
      errorCode: 46007,
    })
    const { now } = platform
    const absence = { substituteId: author.id, startsAt: now, endsAt: now + 3_600_000, reason: '' }
    const { id } = await as(first).createAbsence({ body: absence })
    expect(await refusal(as(author).agree({ params, body: {} }))).toMatchObject({ status: 403 })
    expect((await as(author).waitingTasks({ query: {} })).items).toEqual([])
    await as(first).endAbsence({ params: { id } })
  })

  it('a process of another company does not exist', async () => {
    const { processId, businessId } = await applied(buildStep([first.id]))
    const other = await buildMember(platform.db, {
      companyId: await buildCompany(platform.db),
      roles: ['super-admin'],
    })
    const taskId = await taskFor(first, processId)
    const calls = as(other)
    const tries = [
      calls.process({ params: { id: processId } }),
      calls.processOfBusiness({ params: { businessKey: `${businessId}_2` } }),
      calls.agree({ params: { id: taskId }, body: {} }),
      calls.assign({ params: { id: processId }, body: { memberId: other.id } }),
      calls.checkApproval({ query: { businessType: 2, organizationId } }),
    ]
    for (const refused of await Promise.all(tries.map(refusal)))
      expect(refused).toMatchObject({ status: 422, errorCode: 900005 })
  })
})

describe('the way through the steps', () => {
  it('returns to no step that is still to come', async () => {
    const { processId } = await applied(buildStep([first.id]), buildStep([second.id]), buildStep([third.id]))
    await agree(first, processId)
    const { steps, taskId } = await detailFor(second, processId)
    const params = { id: taskId as string }
    const forward = as(second).giveBack({ params, body: { opinion: '退回', stepId: steps[2]?.id as string } })
    expect(await refusal(forward)).toMatchObject({ errorCode: 46009 })
    expect((await detailFor(second, processId)).taskId).toBe(taskId)
  })

  it('returns to an earlier step, which decides anew; its first decision stays in the history', async () => {
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
    expect(owner.told).toHaveLength(1)
  })

  it('returns to the applicant, who revises and submits again, or takes it back', async () => {
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
    // The owner's own "submit" goes on with the same process.
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

  it('asks signers before: they decide first, then it is the asker’s turn again', async () => {
    const { processId } = await applied(buildStep([first.id]))
    const params = { id: await taskFor(first, processId) }
    await as(first).addSigners({ params, body: { memberIds: [second.id, third.id], place: 'before' } })
    expect((await detailFor(first, processId)).actions).toEqual([])
    expect(await refusal(as(first).agree({ params, body: {} }))).toMatchObject({ errorCode: 46004 })
    await agree(second, processId)
    expect((await detailFor(first, processId)).taskId).toBeNull()
    await agree(third, processId)
    await agree(first, processId)
    expect(owner.told).toMatchObject([{ result: 'agreed', decidedBy: first.id }])
  })

  it('asks signers after: the step is done when they have agreed too', async () => {
    const { processId } = await applied(buildStep([first.id]))
    const params = { id: await taskFor(first, processId) }
    await as(first).addSigners({ params, body: { memberIds: [second.id], place: 'after' } })
    expect(
      await refusal(as(first).addSigners({ params, body: { memberIds: [second.id], place: 'after' } })),
    ).toMatchObject({ errorCode: 46008 })
    await agree(first, processId)
    expect((await detailFor(author, processId)).state).toBe('running')
    await agree(second, processId)
    expect(owner.told).toMatchObject([{ result: 'agreed', decidedBy: second.id }])
  })

  it('a step takes fifty approvers', async () => {
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

  it('hands one task over for good', async () => {
    const { processId } = await applied(buildStep([first.id]))
    const params = { id: await taskFor(first, processId) }
    await as(first).handOver({ params, body: { memberId: second.id, opinion: '请许老师把关' } })
    expect(await refusal(as(first).agree({ params, body: {} }))).toMatchObject({ errorCode: 46004 })
    const [step] = (await detailFor(second, processId)).steps
    expect(step?.tasks).toMatchObject([{ origin: 'handed-over', originBy: { fullName: '周予安' } }])
    await agree(second, processId)
    expect(owner.told).toMatchObject([{ result: 'agreed', decidedBy: second.id }])
  })

  it('an administrator names another approver where one does not answer, and nobody else does', async () => {
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

describe('every refusal', () => {
  it('comes too late for all that can be done to a task', async () => {
    const { processId } = await applied(buildStep([first.id]))
    const params = { id: await taskFor(first, processId) }
    await agree(first, processId)
    const calls = as(first)
    const late = [
      calls.agree({ params, body: {} }),
      calls.refuse({ params, body: { opinion: '不同意' } }),
      calls.giveBack({ params, body: { opinion: '退回' } }),
      calls.addSigners({ params, body: { memberIds: [second.id], place: 'after' } }),
      calls.handOver({ params, body: { memberId: second.id } }),
    ]
    for (const refused of await Promise.all(late.map(refusal))) expect(refused).toMatchObject({ errorCode: 46004 })
    const nowhere = { id: uuid() }
    const missing = [
      calls.agree({ params: nowhere, body: {} }),
      calls.refuse({ params: nowhere, body: { opinion: '不同意' } }),
      calls.giveBack({ params: nowhere, body: { opinion: '退回' } }),
      calls.addSigners({ params: nowhere, body: { memberIds: [second.id], place: 'after' } }),
      calls.handOver({ params: nowhere, body: { memberId: second.id } }),
      calls.withdraw({ params: nowhere, body: {} }),
      calls.resubmit({ params: nowhere, body: {} }),
      calls.remind({ params: nowhere }),
      calls.process({ params: nowhere }),
      calls.endAbsence({ params: nowhere }),
      as(chief).assign({ params: nowhere, body: { memberId: second.id } }),
      as(chief).deleteTemplate({ params: nowhere }),
      as(chief).templateAt({ query: { businessType: 2, organizationId: nowhere.id } }),
      as(chief).setSwitch({ body: { businessType: 2, organizationId: nowhere.id, state: 'off' } }),
      as(chief).preview({
        body: { organizationId: nowhere.id, applicantId: first.id, steps: [buildStep([first.id])] },
      }),
    ]
    for (const refused of await Promise.all(missing.map(refusal))) expect(refused).toMatchObject({ errorCode: 900005 })
  })

  it('nobody is asked twice in a step, and nobody who is not there', async () => {
    const { processId } = await applied(buildStep([first.id, second.id], { mode: 'all' }))
    const params = { id: await taskFor(second, processId) }
    expect(await refusal(as(second).handOver({ params, body: { memberId: first.id } }))).toMatchObject({
      errorCode: 46008,
    })
    const gone = { memberIds: [uuid()], place: 'after' as const }
    expect(await refusal(as(second).addSigners({ params, body: gone }))).toMatchObject({ errorCode: 46015 })
    await agree(first, processId)
    const assign = (memberId: string) => as(chief).assign({ params: { id: processId }, body: { memberId } })
    expect(await refusal(assign(first.id))).toMatchObject({ errorCode: 46008 })
    expect(await refusal(assign(uuid()))).toMatchObject({ errorCode: 46015 })
    expect((await detailFor(second, processId)).taskId).toBe(params.id)
  })

  it('submitting again needs somebody who decides', async () => {
    const leaver = await buildMember(platform.db, { companyId })
    const place = {
      companyId,
      organizationId: await buildOrganization(platform.db, { companyId, parentId: companyId }),
      now: platform.now,
    }
    await buildTemplate(platform.db, place, [buildStep([leaver.id])])
    const { processId } = await platform.root
      .transaction()
      .execute((db) => buildApplication(db as never, { ...place, applicantId: chief.id }))
    const params = { id: await taskFor(leaver, processId) }
    await as(leaver).giveBack({ params, body: { opinion: '请补充' } })
    const people = platform.client(identity, chief)
    await people.changeMembers({ body: { memberIds: [leaver.id], enabled: false } })
    const again = as(chief).resubmit({ params: { id: processId }, body: {} })
    expect(await refusal(again)).toMatchObject({ errorCode: 46003 })
  })
})

describe('the applicant', () => {
  it('withdraws what is running; what has ended stays', async () => {
    const { processId } = await applied(buildStep([first.id]))
    const late = await taskFor(first, processId)
    await as(author).withdraw({ params: { id: processId }, body: { opinion: '还要修改' } })
    expect(owner.told).toMatchObject([{ result: 'withdrawn', decidedBy: author.id }])
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
    const told = await platform.client(messages, first).listNotifications({ query: {} })
    expect(told.items[0]).toMatchObject({ type: 'approval.reminded' })
    platform.now += 3_600_000
    const later = platform.client(approvals, await buildSession(platform.db, author, platform.now))
    await later.remind({ params })
    platform.now -= 3_600_000
    await agree(first, processId)
    expect(await refusal(as(author).remind({ params }))).toMatchObject({ errorCode: 46005 })
  })

  it('the process is found by the business id and `_2`, with what was submitted', async () => {
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
