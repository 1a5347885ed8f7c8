import { beforeAll, describe, expect, it } from 'vitest'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import type { StepDraft } from '../contract/shapes.ts'
import { isApprovalOn } from './effective-template.ts'
import { buildApplication, buildOwner, buildStep } from './templates.fixture.ts'

const platform = testPlatform({ modules: [buildOwner().module, ...serverModules] })
let companyId: string
let department: string
let team: string
let chief: BuiltMember
let manager: BuiltMember
let author: BuiltMember
let boss: BuiltMember

const as = (member: BuiltMember) => platform.client(approvals, member)
const businessType = 2

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  department = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '研发中心' })
  team = await buildOrganization(platform.db, { companyId, parentId: department, name: '平台组' })
  chief = await buildMember(platform.db, { companyId, fullName: '沈清和', roles: ['super-admin'] })
  manager = await buildMember(platform.db, { companyId, organizationId: department, roles: ['admin'] })
  author = await buildMember(platform.db, { companyId, organizationId: team, fullName: '林知远' })
  boss = await buildMember(platform.db, { companyId, fullName: '周予安', roles: ['approver'] })
})

const save = (member: BuiltMember, organizationId: string, steps: StepDraft[], version?: number) =>
  as(member).saveTemplate({ body: { businessType, organizationId, name: '直播审批', steps, version } })
const turn = (member: BuiltMember, organizationId: string, state: 'on' | 'off' | 'inherit') =>
  as(member).setSwitch({ body: { businessType, organizationId, state } })
const check = async (organizationId: string) =>
  (await as(author).checkApproval({ query: { businessType, organizationId } })).result
const effective = (organizationId: string) => as(chief).templateAt({ query: { businessType, organizationId } })

describe('switches and templates', () => {
  it('check-approval answers the changed switch, also in organizations below', async () => {
    expect(await check(team)).toBe(false)
    expect(await refusal(turn(chief, companyId, 'on'))).toMatchObject({ errorCode: 46012 })
    await save(chief, companyId, [buildStep([boss.id])])
    expect(await check(team)).toBe(false)
    await proves('SYSTEM-195', async () => {
      expect(await turn(chief, companyId, 'on')).toEqual({ isOn: true })
      expect(await check(companyId)).toBe(true)
      expect(await turn(chief, companyId, 'off')).toEqual({ isOn: false })
      expect(await check(companyId)).toBe(false)
      expect(await turn(chief, companyId, 'on')).toEqual({ isOn: true })
      expect(await check(team)).toBe(true)
    })
    await turn(chief, department, 'off')
    await proves('SYSTEM-203', async () => {
      expect([await check(companyId), await check(department), await check(team)]).toEqual([true, false, false])
      await turn(chief, team, 'on')
      expect(await check(team)).toBe(true)
    })
    await turn(chief, team, 'inherit')
    await turn(chief, department, 'inherit')
    await proves('SYSTEM-198', async () => {
      const answerOf = (type: number) =>
        as(author).checkApproval({ query: { businessType: type, organizationId: team } })
      expect(await answerOf(2)).toMatchObject({ result: true })
      expect(await answerOf(1)).toMatchObject({ result: false })
      expect(await isApprovalOn(platform.db, companyId, 1, team)).toBe(false)
    })
  })

  it('[SYSTEM-195] the switch is in the audit log with before and after', async () => {
    await turn(chief, department, 'off')
    const { items } = await platform.client(operations, chief).listAudit({ query: { action: 'approvals.setSwitch' } })
    expect(items[0]).toMatchObject({
      actorId: chief.id,
      subjectType: 'approval-switch',
      subjectId: department,
      before: { ownSwitch: null, isOn: true },
      after: { ownSwitch: false, isOn: false },
    })
    await turn(chief, department, 'inherit')
  })

  it('[SYSTEM-202] the first template upward is effective, with its origin', async () => {
    expect(await effective(team)).toMatchObject({
      inherited: true,
      template: { organizationId: companyId, version: 1 },
      switchFrom: { organizationId: companyId },
    })
    await save(manager, department, [buildStep([chief.id], { name: '中心审批' })])
    expect(await effective(team)).toMatchObject({
      inherited: true,
      template: { organizationName: '研发中心', steps: [{ name: '中心审批', members: [{ fullName: '沈清和' }] }] },
    })
    const places = await as(chief).listPlaces({ query: { businessType } })
    expect(places.items.map(({ organizationName, stepCount }) => [organizationName, stepCount])).toContainEqual([
      '研发中心',
      1,
    ])
  })

  it('an administrator changes only granted organizations', async () => {
    expect(await refusal(save(manager, companyId, [buildStep([boss.id])], 1))).toMatchObject({ status: 403 })
    expect(await refusal(turn(manager, companyId, 'off'))).toMatchObject({ status: 403 })
    expect(await refusal(turn(author, team, 'off'))).toMatchObject({ status: 403 })
    expect(await turn(manager, department, 'on')).toEqual({ isOn: true })
    await turn(manager, department, 'inherit')
    const places = await as(manager).listPlaces({ query: { businessType } })
    expect(places.items.map(({ organizationId, canManage }) => [organizationId, canManage])).toContainEqual([
      companyId,
      false,
    ])
  })

  it('a change saved by another member is not overwritten', async () => {
    const read = await effective(companyId)
    await save(chief, companyId, [buildStep([boss.id])], read.template?.version)
    const late = save(chief, companyId, [buildStep([chief.id])], read.template?.version)
    expect(await refusal(late)).toMatchObject({ errorCode: 46013, data: { version: 2 } })
  })

  it('a running process keeps its steps', async () => {
    const own = await buildOrganization(platform.db, { companyId, parentId: companyId })
    await save(chief, own, [buildStep([boss.id], { name: '旧流程' })])
    const input = { companyId, organizationId: own, applicantId: author.id, now: platform.now }
    const { processId } = await platform.root.transaction().execute((db) => buildApplication(db as never, input))
    await save(chief, own, [buildStep([chief.id], { name: '新流程' }), buildStep([chief.id])], 1)
    const { steps } = await as(author).process({ params: { id: processId } })
    expect(steps.map(({ name }) => name)).toEqual(['旧流程'])
    const { template } = await effective(own)
    await as(chief).deleteTemplate({ params: { id: template?.id as string } })
    expect((await as(author).process({ params: { id: processId } })).steps).toHaveLength(1)
    expect(await effective(own)).toMatchObject({ inherited: true, isOn: true })
  })

  it('the last template cannot be deleted while the switch is on', async () => {
    const { template } = await effective(companyId)
    const params = { id: template?.id as string }
    expect(await refusal(as(manager).deleteTemplate({ params }))).toMatchObject({ status: 403 })
    expect(await refusal(as(chief).deleteTemplate({ params }))).toMatchObject({ errorCode: 46012 })
    expect((await effective(companyId)).isOn).toBe(true)
  })

  it('refuses incomplete steps', async () => {
    const half: [Partial<StepDraft>, string][] = [
      [{ who: 'role' }, 'steps.0.role'],
      [{ who: 'superior' }, 'steps.0.level'],
      [{ memberIds: [] }, 'steps.0.memberIds'],
      [{ remindAfterHours: 24, timeoutHours: 24 }, 'steps.0.timeoutHours'],
    ]
    for (const [input, path] of half) {
      const refused = await refusal(save(chief, team, [buildStep([boss.id], input)]))
      expect(refused).toMatchObject({ errorCode: 900001, data: { fields: [{ path }] } })
    }
    const elsewhere = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    expect(await refusal(save(chief, team, [buildStep([elsewhere.id])]))).toMatchObject({ errorCode: 900005 })
    const unknown = { body: { businessType: 999, organizationId: team, name: '甲', steps: [buildStep([boss.id])] } }
    expect(await refusal(as(chief).saveTemplate(unknown))).toMatchObject({ errorCode: 900005 })
  })
})

describe('approvers', () => {
  const preview = async (steps: StepDraft[], applicantId = author.id) => {
    const { items } = await as(chief).preview({ body: { organizationId: team, applicantId, steps } })
    return items.map(({ approvers, outcome }) => [outcome, ...approvers.map(({ id }) => id)])
  }

  it('are the role holders of the first organization upward, superiors by level, or named active members', async () => {
    const near = await buildMember(platform.db, { companyId, organizationId: department, roles: ['approver'] })
    const lead = await buildMember(platform.db, { companyId })
    const people = platform.client(identity, chief)
    await people.changeMember({ params: { id: author.id }, body: { superiorId: lead.id } })
    await people.changeMember({ params: { id: lead.id }, body: { superiorId: boss.id } })
    const role = buildStep([], { who: 'role', role: 'approver' })
    const superior = (level: number) => buildStep([], { who: 'superior', level })
    expect(await preview([role, superior(1), superior(2), superior(3), buildStep([boss.id])])).toEqual([
      ['decides', near.id],
      ['decides', lead.id],
      ['decides', boss.id],
      ['skipped'],
      ['decides', boss.id],
    ])
    // The first holder upward is the applicant, so the next one above decides.
    expect(await preview([role], near.id)).toEqual([['decides', boss.id]])
  })

  it('without an approver, the step is skipped or the administrators decide', async () => {
    const nobody = buildStep([], { who: 'role', role: 'expert' })
    const [skipped, administrators] = await preview([nobody, { ...nobody, whenNobody: 'administrator' }])
    expect(skipped).toEqual(['skipped'])
    expect(administrators).toEqual(['administrator', manager.id, chief.id])
  })

  it('steps without any approver end at the administrators; without administrators, the application is refused', async () => {
    const own = await buildOrganization(platform.db, { companyId, parentId: companyId })
    await save(chief, own, [buildStep([], { who: 'role', role: 'expert' })])
    const input = { companyId, organizationId: own, applicantId: author.id, now: platform.now }
    const { processId } = await platform.root.transaction().execute((db) => buildApplication(db as never, input))
    const { steps, events } = await as(author).process({ params: { id: processId } })
    expect(steps.map(({ state, who }) => [state, who])).toEqual([
      ['skipped-nobody', 'role'],
      ['current', 'administrator'],
    ])
    expect(events.map(({ kind }) => kind)).toEqual(['applied', 'skipped-nobody', 'reached'])
    const alone = platform.root
      .transaction()
      .execute((db) => buildApplication(db as never, { ...input, applicantId: chief.id }))
    await expect(alone).rejects.toMatchObject({ error: { code: 46003 } })
  })
})
