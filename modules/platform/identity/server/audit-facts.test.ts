import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { testPlatform } from '#test/harness.ts'
import { type BuiltMember, buildCompany, buildMember, buildOrganization } from './members.fixture.ts'

const platform = testPlatform()
let companyId: string
let research: string
let chief: BuiltMember
let lin: BuiltMember

beforeEach(async () => {
  companyId = await buildCompany(platform.db, '云帆科技')
  research = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '研发中心' })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  lin = await buildMember(platform.db, { companyId, fullName: '林知远' })
})

const calls = () => platform.client(identity, chief)
const at = (id: string) => ({ params: { id } })

interface Entry {
  readonly [field: string]: unknown
}

/** The company's entries, the newest last. */
async function entries(): Promise<Entry[]> {
  const { rows } = await sql<{ action: string; actor: string; type: string; id: string; details: string }>`
    select action, actor_id as actor, subject_type as type, subject_id as id, details from operations.audit_entry e
    where company_id = ${companyId} order by e.id`.execute(platform.root)
  return rows.map(({ details, ...entry }) => ({ ...entry, ...(JSON.parse(details) as Entry) }))
}

const last = async () => (await entries()).at(-1)

describe('the audit log of identity', () => {
  it('records who changed a member, with old and new values of the changed fields', async () => {
    await calls().changeMember({ ...at(lin.id), body: { jobName: '架构师', organizationId: research } })
    expect(await last()).toMatchObject({
      action: 'identity.changeMember',
      actor: chief.id,
      type: 'member',
      id: lin.id,
      name: '林知远',
      before: { jobName: null, organization: '云帆科技' },
      after: { jobName: '架构师', organization: '研发中心' },
    })
  })

  it('has one entry for each member of a bulk change', async () => {
    const zhou = await buildMember(platform.db, { companyId, fullName: '周雨桐' })
    await calls().changeMembers({ body: { memberIds: [lin.id, zhou.id], enabled: false } })
    const made = await entries()
    expect(made.map((entry) => entry.name).toSorted()).toEqual(['周雨桐', '林知远'])
    for (const entry of made) expect(entry).toMatchObject({ before: { enabled: true }, after: { enabled: false } })
  })

  it('records that a password was set, but never the password', async () => {
    await calls().resetMemberPassword({ ...at(lin.id), body: { password: 'secret-1234' } })
    expect(await last()).toMatchObject({ action: 'identity.resetMemberPassword', id: lin.id, name: '林知远' })
    const created = await calls().createMember({
      body: { memberName: 'audit.zhao', fullName: '赵青', organizationId: companyId, password: 'secret-1234' },
    })
    expect(await last()).toMatchObject({ id: created.id, after: { fullName: '赵青', organization: '云帆科技' } })
    expect(JSON.stringify(await entries())).not.toContain('secret-1234')
  })

  it('records roles: granted, disabled, revoked, and changes of permissions', async () => {
    const grant = await calls().grantRole({ body: { memberId: lin.id, role: 'lecturer', organizationId: research } })
    const facts = { role: 'lecturer', organization: '研发中心' }
    expect(await last()).toMatchObject({ type: 'role-grant', id: lin.id, name: '林知远', after: facts })
    await calls().enableGrant({ ...at(grant.id), body: { enabled: false } })
    expect(await last()).toMatchObject({ before: { enabled: true }, after: { enabled: false } })
    await calls().revokeRole(at(grant.id))
    expect(await last()).toMatchObject({ action: 'identity.revokeRole', before: facts, after: {} })
    await calls().changePermission({ body: { role: 'approver', permission: 'course.progress', allowed: true } })
    expect(await last()).toMatchObject({
      type: 'permission',
      name: 'approver: course.progress',
      before: { allowed: false },
      after: { allowed: true },
    })
  })

  it('names roles of the company, not their ids: copied, changed, granted', async () => {
    const { role } = await calls().copyRole({ body: { name: '培训专员', copyOf: 'class-teacher' } })
    const made = { name: '培训专员', after: { name: '培训专员', copyOf: 'class-teacher' } }
    expect(await last()).toMatchObject({ action: 'identity.copyRole', type: 'role', id: role, ...made })
    await calls().copyRole({ body: { name: '培训助理', copyOf: role } })
    expect(await last()).toMatchObject({ after: { name: '培训助理', copyOf: '培训专员' } })
    await calls().changePermission({ body: { role, permission: 'course.author', allowed: true } })
    expect(await last()).toMatchObject({ type: 'permission', name: '培训专员: course.author' })
    await calls().grantRole({ body: { memberId: lin.id, role, organizationId: research } })
    expect(await last()).toMatchObject({ type: 'role-grant', after: { role: '培训专员' } })
  })

  it('records organizations and positions: created, renamed, moved, deleted', async () => {
    const team = await calls().createOrganization({ body: { parentId: research, name: '平台部' } })
    expect(await last()).toMatchObject({ type: 'organization', after: { name: '平台部', above: '云帆科技/研发中心' } })
    await calls().moveOrganization({ ...at(team.id), body: { parentId: companyId } })
    expect(await last()).toMatchObject({ before: { above: '云帆科技/研发中心' }, after: { above: '云帆科技' } })
    await calls().deleteOrganization(at(team.id))
    expect(await last()).toMatchObject({ action: 'identity.deleteOrganization', name: '平台部', after: { gone: true } })
    const position = await calls().createPosition({ body: { name: '工程师' } })
    await calls().renamePosition({ ...at(position.id), body: { name: '高级工程师' } })
    expect(await last()).toMatchObject({ before: { name: '工程师' }, after: { name: '高级工程师' } })
    await calls().deletePosition(at(position.id))
    expect(await last()).toMatchObject({ type: 'position', name: '高级工程师', before: { name: '高级工程师' } })
  })
})
