import { beforeEach, describe, expect, it } from 'vitest'
import { defaultTimeZone } from '#kit/time-zone.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { identityTables } from './db.ts'
import { organizationsAbove } from './member-lookup.ts'
import { type BuiltMember, buildCompany, buildMember, buildOrganization } from './members.fixture.ts'

const platform = testPlatform()
let companyId: string
let chief: BuiltMember
let learner: BuiltMember
let stranger: BuiltMember
/** 研发中心 with 平台部 below it, and 销售中心. */
let research: string
let team: string
let sales: string

beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  const build = (parentId: string, name: string) => buildOrganization(platform.db, { companyId, parentId, name })
  research = await build(companyId, '研发中心')
  team = await build(research, '平台部')
  sales = await build(companyId, '销售中心')
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  learner = await buildMember(platform.db, { companyId, organizationId: team })
  const otherCompany = await buildCompany(platform.db, '远洋集团')
  stranger = await buildMember(platform.db, { companyId: otherCompany, roles: ['super-admin'] })
})

const calls = (of: BuiltMember = chief) => platform.client(identity, of)
const at = (id: string) => ({ params: { id } })
const branchAdmin = (organizationId: string) =>
  buildMember(platform.db, { companyId, organizationId, roles: ['admin'] })
const pathNames = async (id: string) => (await calls().findOrganizationPath(at(id))).names
const idsBelow = async (id: string) => {
  const rows = await identityTables(platform.db)
    .selectFrom('identity.organization_ancestor')
    .select('organization_id as id')
    .where('ancestor_id', '=', id)
    .execute()
  return rows.map((row) => row.id)
}
/** The organization itself and all above it. */
const depthOf = async (id: string) => (await organizationsAbove(platform.db, companyId, id)).length

describe('reading the tree', () => {
  it('answers children with the members and organizations in each, and the company itself', async () => {
    const top = await calls(learner).organizationChildren()
    expect(top.items).toMatchObject([
      { id: companyId, parentId: null, childCount: 2, memberCount: 1, canManage: false },
    ])
    const children = await calls().organizationChildren({ query: { parentId: companyId } })
    expect(children.items).toMatchObject([
      {
        id: research,
        name: '研发中心',
        parentId: companyId,
        childCount: 1,
        memberCount: 0,
        enabled: true,
        canManage: true,
      },
      { id: sales, childCount: 0 },
    ])
  })

  it('answers the whole tree, parents before children', async () => {
    const tree = await calls(learner).organizationTree()
    const ids = tree.items.map((entry) => entry.id)
    expect(ids).toHaveLength(4)
    for (const entry of tree.items.slice(1))
      expect(ids.indexOf(entry.parentId ?? '')).toBeLessThan(ids.indexOf(entry.id))
  })

  it('[IDENTITY-065] answers the path of names', async () => {
    expect(await calls(learner).findOrganizationPath(at(team))).toEqual({
      id: team,
      name: '平台部',
      path: '云帆科技/研发中心/平台部',
      names: ['云帆科技', '研发中心', '平台部'],
    })
    // The specification gives this path, so the test does not take it from the contract.
    const url = `/api/v1/system/organization/find-path/${team}`
    const answer = await platform.app.inject({ url, headers: { authorization: `Bearer ${learner.token}` } })
    expect(answer.json()).toMatchObject({ name: '平台部', path: '云帆科技/研发中心/平台部' })
  })

  it('finds by part of a name or code, with literal wildcards', async () => {
    await calls().changeOrganization({ ...at(sales), body: { code: 'SALES-1' } })
    const find = async (keyword: string) =>
      (await calls().searchOrganizations({ query: { keyword } })).items.map((entry) => entry.path)
    expect(await find('平台')).toEqual(['云帆科技/研发中心/平台部'])
    expect(await find('sales')).toEqual(['云帆科技/销售中心'])
    expect(await find('%')).toEqual([])
    expect((await calls().searchOrganizations()).recordCount).toBe(4)
  })

  it('hides organizations of another company', async () => {
    expect(await refusal(calls(stranger).findOrganizationPath(at(team)))).toMatchObject({ errorCode: 900005 })
    const children = calls(stranger).organizationChildren({ query: { parentId: research } })
    expect(await refusal(children)).toMatchObject({ status: 422, errorCode: 900005 })
    expect((await calls(stranger).organizationTree()).items.map((entry) => entry.name)).toEqual(['远洋集团'])
  })

  it('[IDENTITY-074] answers the own company, and no other', async () => {
    expect(await calls(learner).companyById({ query: { id: companyId } })).toEqual({
      id: companyId,
      name: '云帆科技',
      timeZone: defaultTimeZone,
      memberCount: 2,
    })
    const other = calls(learner).companyById({ query: { id: stranger.companyId } })
    expect(await refusal(other)).toMatchObject({ errorCode: 900005 })
  })
})

describe('changing organizations', () => {
  it('[IDENTITY-039] creates below another, at the end; a name has at most 30 characters', async () => {
    const create = (name: string, code?: string) =>
      calls().createOrganization({ body: { parentId: companyId, name, code } })
    const made = await create('组'.repeat(30), 'HR-1')
    expect(made).toMatchObject({ parentId: companyId, code: 'HR-1', enabled: true, memberCount: 0, canManage: true })
    const children = await calls().organizationChildren({ query: { parentId: companyId } })
    expect(children.items.at(-1)?.id).toBe(made.id)
    expect(await depthOf(made.id)).toBe(2)
    expect(await refusal(create('组'.repeat(31)))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(create('   '))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(create('人事部', 'HR-1'))).toMatchObject({ status: 422, errorCode: 20192 })
  })

  it('renames and sorts; a code of another organization is refused', async () => {
    await calls().changeOrganization({ ...at(sales), body: { name: '市场中心', code: 'M1', sort: 0 } })
    const first = (await calls().organizationChildren({ query: { parentId: companyId } })).items
    expect(first.map((entry) => entry.name)).toContain('市场中心')
    const taken = calls().changeOrganization({ ...at(team), body: { code: 'M1' } })
    expect(await refusal(taken)).toMatchObject({ errorCode: 20192 })
    expect(await calls().changeOrganization({ ...at(sales), body: {} })).toMatchObject({ name: '市场中心', code: 'M1' })
  })

  it('moves with all below it', async () => {
    const below = await buildOrganization(platform.db, { companyId, parentId: team, name: '前端组' })
    await calls().moveOrganization({ ...at(team), body: { parentId: sales } })
    expect(await pathNames(below)).toEqual(['云帆科技', '销售中心', '平台部', '前端组'])
    expect(await idsBelow(research)).toEqual([research])
    expect((await idsBelow(sales)).toSorted()).toEqual([sales, team, below].toSorted())
    await calls().moveOrganization({ ...at(team), body: { parentId: companyId } })
    expect(await pathNames(below)).toEqual(['云帆科技', '平台部', '前端组'])
    await calls().moveOrganization({ ...at(team), body: { parentId: companyId } })
    expect(await depthOf(below)).toBe(3)
  })

  it('never moves into itself, below itself, or moves the company', async () => {
    const move = (id: string, parentId: string) => refusal(calls().moveOrganization({ ...at(id), body: { parentId } }))
    expect(await move(research, team)).toMatchObject({ status: 422, errorCode: 20190 })
    expect(await move(research, research)).toMatchObject({ errorCode: 20190 })
    expect(await move(companyId, team)).toMatchObject({ status: 422, errorCode: 20194 })
  })

  it('merges members, organizations and grants into another; the merged one disappears', async () => {
    const below = await buildOrganization(platform.db, { companyId, parentId: team, name: '前端组' })
    const admin = await branchAdmin(team)
    const into = await calls().mergeOrganization({ ...at(team), body: { intoId: sales } })
    expect(into).toMatchObject({ id: sales, memberCount: 2, childCount: 1 })
    expect(await pathNames(below)).toEqual(['云帆科技', '销售中心', '前端组'])
    const tree = await calls().organizationTree()
    expect(tree.items.map((entry) => entry.name).toSorted()).toEqual(
      ['云帆科技', '前端组', '研发中心', '销售中心'].toSorted(),
    )
    expect((await calls(learner).currentMember()).organization).toEqual({ id: sales, name: '销售中心' })
    const granted = (await calls(admin).currentMember()).dataPermission.find((entry) => entry.code === 'member.manage')
    expect(granted?.organizationIds.toSorted()).toEqual([below, sales].toSorted())
    expect(await refusal(calls().changeOrganization({ ...at(team), body: { name: 'x' } }))).toMatchObject({
      errorCode: 900005,
    })
    const again = calls().mergeOrganization({ ...at(sales), body: { intoId: team } })
    expect(await refusal(again)).toMatchObject({ errorCode: 900005 })
  })

  it('merges into its own parent, and merges one that has absorbed another', async () => {
    await calls().mergeOrganization({ ...at(team), body: { intoId: research } })
    await calls().mergeOrganization({ ...at(research), body: { intoId: companyId } })
    expect((await calls(learner).currentMember()).organization.id).toBe(companyId)
    expect((await calls().organizationTree()).recordCount).toBe(2)
    const merge = (id: string, intoId: string) => refusal(calls().mergeOrganization({ ...at(id), body: { intoId } }))
    expect(await merge(companyId, sales)).toMatchObject({ errorCode: 20194 })
    const child = await buildOrganization(platform.db, { companyId, parentId: sales })
    expect(await merge(sales, child)).toMatchObject({ errorCode: 20190 })
  })

  it('disables the subtree: it accepts no members or organizations until it is enabled', async () => {
    await calls().enableOrganization({ ...at(research), body: { enabled: false } })
    expect((await calls().organizationChildren({ query: { parentId: research } })).items).toMatchObject([
      { id: team, enabled: false },
    ])
    const disabled = { status: 422, errorCode: 20193 }
    const create = calls().createOrganization({ body: { parentId: team, name: '新组' } })
    expect(await refusal(create)).toMatchObject(disabled)
    expect(await refusal(calls().moveOrganization({ ...at(sales), body: { parentId: team } }))).toMatchObject(disabled)
    expect(await refusal(calls().mergeOrganization({ ...at(sales), body: { intoId: team } }))).toMatchObject(disabled)
    expect(await refusal(calls().enableOrganization({ ...at(team), body: { enabled: true } }))).toMatchObject(disabled)
    const root = calls().enableOrganization({ ...at(companyId), body: { enabled: false } })
    expect(await refusal(root)).toMatchObject({ errorCode: 20194 })
    await calls().enableOrganization({ ...at(research), body: { enabled: true } })
    expect(await calls().createOrganization({ body: { parentId: team, name: '新组' } })).toMatchObject({
      parentId: team,
    })
  })

  it('deletes only empty organizations', async () => {
    expect(await refusal(calls().deleteOrganization(at(research)))).toMatchObject({ status: 422, errorCode: 20191 })
    expect(await refusal(calls().deleteOrganization(at(team)))).toMatchObject({ errorCode: 20191 })
    expect(await refusal(calls().deleteOrganization(at(companyId)))).toMatchObject({ errorCode: 20194 })
    await calls().deleteOrganization(at(sales))
    expect((await calls().organizationTree()).recordCount).toBe(3)
    expect(await refusal(calls().deleteOrganization(at(sales)))).toMatchObject({ errorCode: 900005 })
  })
})

describe('who may', () => {
  it('a branch administrator changes the own branch and nothing else', async () => {
    const admin = calls(await branchAdmin(research))
    expect((await admin.organizationTree()).items.filter((entry) => entry.canManage).map((entry) => entry.id)).toEqual([
      research,
      team,
    ])
    await admin.createOrganization({ body: { parentId: team, name: '前端组' } })
    const refused = { status: 403, errorCode: 10138 }
    expect(await refusal(admin.createOrganization({ body: { parentId: sales, name: '组' } }))).toMatchObject(refused)
    expect(await refusal(admin.changeOrganization({ ...at(sales), body: { name: '组' } }))).toMatchObject(refused)
    expect(await refusal(admin.moveOrganization({ ...at(team), body: { parentId: sales } }))).toMatchObject(refused)
    expect(await refusal(admin.moveOrganization({ ...at(sales), body: { parentId: team } }))).toMatchObject(refused)
    expect(await refusal(admin.mergeOrganization({ ...at(sales), body: { intoId: team } }))).toMatchObject(refused)
    expect(await refusal(admin.enableOrganization({ ...at(sales), body: { enabled: false } }))).toMatchObject(refused)
    expect(await refusal(admin.deleteOrganization(at(sales)))).toMatchObject(refused)
  })

  it("a learner changes nothing, and an administrator nothing of another company's", async () => {
    const create = (of: BuiltMember) => calls(of).createOrganization({ body: { parentId: research, name: '组' } })
    expect(await refusal(create(learner))).toMatchObject({ status: 403, errorCode: 10138 })
    const missing = { status: 422, errorCode: 900005 }
    const other = calls(stranger)
    expect(await refusal(create(stranger))).toMatchObject(missing)
    expect(await refusal(other.changeOrganization({ ...at(team), body: { name: '组' } }))).toMatchObject(missing)
    expect(await refusal(other.moveOrganization({ ...at(team), body: { parentId: sales } }))).toMatchObject(missing)
    expect(await refusal(other.mergeOrganization({ ...at(team), body: { intoId: sales } }))).toMatchObject(missing)
    expect(await refusal(other.enableOrganization({ ...at(team), body: { enabled: false } }))).toMatchObject(missing)
    expect(await refusal(other.deleteOrganization(at(team)))).toMatchObject(missing)
    const across = other.createOrganization({ body: { parentId: stranger.companyId, name: '组' } })
    const { id } = await across
    expect(await refusal(other.moveOrganization({ ...at(id), body: { parentId: team } }))).toMatchObject(missing)
  })
})

describe('positions', () => {
  it('are created, listed, found, renamed, and deleted if no member has them', async () => {
    const engineer = await calls().createPosition({ body: { name: '工程师' } })
    expect(engineer).toMatchObject({ name: '工程师', memberCount: 0 })
    await calls().createPosition({ body: { name: '销售代表' } })
    expect((await calls(learner).listPositions({ query: { keyword: '工程' } })).items.map((entry) => entry.id)).toEqual(
      [engineer.id],
    )
    expect(await refusal(calls().createPosition({ body: { name: '工程师' } }))).toMatchObject({ errorCode: 20197 })
    const rename = (name: string) => calls().renamePosition({ ...at(engineer.id), body: { name } })
    expect(await refusal(rename('销售代表'))).toMatchObject({ status: 422, errorCode: 20197 })
    expect((await rename('高级工程师')).name).toBe('高级工程师')
    await calls().changeMembers({ body: { memberIds: [learner.id], positionId: engineer.id } })
    expect(await refusal(calls().deletePosition(at(engineer.id)))).toMatchObject({ status: 422, errorCode: 20198 })
    await calls().changeMembers({ body: { memberIds: [learner.id], positionId: null } })
    await calls().deletePosition(at(engineer.id))
    expect(await refusal(calls().deletePosition(at(engineer.id)))).toMatchObject({ errorCode: 900005 })
  })

  it('need a grant for the whole company, and belong to one company', async () => {
    const { id } = await calls().createPosition({ body: { name: '工程师' } })
    const admin = calls(await branchAdmin(research))
    expect(await admin.createPosition({ body: { name: '测试员' } })).toMatchObject({ name: '测试员' })
    const rename = { ...at(id), body: { name: '某某' } }
    expect(await refusal(admin.renamePosition(rename))).toMatchObject({ status: 403, errorCode: 10138 })
    expect(await refusal(admin.deletePosition(at(id)))).toMatchObject({ status: 403, errorCode: 10138 })
    expect(await refusal(calls(stranger).renamePosition(rename))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(calls(stranger).deletePosition(at(id)))).toMatchObject({ errorCode: 900005 })
    expect((await calls(stranger).listPositions()).recordCount).toBe(0)
  })
})
