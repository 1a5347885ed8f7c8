/** The courses that a member teaches, on the member's homepage: what each viewer may see of them. */
import { beforeAll, expect, it } from 'vitest'
import { courses } from '#modules/learning/courses/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { buildCourse, type CourseInput } from '../courses.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'] })
let author: BuiltMember

beforeAll(async () => {
  author = await buildMember(platform.db, { companyId: roles.companyId, roles: ['lecturer'] })
})

const taughtBy = (memberId: string, caller: BuiltMember | undefined) =>
  platform.client(courses, caller).taughtCourses({ query: { memberId } })
const build = (name: string, input: Partial<CourseInput> = {}) => {
  platform.now += 1000
  return buildCourse(platform.db, { author, lecturerId: roles.owner.id, name, now: platform.now, ...input })
}

it('are those of the lecturer that are published, the last published first, as far as the viewer may see them', async () => {
  const { owner, colleague, stranger, organizationId } = roles
  await build('给所有人')
  const limited = await build('给本部门', { visibleOrganizationIds: [organizationId] })
  await build('草稿', { status: 'draft' })
  await build('已下架', { status: 'off-shelf' })
  await build('手机课', { publishClient: 2 })
  await build('别人讲', { lecturerId: author.id })
  await build('没有讲师', { lecturerId: null })
  const namesFor = async (viewer: BuiltMember, memberId = owner.id) => {
    const { items, recordCount } = await taughtBy(memberId, viewer)
    return [...items.map(({ name }) => name), recordCount]
  }
  expect(await namesFor(colleague)).toEqual(['给本部门', '给所有人', 2])
  expect(await namesFor(owner)).toEqual(['给本部门', '给所有人', 2])
  expect(await namesFor(stranger)).toEqual(['给所有人', 1])
  expect(await namesFor(stranger, author.id)).toEqual(['别人讲', 1])
  expect(await namesFor(colleague, stranger.id)).toEqual([0])
  const query = { memberId: owner.id, clientType: 2 as const }
  const onPhone = await platform.client(courses, stranger).taughtCourses({ query })
  expect(onPhone.items.map(({ name }) => name)).toEqual(['手机课', '给所有人'])
  const second = { memberId: owner.id, page: 2, pageSize: 1 }
  const page = await platform.client(courses, colleague).taughtCourses({ query: second })
  expect(page).toMatchObject({ recordCount: 2, items: [{ name: '给所有人', lecturer: { id: owner.id }, study: null }] })
  await platform.client(courses, author).takeOffShelf({ params: { id: limited.id } })
  expect(await namesFor(colleague)).toEqual(['给所有人', 1])
})

it('are asked for by every colleague, and not from another company', async () => {
  const call = (caller: BuiltMember | undefined) => taughtBy(roles.owner.id, caller)
  await expectRoles(roles, {
    taught: {
      ...{ call, owner: 'accepted', administrator: 'accepted', member: 'accepted', colleague: 'accepted' },
      ...{ stranger: 'accepted', otherCompany: 900005, nobody: 401 },
    },
  })
})
