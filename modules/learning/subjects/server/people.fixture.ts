/** What the tests of subjects begin with: a company with its people, and short ways to make subjects and to study them. */
import { beforeAll } from 'vitest'
import type { CallInput } from '#kit/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { subjects } from '#modules/learning/subjects/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import type { TestPlatform } from '#test/harness.ts'
import { buildSubject, type SubjectInput } from './subjects.fixture.ts'

export interface People {
  readonly companyId: string
  /** An organization below the company. */
  readonly college: string
  readonly author: BuiltMember
  /** Another author. */
  readonly colleague: BuiltMember
  readonly chief: BuiltMember
  readonly learner: BuiltMember
  /** An author of another company. */
  readonly stranger: BuiltMember
}

export async function buildPeople({ db }: TestPlatform): Promise<People> {
  const companyId = await buildCompany(db)
  return {
    companyId,
    college: await buildOrganization(db, { companyId, parentId: companyId, name: '企业大学' }),
    author: await buildMember(db, { companyId, roles: ['lecturer'], fullName: '苏静' }),
    colleague: await buildMember(db, { companyId, roles: ['lecturer'], fullName: '沈若溪' }),
    chief: await buildMember(db, { companyId, roles: ['super-admin'] }),
    learner: await buildMember(db, { companyId, fullName: '林知远' }),
    stranger: await buildMember(db, { companyId: await buildCompany(db), roles: ['lecturer'] }),
  }
}

/** The people of a test file; they are there from its first test on. */
export function testPeople(platform: TestPlatform): People {
  const people = {} as People
  beforeAll(async () => {
    Object.assign(people, await buildPeople(platform))
  })
  return people
}

export type Stages = CallInput<typeof subjects.changeStages>['body']['stages']

/** Stages with one course in them. */
export const holding = (businessId: string, isRequired: 0 | 1 = 1): Stages => [
  { title: '一个阶段', contents: [{ businessType: 1, businessId, isRequired }] },
]

/** Short ways for authors; `people` is asked when they are walked, after `beforeAll`. */
export function deskOf(platform: TestPlatform, people: () => People) {
  const as = (member: BuiltMember) => platform.client(subjects, member)
  const course = (name = '一门课', input: { status?: 'on-shelf' | 'off-shelf'; author?: BuiltMember } = {}) =>
    buildCourse(platform.db, { author: people().author, name, now: platform.now, ...input })
  const build = (input: Omit<SubjectInput, 'author'> & { author?: SubjectInput['author'] } = {}) =>
    buildSubject(platform.db, { author: people().author, now: platform.now, ...input })

  /** A subject with a course in it, and what its author does to it on the newest revision. */
  async function newSubject(input: Omit<SubjectInput, 'author'> = {}, by = people().author) {
    const built = await course()
    const stages = input.subjectType === 3 ? [] : [{ title: '起步', contents: [{ businessId: built.id }] }]
    const { id } = await build({ stages, author: by, ...input })
    const params = { id }
    const edited = (member = by) => as(member).editedSubject({ params })
    const revision = async () => (await edited()).revision
    return {
      ...{ id, params, courseId: built.id, edited },
      change: async (body: object) => as(by).changeSubject({ params, body: { ...body, revision: await revision() } }),
      stages: async (wished: Stages) =>
        as(by).changeStages({ params, body: { stages: wished, revision: await revision() } }),
      publish: async (member = by) => as(member).publishSubject({ params, body: { revision: await revision() } }),
      discard: async () => as(by).discardSubjectChanges({ params, body: { revision: await revision() } }),
    }
  }
  return { as, course, build, newSubject }
}

/** Short ways for learners. */
export function wayOf(platform: TestPlatform, people: () => People) {
  const { as, build } = deskOf(platform, people)

  /** A course that is finished by one click: its one section is a link. */
  async function linked(name: string, input: { readonly status?: 'on-shelf' | 'off-shelf' } = {}) {
    const { author, learner } = people()
    const chapters = [{ sections: [{ kind: 'link' as const, title: name }] }]
    const course = await buildCourse(platform.db, { author, name, chapters, now: platform.now, ...input })
    const sectionId = course.sections[0]?.id ?? ''
    const finish = async (member = learner) => {
      const calls = platform.client(courses, member)
      await calls.registerForCourse({ params: { id: course.id } })
      await calls.urlProgress({ body: { courseId: course.id, sectionId } })
      await platform.runJobs()
    }
    return { id: course.id, finish }
  }

  /** Two stages: two required courses, then a required and an elective one. */
  async function journey(input: Omit<SubjectInput, 'author'> = {}) {
    const { learner } = people()
    const [a, b, c, extra] = [
      await linked('企业文化'),
      await linked('信息安全'),
      await linked('岗位实操'),
      await linked('拓展'),
    ]
    const stages = [
      { title: '认识公司', summary: '前两周', contents: [{ businessId: a.id }, { businessId: b.id }] },
      { title: '上手工作', contents: [{ businessId: c.id }, { businessId: extra.id, required: false }] },
    ]
    const subject = await build({ stages, ...input })
    const params = { id: subject.id }
    const seen = (member = learner) => as(member).subjectDetail({ params, query: {} })
    const register = (member = learner) => as(member).registerForSubject({ params })
    const open = (index: number, member = learner) =>
      as(member).openContent({ params: { ...params, contentId: subject.contentIds[index] ?? '' }, body: {} })
    return { ...subject, params, courses: [a, b, c, extra] as const, seen, register, open }
  }
  return { as, build, linked, journey }
}
