import { beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '#modules/content/catalog/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { buildCourse } from '../courses.fixture.ts'
import { newDraft as draftOf } from '../study.fixture.ts'

const platform = testPlatform()
let companyId: string
let lecturer: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'], fullName: '苏静' })
})

const as = (member: BuiltMember) => platform.client(courses, member)
const newFile = (input: Partial<Parameters<typeof buildFile>[1]> = {}) =>
  buildFile(platform.db, { companyId, ownerId: lecturer.id, durationMs: 60_000, ...input })

const newDraft = (name?: string) => draftOf(platform, lecturer, name)

describe('the shelf', () => {
  it('refuses to publish without a required section (40109)', async () => {
    const draft = await newDraft()
    expect(await refusal(draft.publish())).toMatchObject({ errorCode: 40109 })
    await draft.addText('选修', 0)
    await proves('COURSE-129', async () => {
      expect(await refusal(draft.publish())).toMatchObject({
        status: 422,
        message: '422 40109 至少需要一个必修内容才能发布',
      })
      const { revision } = await draft.edited()
      const english = { headers: { 'accept-language': 'en' } }
      const publish = draft.calls.publishCourse({ params: { id: draft.id }, body: { revision } }, english)
      expect((await refusal(publish)).message).toBe('422 40109 At least one required item is needed to publish')
    })
    await proves('COURSE-070', async () => {
      expect(await refusal(draft.publish())).toMatchObject({ status: 422, errorCode: 40109 })
      expect(await draft.edited()).toMatchObject({ status: 'draft', publishHints: ['no-required-section'] })
      await draft.addText('必修', 1)
      expect(await draft.publish()).toMatchObject({ versionNumber: 1 })
      expect(await draft.edited()).toMatchObject({ status: 'on-shelf' })
    })
  })

  it('refuses an empty chapter by its name, which the editor knows before (40473)', async () => {
    const draft = await newDraft()
    await draft.addText('必修')
    const params = { id: draft.id }
    const revision = async () => (await draft.edited()).revision
    const addChapter = async (title: string) =>
      draft.calls.createChapter({ params, body: { title, revision: await revision() } })
    const { id: chapterId } = await addChapter('应急处置')
    await addChapter('附录')
    expect((await draft.edited()).publishHints).toEqual(['empty-chapter'])
    expect(await refusal(draft.publish())).toMatchObject({
      ...{ status: 422, errorCode: 40473, data: { title: '应急处置', titles: ['应急处置', '附录'] } },
      message: '422 40473 章节“应急处置”还没有小节，请添加小节或删除该章节后再发布',
    })
    const english = { headers: { 'accept-language': 'en' } }
    const publish = draft.calls.publishCourse({ params, body: { revision: await revision() } }, english)
    expect((await refusal(publish)).message).toContain('The chapter “应急处置” has no sections yet.')
    expect(await draft.edited()).toMatchObject({ status: 'draft' })
    const appendixId = (await draft.edited()).chapters[2]?.id ?? ''
    await draft.calls.deleteChapter({
      params: { ...params, chapterId: appendixId },
      query: { revision: await revision() },
    })
    const body = {
      kind: 'text',
      title: '一节',
      isRequired: 0,
      text: '<p>正文</p>',
      revision: await revision(),
    } as const
    await draft.calls.createSection({ params: { ...params, chapterId }, body })
    expect((await draft.edited()).publishHints).toEqual([])
    expect(await draft.publish()).toMatchObject({ versionNumber: 1 })
  })

  it('is offered afterwards to an author who is among its learners, and to no other', async () => {
    const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    const sales = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '销售部' })
    const [course, limited, draft] = [
      await buildCourse(platform.db, { author: lecturer }),
      await buildCourse(platform.db, { author: lecturer, visibleOrganizationIds: [sales] }),
      await buildCourse(platform.db, { author: lecturer, status: 'draft' }),
    ]
    const opening = (id: string, member = lecturer, type = 1) =>
      platform.client(catalog, member).contentOpening({ params: { businessType: type, id } })
    expect(await opening(course.id)).toEqual({ link: `/study/course/detail/${course.id}`, kind: '课程' })
    expect(await opening(course.id, chief)).toMatchObject({ link: `/study/course/detail/${course.id}` })
    const foreigner = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    for (const closed of [
      await opening(limited.id),
      await opening(draft.id),
      await opening(course.id, foreigner),
      await opening(course.id, lecturer, 2),
      await opening(course.id, lecturer, 999),
    ])
      expect(closed.link).toBeNull()
    await as(lecturer).takeOffShelf({ params: { id: course.id } })
    expect((await opening(course.id)).link).toBeNull()
  })

  it('leaves a course that was published with an empty chapter where it is; its next version is refused', async () => {
    const course = await buildCourse(platform.db, {
      author: lecturer,
      chapters: [{ sections: [{}] }, { title: '旧的空章', sections: [] }],
    })
    const params = { id: course.id }
    const learner = as(await buildMember(platform.db, { companyId }))
    expect(await learner.courseDetail({ params })).toMatchObject({ status: 'on-shelf' })
    await learner.registerForCourse({ params })
    const body = { kind: 'text', title: '新的一节', isRequired: 0, text: '<p>正文</p>', revision: 0 } as const
    const chapterId = course.chapterIds[0] ?? ''
    await as(lecturer).createSection({ params: { ...params, chapterId }, body })
    const publish = as(lecturer).publishCourse({ params, body: { revision: 1 } })
    expect(await refusal(publish)).toMatchObject({ errorCode: 40473, data: { title: '旧的空章' } })
    expect(await learner.courseDetail({ params })).toMatchObject({ status: 'on-shelf', versionNumber: 1 })
  })

  it('[COURSE-072] shows learners a change when it is published and they move, and keeps what they have finished', async () => {
    const draft = await newDraft('版本')
    const first = await draft.addText('甲')
    await draft.addText('乙')
    await draft.publish()
    const learner = as(await buildMember(platform.db, { companyId }))
    const params = { id: draft.id }
    await learner.registerForCourse({ params })
    const study = async (sectionId: string) => {
      const { playbackId } = await learner.startPlayback({ params: { id: draft.id, sectionId }, body: {} })
      platform.now += 60_000
      const body = { sequence: 1, intervals: [{ from: 0, to: 1 }], activeMs: 0 }
      return learner.heartbeat({ params: { id: playbackId }, body })
    }
    await study(first.id)
    const { revision } = await draft.edited()
    await draft.calls.changeSection({
      params: { id: draft.id, sectionId: first.id },
      body: { title: '甲（新）', isRequired: 1, text: '<p>改过</p>', revision },
    })
    await draft.addText('丙')
    const outline = async () => (await learner.courseDetail({ params })).chapters[0]?.sections.map((s) => s.title)
    expect(await outline()).toEqual(['甲', '乙'])
    expect(await draft.edited()).toMatchObject({
      hasUnpublishedChanges: true,
      actions: expect.arrayContaining(['publish']),
    })
    expect(await draft.publish()).toMatchObject({ versionNumber: 2 })
    expect(await outline()).toEqual(['甲', '乙'])
    await learner.moveToNewestVersion({ params, body: { versionNumber: 2 } })
    expect(await outline()).toEqual(['甲（新）', '乙', '丙'])
    const { progress } = await learner.courseDetail({ params })
    expect(progress).toMatchObject({ finishedCount: 1, requiredCount: 3, status: 1 })
  })

  it('makes a section with another file a new one to learn, and leaves a finished course finished', async () => {
    const draft = await newDraft('换视频')
    const body = { kind: 'video', title: '视频', isRequired: 1, fileId: (await newFile()).id, revision: 0 } as const
    const before = await draft.calls.createSection({ params: { id: draft.id, chapterId: draft.chapterId }, body })
    await draft.publish()
    const learner = as(await buildMember(platform.db, { companyId }))
    await learner.registerForCourse({ params: { id: draft.id } })
    const ids = { id: draft.id, sectionId: before.id }
    const { playbackId } = await learner.startPlayback({ params: ids, body: {} })
    platform.now += 60_000
    const heartbeat = { sequence: 1, intervals: [{ from: 0, to: 60_000 }], activeMs: 0 }
    await learner.heartbeat({ params: { id: playbackId }, body: heartbeat })
    const { revision } = await draft.edited()
    const file = await newFile({ durationMs: 90_000 })
    const change = { title: '视频', isRequired: 1 as const, fileId: file.id }
    const after = await draft.calls.changeSection({ params: ids, body: { ...change, revision } })
    expect(after.id).not.toBe(before.id)
    const renamed = await draft.calls.changeSection({
      params: { ...ids, sectionId: after.id },
      body: { ...change, title: '新视频', revision: after.revision },
    })
    expect(renamed.id).toBe(after.id)
    await draft.publish()
    expect((await learner.startPlayback({ params: ids, body: {} })).progress.finished).toBe(true)
    await learner.moveToNewestVersion({ params: { id: draft.id }, body: { versionNumber: 2 } })
    const detail = await learner.courseDetail({ params: { id: draft.id } })
    expect(detail.progress).toMatchObject({ status: 2, finished: true, percent: 100 })
    expect(detail.chapters[0]?.sections).toMatchObject([{ id: after.id, progress: { status: 0 } }])
    expect(await refusal(learner.startPlayback({ params: ids, body: {} }))).toMatchObject({ errorCode: 900005 })
  })

  it('marks those done who are moved along and have nothing required left in the new version', async () => {
    const draft = await newDraft('减少')
    const first = await draft.addText('甲')
    const second = await draft.addText('乙')
    await draft.publish()
    const [ahead, behind] = [
      await buildMember(platform.db, { companyId }),
      await buildMember(platform.db, { companyId }),
    ]
    for (const member of [ahead, behind]) await as(member).registerForCourse({ params: { id: draft.id } })
    const ids = { id: draft.id, sectionId: first.id }
    const { playbackId } = await as(ahead).startPlayback({ params: ids, body: {} })
    platform.now += 60_000
    await as(ahead).heartbeat({
      params: { id: playbackId },
      body: { sequence: 1, intervals: [{ from: 0, to: 1 }], activeMs: 0 },
    })
    await as(behind).startPlayback({ params: ids, body: {} })
    const { revision } = await draft.edited()
    await draft.calls.deleteSection({ params: { id: draft.id, sectionId: second.id }, query: { revision } })
    const { revision: newest } = await draft.edited()
    await draft.calls.publishCourse({
      params: { id: draft.id },
      body: { revision: newest, moveLearners: 'unfinished' },
    })
    await platform.runJobs()
    const statusOf = async (member: BuiltMember) =>
      (await as(member).courseDetail({ params: { id: draft.id } })).progress.status
    expect(await statusOf(ahead)).toBe(2)
    expect(await statusOf(behind)).toBe(1)
  })

  it('[COURSE-072] takes a course off the shelf and puts it back', async () => {
    const draft = await newDraft('上下架')
    await draft.addText('甲')
    await draft.publish()
    const params = { id: draft.id }
    await draft.calls.takeOffShelf({ params })
    const { actions, status } = await draft.edited()
    expect({ actions, status }).toEqual({
      status: 'off-shelf',
      actions: ['edit', 'preview', 'publish', 'delete', 'see-progress'],
    })
    const learner = as(await buildMember(platform.db, { companyId }))
    const found = () => learner.catalogue({ query: { search: '上下架' } })
    expect((await found()).recordCount).toBe(0)
    expect(await draft.publish()).toMatchObject({ versionNumber: 1 })
    expect((await found()).recordCount).toBe(1)
  })

  it('throws changes away on demand', async () => {
    const draft = await newDraft('放弃修改')
    await draft.addText('甲')
    await draft.publish()
    await draft.addText('乙')
    const { revision } = await draft.edited()
    await draft.calls.discardDraft({ params: { id: draft.id }, body: { revision } })
    expect(await draft.edited()).toMatchObject({
      hasUnpublishedChanges: false,
      chapters: [{ sections: [{ title: '甲' }] }],
    })
  })

  it('refuses what the status does not allow, and says action and status', async () => {
    const draft = await newDraft()
    await draft.addText('甲')
    const params = { id: draft.id }
    const { calls } = draft
    expect(await refusal(calls.takeOffShelf({ params }))).toMatchObject({
      errorCode: 40453,
      data: { action: 'take-off-shelf', status: 'draft' },
    })
    const discard = (revision: number) => refusal(calls.discardDraft({ params, body: { revision } }))
    expect(await discard(1)).toMatchObject({ errorCode: 40453 })
    const { revision } = await draft.publish()
    expect(await refusal(draft.publish())).toMatchObject({ errorCode: 40453, data: { action: 'publish' } })
    expect(await refusal(calls.deleteCourse({ params }))).toMatchObject({
      errorCode: 40453,
      data: { status: 'on-shelf' },
    })
    expect(await discard(revision)).toMatchObject({ errorCode: 40453 })
  })

  it('[COURSE-072] deletes a draft with all that is in it', async () => {
    const draft = await newDraft()
    await draft.addText('甲')
    await draft.calls.deleteCourse({ params: { id: draft.id } })
    expect(await refusal(draft.edited())).toMatchObject({ errorCode: 900005 })
  })
})

describe('limits', () => {
  it('refuses a chapter beyond 100 and a section beyond 1,000', async () => {
    const sections = Array.from({ length: 1000 }, () => ({}))
    const chapters = [{ sections }, ...Array.from({ length: 99 }, () => ({ sections: [] }))]
    const course = await buildCourse(platform.db, { author: lecturer, status: 'draft', chapters })
    const calls = as(lecturer)
    const chapter = calls.createChapter({ params: { id: course.id }, body: { title: '多', revision: 0 } })
    expect(await refusal(chapter)).toMatchObject({ errorCode: 40459, data: { max: 100 } })
    const section = calls.createSection({
      params: { id: course.id, chapterId: course.chapterIds[1] ?? '' },
      body: { kind: 'text', title: '多', isRequired: 1, text: '<p>多</p>', revision: 0 },
    })
    expect(await refusal(section)).toMatchObject({ errorCode: 40459, data: { max: 1000 } })
  })
})
