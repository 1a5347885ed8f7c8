import { beforeEach, describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { defaultAvatarCount, defaultAvatarPath, type Role } from '../contract/shapes.ts'
import cn from '../messages/cn.json' with { type: 'json' }
import en from '../messages/en.json' with { type: 'json' }
import { identityTables } from './db.ts'
import { gradeOf } from './grades.ts'
import { addTopics, firstTopics } from './interests.ts'
import { type BuiltMember, buildCompany, buildMember, buildOrganization } from './members.fixture.ts'

const platform = testPlatform()
let companyId: string
let team: string
let chief: BuiltMember
let lin: BuiltMember
let zhou: BuiltMember
let stranger: BuiltMember

beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  team = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '平台部' })
  chief = await buildMember(platform.db, { companyId, fullName: '总管', roles: ['super-admin'] })
  lin = await buildMember(platform.db, { companyId, organizationId: team, fullName: '林知远' })
  zhou = await buildMember(platform.db, { companyId, organizationId: team, fullName: '周雨桐' })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] })
})

const calls = (of: BuiltMember = lin) => platform.client(identity, of)
const of = (member: { id: string }) => ({ query: { memberId: member.id } })
const missing = { status: 422, errorCode: 900005 }
const grant = (role: Role, member: BuiltMember = lin) =>
  calls(chief).grantRole({ body: { memberId: member.id, role, organizationId: companyId } })

describe('the current member', () => {
  it('[IDENTITY-010] has id, full name, organization, root organization, roles and permissions', async () => {
    expect(await calls().currentMember()).toEqual({
      id: lin.id,
      memberName: lin.name,
      fullName: '林知远',
      headPortrait: 'avatars/0-1.png',
      organization: { id: team, name: '平台部' },
      rootOrganization: { id: companyId, name: '云帆科技' },
      roles: ['learner'],
      dataPermission: [],
      buyerAccess: false,
      personType: 1,
      memberType: 2,
      hasPassword: false,
      hasSubordinates: false,
      timeZone: 'Asia/Shanghai',
    })
  })

  it('buyers are purchasers by role or by person type', async () => {
    expect((await calls().currentMember()).buyerAccess).toBe(false)
    await grant('purchaser')
    expect((await calls().currentMember()).buyerAccess).toBe(true)
    const become = (personType: number) =>
      calls(chief).changeMember({ params: { id: zhou.id }, body: { personType: personType as never } })
    await proves('IDENTITY-017', async () => {
      for (const [personType, buyerAccess] of [
        [1, false],
        [2, true],
        [3, false],
      ] as const) {
        await become(personType)
        expect(await calls(zhou).currentMember()).toMatchObject({ personType, buyerAccess })
      }
      for (const wrong of [0, 4]) expect(await refusal(become(wrong))).toMatchObject({ errorCode: 900001 })
    })
    await proves('IDENTITY-020', async () => {
      expect((await calls(chief).currentMember()).memberType).toBe(0)
      expect((await calls().currentMember()).memberType).toBe(2)
      await grant('admin')
      expect((await calls().currentMember()).memberType).toBe(1)
    })
  })
})

describe('the own profile', () => {
  it('shows and saves the editable fields', async () => {
    await proves('IDENTITY-073', async () => {
      expect(await calls().editDetail()).toMatchObject({
        ...{ memberName: lin.name, fullName: '林知远', bio: '', headPortrait: 'avatars/0-1.png' },
        editable: ['fullName', 'sex', 'bio', 'avatarPath', 'language'],
      })
    })
    await proves('IDENTITY-077', async () => {
      const saved = await calls().saveProfile({ body: { fullName: ' 林远 ', sex: 1, bio: '读书，写代码' } })
      expect(saved).toMatchObject({ fullName: '林远', sex: 1, bio: '读书，写代码' })
      expect(await calls().editDetail()).toEqual(saved)
    })
  })

  it('[IDENTITY-078] members with a staff number cannot change their full name', async () => {
    await calls(chief).changeMember({ params: { id: lin.id }, body: { staffNumber: 'YF-1' } })
    expect((await calls().editDetail()).editable).toEqual(['sex', 'bio', 'avatarPath', 'language'])
    const refused = await refusal(calls().saveProfile({ body: { fullName: '改名' } }))
    expect(refused).toMatchObject({ status: 403, errorCode: 10138, data: { fields: ['fullName'] } })
  })

  it('a bio has at most 200 characters, a name 20', async () => {
    const save = (body: object) => refusal(calls().saveProfile({ body }))
    await proves('IDENTITY-037', async () => {
      const bio = '长'.repeat(200)
      expect(await calls().saveProfile({ body: { bio } })).toMatchObject({ bio })
      expect(await save({ bio: `${bio}长` })).toMatchObject({ status: 422, errorCode: 900001 })
      expect(await calls().editDetail()).toMatchObject({ bio })
    })
    await proves('IDENTITY-038', async () => {
      const fullName = '名'.repeat(20)
      expect(await calls().saveProfile({ body: { fullName } })).toMatchObject({ fullName })
      expect(await save({ fullName: `${fullName}名` })).toMatchObject({ status: 422, errorCode: 900001 })
      expect(await calls().editDetail()).toMatchObject({ fullName })
    })
    expect(await save({ phone: '13900000001' })).toMatchObject({ errorCode: 900001 })
  })

  it('accepts each of the six default pictures of a type, or an upload', async () => {
    for (const type of [0, 1, 2, 3] as const) {
      for (let number = 1; number <= defaultAvatarCount; number++) {
        const avatarPath = defaultAvatarPath(type, number)
        expect((await calls().saveProfile({ body: { avatarPath } })).headPortrait).toBe(avatarPath)
      }
    }
    const upload = `files/${team}`
    expect((await calls().saveProfile({ body: { avatarPath: upload } })).headPortrait).toBe(upload)
    for (const avatarPath of ['avatars/0-7.png', 'avatars/4-1.png', 'https://evil.example/x.png', 'files/../secret'])
      expect(await refusal(calls().saveProfile({ body: { avatarPath } }))).toMatchObject({ errorCode: 900001 })
  })
})

describe('other members', () => {
  it('[IDENTITY-059] a colleague is shown without personal figures', async () => {
    await calls(chief).changeMember({ params: { id: zhou.id }, body: { phone: '13911112222' } })
    const detail = await calls().otherDetail(of(zhou))
    expect(detail).toMatchObject({
      id: zhou.id,
      memberName: zhou.name,
      memberFullName: '周雨桐',
      headPortrait: 'avatars/0-1.png',
      organizationName: '平台部',
    })
    expect(Object.keys(detail)).not.toContain('phone')
    expect(JSON.stringify(detail)).not.toContain('13911112222')
  })

  it('[IDENTITY-061] the grade is the first while there are no points', async () => {
    expect(await calls().otherGrade(of(zhou))).toEqual({
      points: 0,
      integralGrade: { level: 1, gradeName: '启蒙', cover: 'grades/1.svg' },
    })
  })

  it('a grade has the name that Chinese screens show', () => {
    const points = [0, 100, 500, 2_000, 6_000, 15_000, 40_000, 80_000, 150_000]
    expect(points.map((each) => gradeOf(each).gradeName)).toEqual(Object.values(cn.grades))
    expect(Object.keys(en.grades)).toEqual(points.map((each) => String(gradeOf(each).level)))
  })

  it('expert, lecturer, class staff, in this order', async () => {
    const label = async () => (await calls(zhou).memberIdentity(of(lin))).label
    const staffFlag = () => calls(zhou).isTeacherOther(of(lin))
    const lecturerFlag = () => calls(zhou).isLecturerOther(of(lin))
    const expertFlags = () => calls(zhou).expertSimple(of(lin))
    const labels = [await label()]
    await proves('IDENTITY-064', async () => {
      expect(await staffFlag()).toEqual({ flag: false })
      await grant('class-teacher')
      expect(await staffFlag()).toEqual({ flag: true })
    })
    labels.push(await label())
    await proves('IDENTITY-063', async () => {
      expect(await lecturerFlag()).toEqual({ flag: false })
      await grant('lecturer')
      expect(await lecturerFlag()).toEqual({ flag: true })
    })
    labels.push(await label())
    await proves('IDENTITY-062', async () => {
      expect(await expertFlags()).toEqual({ activeStatus: 0, auditStatus: 0 })
      await grant('expert')
      expect(await expertFlags()).toEqual({ activeStatus: 1, auditStatus: 1 })
    })
    labels.push(await label())
    // The member still has the earlier roles, but only the first in the order is shown.
    await proves(['IDENTITY-047', 'IDENTITY-048', 'IDENTITY-016'], () => {
      expect(labels).toEqual(['ordinary', 'class-staff', 'lecturer', 'expert'])
    })
    await proves('IDENTITY-072', async () => {
      expect(await calls().memberIdentity()).toEqual({
        ...{ memberId: lin.id, label: 'expert', expert: true, lecturer: true, classStaff: true },
        ...{ personType: 1, memberType: 2, buyerAccess: false },
      })
      expect(await calls().memberIdentity(of(zhou))).toMatchObject({ memberId: zhou.id, label: 'ordinary' })
    })
  })

  it('members of another company are not found', async () => {
    const other = calls(stranger)
    expect(await refusal(other.otherDetail(of(lin)))).toMatchObject(missing)
    expect(await refusal(other.otherGrade(of(lin)))).toMatchObject(missing)
    expect(await refusal(other.expertSimple(of(lin)))).toMatchObject(missing)
    expect(await refusal(other.isLecturerOther(of(lin)))).toMatchObject(missing)
    expect(await refusal(other.isTeacherOther(of(lin)))).toMatchObject(missing)
    expect(await refusal(other.memberIdentity(of(lin)))).toMatchObject(missing)
    expect(await refusal(other.memberSuperiors(of(lin)))).toMatchObject(missing)
    const positions = await other.positionsOfMembers({ body: { memberIds: [lin.id] } })
    expect(positions).toEqual({ items: [], recordCount: 0 })
  })

  it('pickers find enabled colleagues of the own company', async () => {
    const find = async (query: object, by?: BuiltMember) =>
      (await calls(by).searchColleagues({ query })).items.map((row) => row.memberFullName)
    expect(await find({ keyword: '雨桐' })).toEqual(['周雨桐'])
    const ofTeam = await find({ organizationId: team })
    expect(ofTeam).toHaveLength(2)
    expect(await find({ keyword: '平台' })).toEqual(ofTeam)
    // All members are in the company itself.
    expect(await find({ keyword: '云帆' })).toEqual([])
    expect(await find({ keyword: '雨桐' }, stranger)).toEqual([])
    await calls(chief).changeMembers({ body: { memberIds: [zhou.id], enabled: false } })
    expect(await find({ keyword: '雨桐' })).toEqual([])
  })
})

describe('topics and the information form', () => {
  it('topics are replaced; those of another company are not found', async () => {
    await addTopics(platform.db, companyId, ['领导力', '写作'])
    const choices = await calls().topicChoices()
    expect(choices.items.map((topic) => topic.name).toSorted()).toEqual([...firstTopics, '写作'].toSorted())
    const [first, second] = choices.items.map((topic) => topic.id)
    const chosen = async (by?: BuiltMember) =>
      (await calls(by).memberTopics()).items.map((topic) => topic.id).toSorted()
    await proves('IDENTITY-066', async () => {
      expect(await chosen()).toEqual([])
      await calls().chooseTopics({ body: { topicIds: [first ?? '', second ?? ''] } })
      expect(await chosen()).toEqual([first, second].toSorted())
      expect(await chosen(zhou)).toEqual([])
    })
    await proves('IDENTITY-067', async () => {
      await calls().chooseTopics({ body: { topicIds: [second ?? ''] } })
      expect(await chosen()).toEqual([second])
    })
    const foreign = (await calls(stranger).topicChoices()).items[0]?.id ?? ''
    expect(await refusal(calls().chooseTopics({ body: { topicIds: [foreign] } }))).toMatchObject(missing)
    expect((await calls().memberTopics()).recordCount).toBe(1)
    await calls().chooseTopics({ body: { topicIds: [] } })
    expect((await calls().memberTopics()).items).toEqual([])
  })

  it('the form counts as committed after sending, and can be sent again', async () => {
    const stored = async () =>
      (await identityTables(platform.db).selectFrom('identity.member_information').selectAll().execute()).filter(
        (row) => row.member_id === lin.id,
      )
    const committed = async (by?: BuiltMember) => (await calls(by).memberInfoCommitted()).flag
    const before = await committed()
    await proves('IDENTITY-068', async () => {
      expect(await stored()).toEqual([])
      await calls().collectMemberInfo({ body: { fullName: '林知远', education: 'master', city: '杭州' } })
      expect(JSON.stringify(await stored())).toContain('杭州')
      await calls().collectMemberInfo({ body: { fullName: '林知远', birthday: '1990-01-02' } })
      expect(await stored()).toHaveLength(1)
    })
    await proves('IDENTITY-069', async () => {
      expect([before, await committed(), await committed(zhou)]).toEqual([false, true, false])
    })
  })
})

describe('superiors and subordinates', () => {
  /** Each below the one before. */
  async function line(count: number): Promise<BuiltMember[]> {
    const members: BuiltMember[] = []
    for (let place = 0; place < count; place++) {
      const member = await buildMember(platform.db, { companyId, fullName: `第${place}级` })
      const superiorId = members.at(-1)?.id ?? null
      await calls(chief).changeMember({ params: { id: member.id }, body: { superiorId } })
      members.push(member)
    }
    return members
  }

  it('groups subordinates by three levels', async () => {
    const [top = lin, first = lin, second = lin, third = lin] = await line(5)
    const seen = await calls(top).subordinates()
    await proves('IDENTITY-019', () => expect(seen.items.map((row) => row.level)).toEqual([1, 2, 3]))
    await proves('IDENTITY-054', () => {
      expect(seen.items.map((row) => row.memberFullName)).toEqual(['第1级', '第2级', '第3级'])
      expect(seen).toMatchObject({ recordCount: 3, levelCounts: { first: 1, second: 1, third: 1 } })
    })
    const level2 = await calls(top).subordinates({ query: { level: 2 } })
    expect(level2).toMatchObject({ recordCount: 1, items: [{ id: second.id, superiorId: first.id }] })
    const found = await calls(top).subordinates({ query: { keyword: '第3' } })
    expect(found.items.map((row) => row.id)).toEqual([third.id])
    expect((await calls(top).currentMember()).hasSubordinates).toBe(true)
  })

  it('[IDENTITY-055] a member who is no subordinate answers 20161', async () => {
    const [top = lin, first = lin, , , fourth = lin] = await line(5)
    const detail = (by: BuiltMember, member: BuiltMember) => calls(by).subordinateDetail({ params: { id: member.id } })
    expect(await detail(top, first)).toMatchObject({ id: first.id, level: 1, phone: '' })
    const refused = await refusal(detail(top, fourth))
    expect(refused).toMatchObject({ status: 422, errorCode: 20161 })
    expect(refused.message).toContain('不是您的下属')
    expect(await refusal(detail(first, top))).toMatchObject({ errorCode: 20161 })
    expect(await refusal(detail(top, top))).toMatchObject({ errorCode: 20161 })
    expect(await refusal(detail(top, stranger))).toMatchObject({ errorCode: 20161 })
  })

  it('[IDENTITY-070] answers the superiors, the direct one first', async () => {
    const [, first = lin, second = lin, third = lin, fourth = lin] = await line(5)
    const found = await calls(lin).memberSuperiors(of(fourth))
    expect(found.items.map((row) => row.id)).toEqual([third.id, second.id, first.id])
    expect(await calls().memberSuperiors()).toEqual({ items: [], recordCount: 0 })
  })

  it('[IDENTITY-071] answers the positions of members', async () => {
    const position = await calls(chief).createPosition({ body: { name: '工程师' } })
    await calls(chief).changeMember({ params: { id: zhou.id }, body: { positionId: position.id, jobName: '前端' } })
    const found = await calls().positionsOfMembers({ body: { memberIds: [lin.id, zhou.id, stranger.id] } })
    expect(found.items).toEqual([
      { memberId: zhou.id, positionId: position.id, positionName: '工程师', jobName: '前端' },
    ])
  })
})
