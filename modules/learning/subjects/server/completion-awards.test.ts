/** The completion awards of a subject. */
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { study } from '#modules/content/study/contract.ts'
import { certificates } from '#modules/learning/certificates/contract.ts'
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { subjects } from '#modules/learning/subjects/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { buildSubject } from './subjects.fixture.ts'

const platform = testPlatform()
let author: BuiltMember
let learner: BuiltMember

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  author = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  learner = await buildMember(platform.db, { companyId, fullName: '林知远' })
})

/** A subject of one course, which a click finishes. */
async function built(name: string) {
  const course = await buildCourse(platform.db, { author, chapters: [{ sections: [{ kind: 'link' }] }] })
  const { id } = await buildSubject(platform.db, { author, name, stages: [{ contents: [{ businessId: course.id }] }] })
  const params = { id }
  const edited = () => platform.client(subjects, author).editedSubject({ params })
  const change = async (part: object) => {
    const { revision } = await edited()
    return platform.client(subjects, author).changeSubject({ params, body: { ...part, revision } })
  }
  return { id, params, course, edited, change }
}

it('[COURSE-061] class hours, credit and a certificate are shown to learners and awarded on completion', async () => {
  const subject = await built('新人专题')
  const templateId = await buildTemplate(platform.db, { author, name: '新人结业证', now: platform.now })
  await subject.change({ classHourHundredths: 150 })
  await subject.change({ creditHundredths: 50, certificateTemplateId: templateId })
  const certificate = { templateId, name: '新人结业证' }
  const awards = { classHourHundredths: 150, creditHundredths: 50, certificate }
  expect((await subject.edited()).gives).toEqual(awards)
  const learning = platform.client(subjects, learner)
  expect((await learning.subjectDetail({ params: subject.params, query: {} })).gives).toEqual(awards)

  await learning.registerForSubject({ params: subject.params })
  const sectionId = subject.course.sections[0]?.id ?? ''
  await platform.client(courses, learner).registerForCourse({ params: { id: subject.course.id } })
  await platform.client(courses, learner).urlProgress({ body: { courseId: subject.course.id, sectionId } })
  await platform.runJobs()
  const { items } = await platform.client(certificates, learner).myCertificates({ query: {} })
  expect(items.map(({ itemName }) => itemName)).toEqual(['新人专题'])
  for (const [type, score] of [
    [1, '150'],
    [2, '50'],
  ] as const) {
    const records = await platform.client(study, learner).creditRecords({ query: { type } })
    const createTime = platform.now
    expect(records.items).toMatchObject([
      { rule: '完成专题', source: '新人专题', createTime, businessId: subject.id, score },
    ])
  }
})

it('stays as it is where nothing is said, and is taken back; a certificate that is not offered is refused', async () => {
  const subject = await built('带教专题')
  const templateId = await buildTemplate(platform.db, { author, name: '带教证', now: platform.now })
  await subject.change({ classHourHundredths: 100, certificateTemplateId: templateId })
  await subject.change({ summary: '改了简介' })
  expect((await subject.edited()).gives).toMatchObject({ classHourHundredths: 100, certificate: { templateId } })
  expect(await refusal(subject.change({ certificateTemplateId: uuid(), name: '不该留下' }))).toMatchObject({
    errorCode: 380201,
  })
  expect((await subject.edited()).name).toBe('带教专题')
  await subject.change({ classHourHundredths: 0, certificateTemplateId: null })
  const nothing = { classHourHundredths: 0, creditHundredths: 0, certificate: null }
  expect((await subject.edited()).gives).toEqual(nothing)
})
