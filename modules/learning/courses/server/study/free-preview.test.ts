/** A section that its author opens to members who have not registered: that section, and nothing besides. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { exercises as exercisesContract } from '#modules/assessment/exercises/contract.ts'
import { contentOf } from '#modules/assessment/questions/server/questions.fixture.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { literalCall } from '#test/literal-call.ts'
import { type BuiltCourse, buildCourse, type CourseInput } from '../courses.fixture.ts'
import { buildSalesTeam, coursePeople, newDraft, studySteps } from '../study.fixture.ts'

const platform = testPlatform()
const minute = 60_000
const people = coursePeople(platform)
const { newLearner, videoSection, pdfSection, studying } = studySteps(platform, () => people.lecturer)

const as = (member: BuiltMember) => platform.client(courses, member)
const preview = (member: BuiltMember, course: BuiltCourse, index = 0, clientType?: 1 | 2) =>
  as(member).freePreview({
    params: { id: course.id, sectionId: course.sections[index]?.id ?? '' },
    query: clientType === undefined ? {} : { clientType },
  })

/** A free video with captions, an exercise and a question beside a closed one. */
async function buildTried(input: Partial<CourseInput> = {}) {
  const [free, closed] = [await videoSection(minute, { freePreview: true }), await videoSection(2 * minute)]
  const course = await buildCourse(platform.db, {
    author: people.lecturer,
    chapters: [{ sections: [free, closed] }],
    ...input,
  })
  return { course, free, closed }
}

/** Rows of courses that would say that the member has done something. */
async function traces(member: BuiltMember): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from courses.registration where member_id = ${member.id})::int
      + (select count(*) from courses.section_progress where member_id = ${member.id})::int
      + (select count(*) from courses.study_time where member_id = ${member.id})::int as count`.execute(platform.root)
  return rows[0]?.count ?? -1
}

describe('a free section', () => {
  it('[COURSE-067] opens to who may see the course and has not registered, and leaves no trace of them', async () => {
    const { course, free } = await buildTried()
    const visitor = await newLearner()
    const { chapters, closedBecause } = await as(visitor).courseDetail({ params: { id: course.id } })
    expect(closedBecause).toBe('not-registered')
    expect(chapters[0]?.sections.map(({ freePreview }) => freePreview)).toEqual([true, false])
    expect(await preview(visitor, course)).toMatchObject({
      kind: 'video',
      unitCount: minute,
      url: expect.stringContaining(free.fileId ?? ''),
    })
    expect(await traces(visitor)).toBe(0)
    // What was tried is not made up for by registering.
    const learner = await studying(course, visitor)
    expect((await learner.detail()).progress).toMatchObject({ status: 0, percent: 0, studySeconds: 0 })
  })

  it('shows a document, a text and a link as well', async () => {
    const course = await buildCourse(platform.db, {
      author: people.lecturer,
      chapters: [
        {
          sections: [
            { ...(await pdfSection(3)), freePreview: true },
            { kind: 'text', body: '<p>先读这一段</p>', freePreview: true },
            { kind: 'link', url: 'https://example.com/a', freePreview: true },
          ],
        },
      ],
    })
    const visitor = await newLearner()
    expect(await preview(visitor, course)).toMatchObject({ kind: 'pdf', url: expect.any(String) })
    expect(await preview(visitor, course, 1)).toMatchObject({ text: '<p>先读这一段</p>' })
    expect(await preview(visitor, course, 2)).toMatchObject({ url: 'https://example.com/a' })
  })

  it('[COURSE-067] opens nothing besides: no other section, player, file, caption, note or question', async () => {
    const { course, free, closed } = await buildTried()
    const [{ id: freeId } = { id: '' }, { id: closedId } = { id: '' }] = course.sections
    const id = course.id
    const lecturer = as(people.lecturer)
    const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\n你好'
    const track = (sectionId: string) =>
      lecturer.saveCaption({ params: { id, sectionId, language: 'zh' }, body: { text } })
    const [freeTrack, closedTrack] = [await track(freeId), await track(closedId)]
    const questions = [{ content: contentOf['true-false'] }]
    const exercises = [{ at: 1000, mustAnswer: true, attemptsMax: 2, questions }]
    await lecturer.saveExercises({ params: { id, sectionId: freeId }, body: { exercises } })
    const [exercise] = (await lecturer.authoredTimedContent({ params: { id, sectionId: freeId } })).exercises
    const visitor = await newLearner()
    await preview(visitor, course)
    const calls = as(visitor)
    const of = (sectionId: string) => ({ params: { id, sectionId } })
    const refused = await refusals([
      preview(visitor, course, 1),
      calls.startPlayback({ ...of(freeId), body: {} }),
      calls.startPlayback({ ...of(closedId), body: {} }),
      calls.urlProgress({ body: { courseId: id, sectionId: freeId } }),
      calls.sectionTimedContent(of(closedId)),
      calls.caption({ params: { id, captionId: closedTrack.id } }),
      platform.client(exercisesContract, visitor).findExercises({ query: { businessId: id } }),
      platform
        .client(exercisesContract, visitor)
        .temporaryQuestion({ params: { id: exercise?.questions[0]?.id ?? '' } }),
      calls.saveBarrageQuestion({ body: { courseId: id, sectionId: freeId, time: 1000, text: '为什么？' } }),
      calls.createNote({ body: { courseId: id, sectionId: freeId, content: '记一笔' } }),
    ])
    for (const one of refused) expect(one).toMatchObject({ status: 422, errorCode: 40460 })
    for (const { fileId } of [free, closed]) {
      const file = literalCall(platform, visitor, `GET /course-study/file/safe-new/${fileId ?? ''}`)
      expect(await refusal(file)).toMatchObject({ errorCode: 900005 })
    }
    // The captions belong to what is shown; what stops a video and is answered does not.
    expect(await calls.sectionTimedContent(of(freeId))).toMatchObject({
      captions: [{ id: freeTrack.id }],
      exercises: [],
    })
    expect(await calls.caption({ params: { id, captionId: freeTrack.id } })).toMatchObject({ cues: [{ text: '你好' }] })
  })

  it('stays closed to who may not see the course, off the shelf, on the other client, and in a draft', async () => {
    const { sales, inTeam } = await buildSalesTeam(platform.db, people.companyId)
    const { course } = await buildTried({ visibleOrganizationIds: [sales] })
    expect(await refusal(preview(await newLearner(), course))).toMatchObject({ status: 403, errorCode: 10138 })
    expect(await refusal(preview(people.stranger, course))).toMatchObject({ errorCode: 900005 })
    expect((await preview(inTeam, course)).kind).toBe('video')
    const visitor = await newLearner()
    const taken = (await buildTried({ status: 'off-shelf' })).course
    expect(await refusal(preview(visitor, taken))).toMatchObject({ errorCode: 30207 })
    const draft = (await buildTried({ status: 'draft' })).course
    expect(await refusal(preview(visitor, draft))).toMatchObject({ errorCode: 900005 })
    const mobile = (await buildTried({ publishClient: 2 })).course
    expect(await refusal(preview(visitor, mobile))).toMatchObject({ errorCode: 40454 })
    expect((await preview(visitor, mobile, 0, 2)).kind).toBe('video')
  })

  it('goes on being open to a learner whose course is off the shelf no more than the course itself', async () => {
    const { course } = await buildTried()
    const { member } = await studying(course)
    await as(people.lecturer).takeOffShelf({ params: { id: course.id } })
    expect(await refusal(preview(member, course))).toMatchObject({ errorCode: 30207 })
  })

  it('opens before the courses that have to be finished first, which still keep the course itself closed', async () => {
    const [first, { course }] = [await buildTried(), await buildTried()]
    const body = { prerequisiteIds: [first.course.id], revision: 0 }
    await as(people.lecturer).changeCourse({ params: { id: course.id }, body })
    const learner = await studying(course)
    expect(await refusal(learner.start())).toMatchObject({ errorCode: 40463 })
    expect((await preview(learner.member, course)).kind).toBe('video')
  })
})

describe('marking a section as free', () => {
  it('takes effect when it is published, keeps when nothing is said, and is named among the changes', async () => {
    const draft = await newDraft(platform, people.lecturer)
    const { id: sectionId } = await draft.addText('第一节')
    await draft.publish()
    const [params, course] = [{ id: draft.id, sectionId }, { id: draft.id, sections: [{ id: sectionId }] } as never]
    const text = { title: '第一节', isRequired: 1, text: '<p>正文</p>' } as const
    const change = async (freePreview?: boolean) =>
      draft.calls.changeSection({
        params,
        body: { ...text, ...(freePreview !== undefined && { freePreview }), revision: (await draft.edited()).revision },
      })
    await change(true)
    const visitor = await newLearner()
    expect(await refusal(preview(visitor, course))).toMatchObject({ errorCode: 40460 })
    const difference = await draft.calls.versionDifference({ params: { id: draft.id }, query: { from: 1 } })
    expect(difference.changes).toMatchObject([{ change: 'changed', fields: ['preview'] }])
    await change()
    await draft.publish()
    expect(await preview(visitor, course)).toMatchObject({ text: '<p>正文</p>' })
    await change(false)
    await draft.publish()
    expect(await refusal(preview(visitor, course))).toMatchObject({ errorCode: 40460 })
  })

  it('is refused for what counts when it is opened', async () => {
    const course = await buildCourse(platform.db, {
      author: people.lecturer,
      status: 'draft',
      chapters: [{ sections: [{ kind: 'package' }] }],
    })
    const calls = as(people.lecturer)
    const sectionId = course.sections[0]?.id ?? ''
    const body = { title: '课件', isRequired: 1, freePreview: true, revision: 0 } as const
    const chapter = { id: course.id, chapterId: course.chapterIds[0] ?? '' }
    for (const refused of await refusals([
      calls.changeSection({ params: { id: course.id, sectionId }, body }),
      calls.createSection({ params: chapter, body: { ...body, kind: 'package' } }),
      calls.createSection({ params: chapter, body: { ...body, kind: 'live' } }),
    ]))
      expect(refused).toMatchObject({ errorCode: 900001, data: { fields: [{ path: 'freePreview' }] } })
  })
})

describe('who studies a course', () => {
  const offer = (member: BuiltMember, id: string) => as(member).courseOffer({ params: { id } })
  const show = (member: BuiltMember, id: string, isShown = true) =>
    as(member).showInCourse({ params: { id }, body: { isShown } })

  it('names the reward for finishing by the rules of the company', async () => {
    const { course } = await buildTried()
    const { rewards } = await offer(await newLearner(), course.id)
    expect(rewards).toEqual([{ kind: 2, amountHundredths: '500' }])
  })

  it('counts from five learners on, and names nobody who has not said so', async () => {
    const { course } = await buildTried()
    const visitor = await newLearner()
    const learners = []
    for (let count = 0; count < 4; count += 1) learners.push((await studying(course)).member)
    expect(await offer(visitor, course.id)).toMatchObject({
      ...{ finishedCount: null, ownOrganizationCount: null, shown: [], isShown: null },
    })
    learners.push((await studying(course)).member)
    expect(await offer(visitor, course.id)).toMatchObject({ finishedCount: 0, ownOrganizationCount: 5, shown: [] })
    const [one, other] = learners as [BuiltMember, BuiltMember]
    expect((await offer(one, course.id)).isShown).toBe(false)
    await show(one, course.id)
    await show(one, course.id)
    expect((await offer(visitor, course.id)).shown).toMatchObject([{ id: one.id, fullName: expect.any(String) }])
    // Nobody sees themselves among the others.
    expect(await offer(one, course.id)).toMatchObject({ shown: [], isShown: true })
    await sql`update identity.member set enabled = false where id = ${one.id}`.execute(platform.root)
    expect((await offer(other, course.id)).shown).toEqual([])
    await show(other, course.id)
    await show(other, course.id, false)
    expect((await offer(visitor, course.id)).shown).toEqual([])
  })

  it('is for who may see the course, and showing oneself for its learners', async () => {
    const { sales, inTeam } = await buildSalesTeam(platform.db, people.companyId)
    const { course } = await buildTried({ visibleOrganizationIds: [sales] })
    const outsider = await newLearner()
    for (const refused of await refusals([offer(outsider, course.id), show(outsider, course.id)]))
      expect(refused).toMatchObject({ status: 403 })
    for (const refused of await refusals([offer(people.stranger, course.id), show(people.stranger, course.id)]))
      expect(refused).toMatchObject({ errorCode: 900005 })
    expect(await refusal(show(inTeam, course.id))).toMatchObject({ errorCode: 40460 })
    const taken = (await buildTried({ status: 'off-shelf' })).course
    for (const refused of await refusals([offer(outsider, taken.id), show(outsider, taken.id)]))
      expect(refused).toMatchObject({ errorCode: 30207 })
  })

  it('forgets with an erasure that somebody was shown', async () => {
    const { course } = await buildTried()
    const { member } = await studying(course)
    await show(member, course.id)
    const { personalData } = await import('#server/personal-data.ts')
    const part = personalData.all().find((one) => one.module === 'courses')
    const owner = { companyId: people.companyId, memberId: member.id, now: platform.now }
    const [registrations] = (await part?.collect(platform.db, owner)) ?? []
    expect(registrations?.rows).toMatchObject([{ is_shown: true }])
    await part?.erase(platform.db, owner)
    const visitor = await buildMember(platform.db, { companyId: people.companyId })
    expect((await offer(visitor, course.id)).shown).toEqual([])
  })
})
