/** Steps that several tests of studying and authoring share. */
import { beforeAll } from 'vitest'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import type { TestPlatform } from '#test/harness.ts'
import { type BuiltCourse, buildCourse, type SectionInput } from './courses.fixture.ts'

interface CoursePeople {
  readonly companyId: string
  readonly lecturer: BuiltMember
  readonly colleague: BuiltMember
  readonly chief: BuiltMember
  readonly learner: BuiltMember
  /** Of another company: an administrator, and a member without a role. */
  readonly foreigner: BuiltMember
  readonly stranger: BuiltMember
}

/** The people of a test file; they are there from its first test on. */
export function coursePeople(platform: TestPlatform): CoursePeople {
  const people = {} as CoursePeople
  beforeAll(async () => {
    const { db } = platform
    const companyId = await buildCompany(db)
    const other = await buildCompany(db, '另一家')
    Object.assign(people, {
      companyId,
      lecturer: await buildMember(db, { companyId, roles: ['lecturer'], fullName: '苏静' }),
      colleague: await buildMember(db, { companyId, roles: ['lecturer'] }),
      chief: await buildMember(db, { companyId, roles: ['super-admin'] }),
      learner: await buildMember(db, { companyId }),
      foreigner: await buildMember(db, { companyId: other, roles: ['super-admin'] }),
      stranger: await buildMember(db, { companyId: other }),
    })
  })
  return people
}

/** A sales department, and a member of a team below it. */
export async function buildSalesTeam(db: TestPlatform['db'], companyId: string) {
  const sales = await buildOrganization(db, { companyId, parentId: companyId, name: '销售部' })
  const team = await buildOrganization(db, { companyId, parentId: sales, name: '华东组' })
  return { sales, inTeam: await buildMember(db, { companyId, organizationId: team }) }
}

/** Courses of the lecturer, and learners of their company with the calls that a player makes. */
export function studySteps(platform: TestPlatform, lecturer: () => BuiltMember) {
  const newLearner = () => {
    const { companyId } = lecturer()
    return buildMember(platform.db, { companyId, now: platform.now })
  }

  async function videoSection(durationMs: number, input: SectionInput = {}): Promise<SectionInput> {
    const { id: ownerId, companyId } = lecturer()
    const file = await buildFile(platform.db, { companyId, ownerId, durationMs })
    return { kind: 'video', fileId: file.id, durationMs, ...input }
  }

  async function pdfSection(pages: number): Promise<SectionInput> {
    const { id: ownerId, companyId } = lecturer()
    const input = { companyId, ownerId, kind: 'pdf', name: '手册.pdf', contentType: 'application/pdf' } as const
    const file = await buildFile(platform.db, { ...input, pages })
    return { kind: 'pdf', fileId: file.id, pages }
  }

  const publish = (...sections: SectionInput[]) =>
    buildCourse(platform.db, { author: lecturer(), chapters: [{ sections }] })

  /** A learner who is registered. */
  async function studying(course: BuiltCourse, learner?: BuiltMember) {
    const member = learner ?? (await newLearner())
    const calls = platform.client(courses, member)
    await calls.registerForCourse({ params: { id: course.id } })
    return {
      member,
      calls,
      start: (index = 0, clientType: 1 | 2 = 1) =>
        calls.startPlayback({
          params: { id: course.id, sectionId: course.sections[index]?.id ?? '' },
          body: { clientType },
        }),
      /** Reports the range, and that the player stands at its end. */
      heartbeat: (playbackId: string, sequence: number, from: number, to: number, activeMs = to - from) =>
        calls.heartbeat({
          params: { id: playbackId },
          body: { sequence, intervals: from < to ? [{ from, to }] : [], position: to, activeMs },
        }),
      detail: () => calls.courseDetail({ params: { id: course.id } }),
    }
  }

  return { newLearner, videoSection, pdfSection, publish, studying }
}

/** A new draft of the lecturer with its one chapter, and the calls of its editor. */
export async function newDraft(platform: TestPlatform, lecturer: BuiltMember, name = '新员工入职培训') {
  const calls = platform.client(courses, lecturer)
  const { id } = await calls.createCourse({ body: { name } })
  const edited = () => calls.editedCourse({ params: { id } })
  const chapterId = (await edited()).chapters[0]?.id ?? ''
  const addText = async (title: string, isRequired: 0 | 1 = 1) =>
    calls.createSection({
      params: { id, chapterId },
      body: { kind: 'text', title, isRequired, text: '<p>正文</p>', revision: (await edited()).revision },
    })
  const publish = async () => calls.publishCourse({ params: { id }, body: { revision: (await edited()).revision } })
  return { id, chapterId, calls, edited, addText, publish }
}
