/** What is said of an object that was deleted, kind by kind. */
import { beforeAll, describe, expect, it } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'

const platform = testPlatform()
let chief: BuiltMember

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
})

const typeNamed = (name: string) => ({ name, status: 1 as const, shown: true })

type Uses = Readonly<Record<string, (id: string) => Promise<unknown>>>

/** An object that is there, how it is deleted, and what can be done with it besides. */
const kinds: Readonly<Record<string, { make(): Promise<string>; remove(id: string): Promise<unknown>; uses: Uses }>> = {
  'a draft of a course': {
    make: async () => (await buildCourse(platform.db, { author: chief, status: 'draft' })).id,
    remove: (id) => platform.client(courses, chief).deleteCourse({ params: { id } }),
    uses: {
      read: (id) => platform.client(courses, chief).editedCourse({ params: { id } }),
      change: (id) =>
        platform.client(courses, chief).changeCourse({ params: { id }, body: { name: '新名', revision: 0 } }),
      study: (id) => platform.client(courses, chief).courseDetail({ params: { id } }),
    },
  },
  'an organization': {
    make: () => buildOrganization(platform.db, { companyId: chief.companyId, parentId: chief.companyId }),
    remove: (id) => platform.client(identity, chief).deleteOrganization({ params: { id } }),
    uses: {
      change: (id) => platform.client(identity, chief).changeOrganization({ params: { id }, body: { name: '新名' } }),
    },
  },
  'a position': {
    make: async () => (await platform.client(identity, chief).createPosition({ body: { name: '检验员' } })).id,
    remove: (id) => platform.client(identity, chief).deletePosition({ params: { id } }),
    uses: {
      change: (id) => platform.client(identity, chief).renamePosition({ params: { id }, body: { name: '质检员' } }),
    },
  },
  'a type of topics': {
    make: async () => (await platform.client(topics, chief).addTopicType({ body: typeNamed('安全') })).id,
    remove: (id) => platform.client(topics, chief).deleteTopicType({ params: { id } }),
    uses: {
      change: (id) => platform.client(topics, chief).changeTopicType({ params: { id }, body: typeNamed('合规') }),
    },
  },
}

describe('an object that was deleted', () => {
  it.each(Object.entries(kinds))(
    '[SHELL-130] answers 900005 to whoever reads, changes or deletes %s',
    async (_, kind) => {
      const id = await kind.make()
      await kind.remove(id)
      for (const [use, call] of Object.entries({ ...kind.uses, remove: kind.remove }))
        expect(await refusal(call(id)), use).toMatchObject({ status: 422, errorCode: 900005 })
    },
  )
})
