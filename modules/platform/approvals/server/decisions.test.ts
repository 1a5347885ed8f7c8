import { v7 as uuid } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import type { StepDraft } from '../contract/shapes.ts'
import { applyWith, buildCast, decisionCalls } from './decisions.fixture.ts'
import { buildApplication, buildOwner, buildStep, buildTemplate } from './templates.fixture.ts'

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

const { as, detailFor, taskFor, agree, todosOf } = decisionCalls(platform)
const applied = (...steps: StepDraft[]) => applyWith(platform, { companyId, author }, steps)

beforeAll(async () => {
  ;({ companyId, organizationId, chief, author, first, second, third, stranger } = await buildCast(platform))
})

beforeEach(() => {
  owner.outcomes.length = 0
  owner.fault = undefined
})

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
    expect(owner.outcomes).toEqual([
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
    const done = await platform.client(messages, first).findMyFinished()
    expect(done.items).toContainEqual(expect.objectContaining({ businessId: processId, doneAt: platform.now }))
    const received = await platform.client(messages, author).listNotifications({ query: {} })
    expect(received.items[0]).toMatchObject({ type: 'approval.agreed' })
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
    expect(owner.outcomes.map(({ result }) => result)).toEqual(['agreed', 'refused', 'withdrawn'])
  })

  it('[SYSTEM-196] an opinion takes 100 characters, 101 are refused', async () => {
    const { processId } = await applied(buildStep([first.id]))
    const id = await taskFor(first, processId)
    const tooLong = as(first).agree({ params: { id }, body: { opinion: '好'.repeat(101) } })
    expect(await refusal(tooLong)).toMatchObject({ status: 422, errorCode: 900001 })
    await as(first).agree({ params: { id }, body: { opinion: '好'.repeat(100) } })
    expect((await detailFor(author, processId)).opinion).toHaveLength(100)
  })

  it('refusals and returns need a reason', async () => {
    const { processId } = await applied(buildStep([first.id]))
    const params = { id: await taskFor(first, processId) }
    expect(await refusal(as(first).refuse({ params, body: { opinion: '' } }))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(as(first).giveBack({ params, body: { opinion: ' ' } }))).toMatchObject({ errorCode: 900001 })
    expect((await detailFor(first, processId)).state).toBe('running')
  })

  it('[SYSTEM-201] a rejected application can be revised by its author; a new application ends this offer', async () => {
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
    const received = await platform.client(messages, author).listNotifications({ query: {} })
    expect(received.items[0]).toMatchObject({ type: 'approval.refused', link: expect.stringContaining(processId) })
    const again = { companyId, organizationId: place, applicantId: author.id, businessId, now: platform.now + 1 }
    await platform.root.transaction().execute((db) => buildApplication(db as never, again))
    expect(await todosOf(author)).not.toContainEqual(offer)
  })

  it('a refusal by the owning module rolls the decision back', async () => {
    const { processId } = await applied(buildStep([first.id]))
    owner.fault = refuse(NOT_FOUND)
    const id = await taskFor(first, processId)
    expect(await refusal(as(first).agree({ params: { id }, body: {} }))).toMatchObject({ errorCode: 900005 })
    expect(owner.outcomes).toHaveLength(1)
    expect(await detailFor(author, processId)).toMatchObject({ state: 'running', result: 4 })
    owner.fault = undefined
    await agree(first, processId)
    expect((await detailFor(author, processId)).state).toBe('agreed')
  })

  it('a step of any needs one agreement and refuses later ones; a step of all needs every agreement', async () => {
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
    expect(owner.outcomes).toHaveLength(2)
  })
})

describe('members without a decision', () => {
  it('[SYSTEM-194] refuses every action of other members and changes nothing', async () => {
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
    expect(owner.outcomes).toEqual([])
  })

  it('the applicant never decides, neither as approver nor as signer or substitute', async () => {
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

describe('every refusal', () => {
  it('refuses every action on a decided task', async () => {
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

  it('refuses a signer who is already in the step or unavailable', async () => {
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

  it('resubmission needs an approver', async () => {
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
