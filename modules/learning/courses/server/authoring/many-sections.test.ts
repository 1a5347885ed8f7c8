import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { courses } from '#modules/learning/courses/contract.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { buildCourse } from '../courses.fixture.ts'
import { coursePeople } from '../study.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const people = coursePeople(platform)
const as = (member: BuiltMember) => platform.client(courses, member)

/** A draft of the lecturer with two chapters, and its outline by titles. */
async function outline() {
  const course = await buildCourse(platform.db, {
    author: people.lecturer,
    status: 'draft',
    chapters: [
      { title: '一', sections: ['甲', '乙', '丙'].map((title) => ({ title, required: false })) },
      { title: '二', sections: [{ title: '丁', reviewGuide: '写体会', needsReview: true }] },
    ],
  })
  const params = { id: course.id }
  const edited = () => as(people.lecturer).editedCourse({ params })
  const titles = async () =>
    (await edited()).chapters.map(({ sections }) => sections.map(({ title }) => title).join(''))
  const ids = course.sections.map(({ id }) => id) as [string, string, string, string]
  const change = async (
    sectionIds: string[],
    part: { isRequired?: 0 | 1; needsReview?: 0 | 1; chapterId?: string },
    member = people.lecturer,
  ) => as(member).changeSections({ params, body: { sectionIds, ...part, revision: (await edited()).revision } })
  const remove = async (sectionIds: string[], member = people.lecturer) =>
    as(member).deleteSections({ params, body: { sectionIds, revision: (await edited()).revision } })
  return { ...course, params, edited, titles, ids, change, remove }
}

describe('many sections at once', () => {
  it('move to the end of a chapter in their order, whatever the order of the ids', async () => {
    const { ids, titles, change, chapterIds } = await outline()
    const [first, , third] = ids
    await change([third, first], { chapterId: chapterIds[1] ?? '' })
    expect(await titles()).toEqual(['乙', '丁甲丙'])
    await change([...ids], { chapterId: chapterIds[0] ?? '' })
    expect(await titles()).toEqual(['乙丁甲丙', ''])
  })

  it('become required or elective, and finished by proof or by studying', async () => {
    const { ids, edited, change } = await outline()
    const [first, second, , last] = ids
    await change([first, second], { isRequired: 1, needsReview: 1 })
    await change([last], { needsReview: 0 })
    const flags = async () =>
      (await edited()).chapters.flatMap(({ sections }) => sections.map((one) => [one.isRequired, one.needsReview]))
    expect(await flags()).toEqual([
      [1, 1],
      [1, 1],
      [0, 0],
      [1, 0],
    ])
    const { rows } = await sql`select review_guide from courses.section where id = ${last}`.execute(platform.root)
    expect(rows).toEqual([{ review_guide: '' }])
  })

  it('are deleted together; learners of the published version keep them', async () => {
    const draft = await outline()
    const learner = as(people.learner)
    await as(people.lecturer).publishCourse({ params: draft.params, body: { revision: 0 } })
    await learner.registerForCourse({ params: draft.params })
    await draft.remove([draft.ids[0], draft.ids[2]])
    expect(await draft.titles()).toEqual(['乙', '丁'])
    const { chapters } = await learner.courseDetail({ params: draft.params })
    expect(chapters.map(({ sections }) => sections.length)).toEqual([3, 1])
  })

  it('change all or none: of an id that is not there, of another course or chapter, nothing is kept', async () => {
    const [draft, other] = [await outline(), await outline()]
    const [first] = draft.ids
    for (const refused of await refusals([
      draft.change([first, other.ids[0]], { isRequired: 1 }),
      draft.change([first], { isRequired: 1, chapterId: other.chapterIds[0] ?? '' }),
      draft.remove([first, other.ids[0]]),
      draft.remove([first, people.companyId]),
    ]))
      expect(refused).toMatchObject({ errorCode: 900005 })
    expect((await draft.edited()).chapters[0]?.sections[0]).toMatchObject({ title: '甲', isRequired: 0 })
    for (const sectionIds of [[], [first, first], Array.from({ length: 1001 }, () => first)])
      expect(await refusal(draft.change(sectionIds, { isRequired: 1 }))).toMatchObject({ errorCode: 900001 })
  })

  it('are an author’s: refused to a colleague, a stranger, and on an old revision', async () => {
    const draft = await outline()
    const [first] = draft.ids
    for (const refused of await refusals([
      draft.change([first], { isRequired: 1 }, people.colleague),
      draft.remove([first], people.colleague),
    ]))
      expect(refused).toMatchObject({ status: 403 })
    for (const refused of await refusals([
      draft.change([first], { isRequired: 1 }, people.foreigner),
      draft.remove([first], people.foreigner),
    ]))
      expect(refused).toMatchObject({ errorCode: 900005 })
    const { params } = draft
    const body = { sectionIds: [first], revision: 7 }
    for (const refused of await refusals([
      as(people.lecturer).changeSections({ params, body: { ...body, isRequired: 1 } }),
      as(people.lecturer).deleteSections({ params, body }),
    ]))
      expect(refused).toMatchObject({ errorCode: 40452, data: { revision: 0 } })
  })

  it('changed by two at once, one of them is refused and nothing is mixed', async () => {
    const draft = await outline()
    const { params, ids, chapterIds } = draft
    const calls = as(people.lecturer)
    const chapterId = chapterIds[1] ?? ''
    const outcomes = await Promise.allSettled([
      calls.deleteSections({ params, body: { sectionIds: [ids[0]], revision: 0 } }),
      calls.changeSections({ params, body: { sectionIds: [ids[0]], chapterId, revision: 0 } }),
    ])
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(['乙丙 丁', '乙丙 丁甲']).toContain((await draft.titles()).join(' '))
  })
})
