/** A class whose publication somebody has to agree to, and what an earlier look or an unknown id is answered with. */
import { beforeAll, describe, expect, it } from 'vitest'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { taskOf } from '#modules/platform/approvals/server/tasks.fixture.ts'
import { buildStep, buildTemplate } from '#modules/platform/approvals/server/templates.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { CLASS_CANCELLED, CLASS_CHANGED, CLASS_MISSING, CLASS_STATUS } from '../contract/codes.ts'
import { approvalBusinessType } from '../contract.ts'
import { buildActivity } from './classes.fixture.ts'
import { classesOn, type TestClass } from './classes-on.fixture.ts'

const platform = testPlatform({ poolSize: 5 })
const roles = testRoles(platform, { owner: ['class-teacher'], administrator: ['super-admin'] })
const { as, build, change, edited, publish } = classesOn(platform, () => roles.owner)

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode
const changeActivities = async (one: TestClass, revision?: number) => {
  const body = { phases: [{ title: '课前' }], activities: [], revision: revision ?? (await edited(one)).revision }
  return as(roles.owner).changeActivities({ ...one, body })
}

describe('where somebody has to agree to a publication', () => {
  let approver: BuiltMember
  beforeAll(async () => {
    const { companyId } = roles
    approver = await buildMember(platform.db, { companyId, organizationId: companyId })
    const place = { companyId, businessType: approvalBusinessType, now: platform.now }
    await buildTemplate(platform.db, place, [buildStep([approver.id])])
  })

  it('a class that waits is not changed, until it is withdrawn', async () => {
    const one = await build({ status: 'draft' })
    expect(await publish(one)).toMatchObject({ applied: true, versionNumber: 0 })
    expect(await edited(one)).toMatchObject({ approval: { state: 'waiting' }, possible: ['withdraw'] })
    for (const call of [() => change(one, { name: '新名称' }), () => changeActivities(one), () => publish(one)])
      expect(await codeOf(call())).toBe(CLASS_STATUS.code)
    await as(roles.owner).withdrawClass(one)
    expect(await edited(one)).toMatchObject({ state: 1, approval: null })
    expect(await codeOf(as(roles.owner).withdrawClass(one))).toBe(CLASS_STATUS.code)
    await change(one, { name: '新名称' })
    expect(await edited(one)).toMatchObject({ name: '新名称' })
  })

  it('is published by the agreement, and found by its members', async () => {
    const one = await build({ status: 'draft' })
    await publish(one)
    const task = await taskOf(platform, approver, { businessType: approvalBusinessType, businessId: one.params.id })
    await platform.client(approvals, approver).agree({ ...task, body: {} })
    expect(await as(roles.member).class(one)).toMatchObject({ state: 3 })
  })

  it('what was given back is its applicant’s to apply for again, nobody else’s', async () => {
    const one = await build({ status: 'draft' })
    await publish(one)
    const task = await taskOf(platform, approver, { businessType: approvalBusinessType, businessId: one.params.id })
    await platform.client(approvals, approver).giveBack({ ...task, body: { opinion: '请补充' } })
    expect(await codeOf(publish(one, roles.administrator))).toBe(46_002)
    expect(await publish(one)).toMatchObject({ applied: true })
  })

  it('nobody decides about the own class', async () => {
    const companyId = await buildCompany(platform.db, '一人公司')
    const only = await buildMember(platform.db, {
      ...{ companyId, organizationId: companyId, roles: ['super-admin', 'class-teacher'] },
    })
    const place = { companyId, businessType: approvalBusinessType, now: platform.now }
    await buildTemplate(platform.db, place, [buildStep([only.id])])
    const one = await build({ author: only, status: 'draft' })
    expect(await codeOf(as(only).publishClass({ ...one, body: { revision: 0 } }))).toBe(46_003)
  })
})

it('what somebody else has changed since is neither changed nor published', async () => {
  const one = await build({ status: 'draft' })
  const { revision } = await edited(one)
  await change(one, { name: '先到的修改' })
  for (const call of [
    () => change(one, { name: '后到的修改', revision }),
    () => changeActivities(one, revision),
    () => as(roles.owner).publishClass({ ...one, body: { revision } }),
  ])
    expect(await codeOf(call())).toBe(CLASS_CHANGED.code)
  expect(await edited(one)).toMatchObject({ name: '先到的修改', state: 1 })
})

it('names staff and substitutes of the company alone', async () => {
  const foreign = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
  const one = await build({ participants: [roles.member.id] })
  expect(await codeOf(change(one, { managerIds: [foreign.id] }))).toBe(900_005)
  const body = { memberId: roles.member.id, substituteId: foreign.id, reason: '出差' }
  expect(await codeOf(as(roles.owner).substitute({ ...one, body }))).toBe(900_005)
})

it('takes members while it is published: no draft, and nothing is opened in a revoked one', async () => {
  const draft = await build({ status: 'draft' })
  const body = { memberIds: [roles.member.id] }
  expect(await codeOf(as(roles.owner).nominate({ ...draft, body }))).toBe(CLASS_MISSING.code)
  const revoked = await build({ status: 'off-shelf', participants: [roles.member.id] })
  const of = { classId: revoked.params.id, companyId: roles.companyId, title: '班规' }
  const activityId = await buildActivity(platform.db, of)
  const member = as(roles.member)
  for (const call of [
    () => member.openActivity({ params: { ...revoked.params, activityId } }),
    () => member.classmates({ ...revoked, query: {} }),
  ])
    expect(await codeOf(call())).toBe(CLASS_CANCELLED.code)
})
