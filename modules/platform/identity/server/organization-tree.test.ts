/** Moving, merging and deleting organizations: the caller has no more rights afterwards than before. */
import { beforeEach, describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import type { Role } from '../contract/shapes.ts'
import { type BuiltMember, buildCompany, buildMember, buildOrganization } from './members.fixture.ts'

const platform = testPlatform()
let companyId: string
let chief: BuiltMember
/** 研发中心 with 平台部 below it, and 销售中心 with 华东区 below it. */
let research: string
let team: string
let sales: string
let east: string
/** Administers 研发中心 and 销售中心, nothing else. */
let mei: BuiltMember

beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  const build = (parentId: string, name: string) => buildOrganization(platform.db, { companyId, parentId, name })
  research = await build(companyId, '研发中心')
  team = await build(research, '平台部')
  sales = await build(companyId, '销售中心')
  east = await build(sales, '华东区')
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  mei = await buildMember(platform.db, { companyId })
  await grant('admin', research)
  await grant('admin', sales)
})

const calls = (of: BuiltMember) => platform.client(identity, of)
const at = (id: string) => ({ params: { id } })
const grant = (role: Role, organizationId: string, to: BuiltMember = mei) =>
  calls(chief).grantRole({ body: { memberId: to.id, role, organizationId } })
const merge = (id: string, intoId: string, by = mei) => calls(by).mergeOrganization({ ...at(id), body: { intoId } })
const move = (id: string, parentId: string, by = mei) => calls(by).moveOrganization({ ...at(id), body: { parentId } })
const remove = (id: string, by = mei) => calls(by).deleteOrganization(at(id))
const ownRights = { status: 422, errorCode: 900012 }
const forbidden = { status: 403, errorCode: 10138 }
const rightsOf = async (of: BuiltMember) =>
  (await calls(of).currentMember()).dataPermission
    .map(({ code, organizationIds }) => [code, organizationIds.toSorted()])
    .toSorted()
const grantsOf = async (of: BuiltMember) =>
  (await calls(chief).listGrants({ query: { memberId: of.id } })).items
    .map(({ role, organizationName }) => `${role} ${organizationName}`)
    .toSorted()

/** Refused, and nothing has changed for the caller. */
async function expectRefused(call: () => Promise<unknown>): Promise<void> {
  const before = [await rightsOf(mei), await grantsOf(mei)]
  expect(await refusal(call())).toMatchObject(ownRights)
  expect([await rightsOf(mei), await grantsOf(mei)]).toEqual(before)
}

describe('merging', () => {
  it('never carries a role of the caller to an organization where the caller does not have it', async () => {
    await grant('super-admin', research)
    await expectRefused(() => merge(research, sales))
    await expectRefused(() => merge(research, east))
  })

  it('never brings the merged organization under a role that the caller has on the other alone', async () => {
    await grant('super-admin', sales)
    await expectRefused(() => merge(research, sales))
    await expectRefused(() => merge(team, east))
  })

  it('counts a role without permissions too: approvers are found by it', async () => {
    await grant('approver', team)
    await expectRefused(() => merge(team, sales))
  })

  it('counts a disabled role, and prefers an enabled role to a disabled one', async () => {
    const onMerged = await grant('lecturer', team)
    const onTarget = await grant('lecturer', sales)
    const enable = (id: string, enabled: boolean) => calls(chief).enableGrant({ ...at(id), body: { enabled } })
    await enable(onTarget.id, false)
    await expectRefused(() => merge(team, sales))
    await enable(onMerged.id, false)
    await calls(chief).revokeRole(at(onTarget.id))
    await expectRefused(() => merge(team, sales))
  })

  it('is open to whoever has the same roles on both, and to another administrator', async () => {
    await grant('lecturer', sales)
    await expectRefused(() => merge(team, sales))
    await grant('lecturer', team)
    await merge(team, sales)
    await grant('super-admin', research)
    await expectRefused(() => merge(research, sales))
    await merge(research, sales, chief)
    expect(await grantsOf(mei)).toEqual(['admin 销售中心', 'lecturer 销售中心', 'super-admin 销售中心'])
  })

  it('carries the roles of others only where the caller could give them', async () => {
    const strong = await buildMember(platform.db, { companyId, organizationId: team, roles: ['super-admin'] })
    expect(await refusal(merge(team, sales))).toMatchObject(forbidden)
    expect(await grantsOf(strong)).toEqual(['super-admin 平台部'])
    const teacher = await buildMember(platform.db, { companyId, organizationId: east, roles: ['class-teacher'] })
    await merge(east, research)
    expect(await grantsOf(teacher)).toEqual(['class-teacher 研发中心'])
    await merge(team, sales, chief)
    expect(await grantsOf(strong)).toEqual(['super-admin 销售中心'])
  })
})

it('merging two grants of a role leaves it enabled where one of them was', async () => {
  const other = await buildMember(platform.db, { companyId })
  const [onMerged, onTarget] = [await grant('lecturer', team, other), await grant('lecturer', sales, other)]
  const enable = (id: string, enabled: boolean) => calls(chief).enableGrant({ ...at(id), body: { enabled } })
  const enabledOf = async () =>
    (await calls(chief).listGrants({ query: { memberId: other.id } })).items.map(({ enabled }) => enabled)
  await enable(onTarget.id, false)
  await merge(team, sales, chief)
  expect(await enabledOf()).toEqual([true])
  const onEast = await grant('lecturer', east, other)
  await enable(onEast.id, false)
  await merge(east, sales, chief)
  expect(await enabledOf()).toEqual([true])
  expect(onMerged.id).not.toBe(onTarget.id)
})

describe('moving', () => {
  it('never brings an organization under a role of the caller that did not cover it', async () => {
    await grant('super-admin', sales)
    await expectRefused(() => move(team, sales))
    await expectRefused(() => move(team, east))
    await move(team, sales, chief)
  })

  it('takes away: what leaves the reach of a role may go, with the roles in it', async () => {
    await grant('super-admin', research)
    await grant('lecturer', team)
    await move(team, sales)
    const codes = await rightsOf(mei)
    expect(codes.find(([code]) => code === 'settings.manage')).toEqual(['settings.manage', [research]])
    expect(await grantsOf(mei)).toContain('lecturer 平台部')
  })

  it('is open where a role from above covers both', async () => {
    await grant('expert', companyId)
    await move(team, east)
    expect((await calls(mei).findOrganizationPath(at(team))).names).toEqual([
      '云帆科技',
      '销售中心',
      '华东区',
      '平台部',
    ])
  })
})

describe('deleting', () => {
  it('carries no role to the parent, whoever holds it and whoever deletes', async () => {
    const other = await buildMember(platform.db, { companyId })
    const { id } = await grant('class-staff', team, other)
    const hasRoles = { status: 422, errorCode: 20223, data: { count: 1 } }
    expect(await refusal(remove(team))).toMatchObject(hasRoles)
    expect(await refusal(remove(team, chief))).toMatchObject(hasRoles)
    await calls(chief).enableGrant({ ...at(id), body: { enabled: false } })
    expect(await refusal(remove(team, chief))).toMatchObject(hasRoles)
    const own = await grant('super-admin', east)
    await expectRefused(() => remove(east))
    expect(await refusal(remove(east, chief))).toMatchObject(hasRoles)
    await calls(chief).revokeRole(at(id))
    await calls(chief).revokeRole(at(own.id))
    await remove(team)
    await remove(east)
    expect([await grantsOf(other), await grantsOf(mei)]).toEqual([[], ['admin 研发中心', 'admin 销售中心']])
  })

  it('is open where the holder has the role above it as well', async () => {
    await grant('admin', team)
    await remove(team)
    expect(await grantsOf(mei)).toEqual(['admin 研发中心', 'admin 销售中心'])
  })
})
