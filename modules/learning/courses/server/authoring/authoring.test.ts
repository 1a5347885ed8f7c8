import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { buildCategory, buildCourse } from '../courses.fixture.ts'
import { coursePeople, newDraft as draftOf } from '../study.fixture.ts'

const platform = testPlatform()
const people = coursePeople(platform)

const as = (member: BuiltMember) => platform.client(courses, member)
const newFile = (input: Partial<Parameters<typeof buildFile>[1]> = {}) =>
  buildFile(platform.db, { companyId: people.companyId, ownerId: people.lecturer.id, durationMs: 60_000, ...input })

const newDraft = (name?: string) => draftOf(platform, people.lecturer, name)

describe('authoring a course', () => {
  it('[COURSE-072] creates a draft with one chapter, which only its authors see', async () => {
    const draft = await newDraft()
    expect(await draft.edited()).toMatchObject({
      name: '新员工入职培训',
      status: 'draft',
      actions: ['edit', 'preview', 'publish', 'delete'],
      publishHints: ['no-section'],
      author: { fullName: '苏静' },
      lecturer: { fullName: '苏静' },
      hasUnpublishedChanges: false,
      chapters: [{ title: '第 1 章', sections: [] }],
    })
    const learner = await buildMember(platform.db, { companyId: people.companyId })
    expect(await refusal(as(learner).courseDetail({ params: { id: draft.id } }))).toMatchObject({ errorCode: 900005 })
  })

  it('[COURSE-072] changes what the course says of itself, cleans its rich text, and leaves out what is not named', async () => {
    const draft = await newDraft()
    const cover = await newFile({ kind: 'cover', contentType: 'image/png', name: '封面.png' })
    const category = await buildCategory(platform.db, { companyId: people.companyId, name: '管理' })
    const sales = await buildOrganization(platform.db, {
      companyId: people.companyId,
      parentId: people.companyId,
      name: '销售部',
    })
    const body = {
      revision: 0,
      description: '<p onclick="x()">说明<script>alert(1)</script><img src="https://spy.example/x.png"></p>',
      coverFileId: cover.id,
      categoryId: category.id,
      lecturerId: people.colleague.id,
      publishClient: 1 as const,
      visibleOrganizationIds: [sales],
    }
    const changed = await draft.calls.changeCourse({ params: { id: draft.id }, body })
    expect(changed.revision).toBe(1)
    expect(await draft.edited()).toMatchObject({
      name: '新员工入职培训',
      description: '<p>说明</p>',
      coverUrl: `/api/v1/human/file/${cover.id}`,
      category: { pathName: '管理' },
      lecturer: { id: people.colleague.id },
      publishClient: 1,
      visibleOrganizations: [{ id: sales, name: '销售部' }],
      revision: 1,
    })
    const cleared = { revision: 1, name: ' 安全 ', coverFileId: null, categoryId: null, visibleOrganizationIds: [] }
    await draft.calls.changeCourse({ params: { id: draft.id }, body: cleared })
    expect(await draft.edited()).toMatchObject({
      name: '安全',
      coverUrl: null,
      category: null,
      visibleOrganizations: [],
    })
  })

  it('refuses a cover that is no picture or somebody else’s, and what is not in the company', async () => {
    const draft = await newDraft()
    const change = (body: object) =>
      refusal(draft.calls.changeCourse({ params: { id: draft.id }, body: { revision: 0, ...body } }))
    const video = await newFile()
    const theirs = await newFile({ ownerId: people.colleague.id, kind: 'cover', contentType: 'image/png' })
    expect(await change({ coverFileId: video.id })).toMatchObject({ errorCode: 40455, data: { reason: 'other-kind' } })
    expect(await change({ coverFileId: theirs.id })).toMatchObject({ errorCode: 40455, data: { reason: 'missing' } })
    const foreignCategory = await buildCategory(platform.db, { companyId: people.foreigner.companyId, name: '别家' })
    for (const body of [
      { categoryId: foreignCategory.id },
      { lecturerId: people.foreigner.id },
      { visibleOrganizationIds: [people.foreigner.companyId] },
    ])
      expect(await change(body)).toMatchObject({ errorCode: 900005 })
    const create = as(people.lecturer).createCourse({ body: { name: '课程', coverFileId: video.id } })
    expect(await refusal(create)).toMatchObject({ errorCode: 40455 })
    const lost = as(people.lecturer).createCourse({ body: { name: '课程', categoryId: foreignCategory.id } })
    expect(await refusal(lost)).toMatchObject({ errorCode: 900005 })
  })

  it('[COURSE-066] makes sections of every kind, required or elective, with the length that the server found', async () => {
    const draft = await newDraft()
    const video = await newFile({ durationMs: 61_400 })
    const audio = await newFile({ kind: 'audio', contentType: 'audio/mpeg', durationMs: 30_000 })
    const pdf = await newFile({ kind: 'pdf', contentType: 'application/pdf', pages: 12, durationMs: undefined })
    const bodies = [
      { kind: 'video', title: '视频', isRequired: 1, fileId: video.id },
      { kind: 'audio', title: '音频', isRequired: 0, fileId: audio.id },
      { kind: 'pdf', title: '文档', isRequired: 0, fileId: pdf.id },
      { kind: 'text', title: '图文', isRequired: 0, text: '<p>正文</p>' },
      { kind: 'link', title: '链接', isRequired: 0, url: 'https://example.com/' },
    ] as const
    for (const [revision, body] of bodies.entries()) {
      const params = { id: draft.id, chapterId: draft.chapterId }
      await draft.calls.createSection({ params, body: { ...body, revision } })
    }
    const { chapters, publishHints } = await draft.edited()
    expect(publishHints).toEqual([])
    expect(chapters[0]?.sections).toMatchObject([
      { kind: 'video', isRequired: 1, unit: 'ms', unitCount: 61_400, durationSeconds: 61, fileId: video.id },
      { kind: 'audio', isRequired: 0, durationSeconds: 30 },
      { kind: 'pdf', unit: 'page', unitCount: 12, pageCount: 12 },
      { kind: 'text', unit: 'whole', unitCount: 1 },
      { kind: 'link', url: 'https://example.com/' },
    ])
    const sectionId = chapters[0]?.sections[3]?.id ?? ''
    const full = await draft.calls.authoredSection({ params: { id: draft.id, sectionId } })
    expect(full).toMatchObject({ text: '<p>正文</p>', fileName: null })
    const preview = await draft.calls.previewSection({
      params: { id: draft.id, sectionId: chapters[0]?.sections[0]?.id ?? '' },
    })
    expect(preview.url).toContain(`/api/v1/human/file/${video.id}?grant=`)
    const seen = await draft.calls.previewCourse({ params: { id: draft.id } })
    expect(seen).toMatchObject({ closedBecause: 'preview', canStudy: false, study: null })
    expect(seen.chapters[0]?.sections).toHaveLength(5)
    // Counts are those of the outline, although nothing is published.
    const seconds = seen.chapters.flatMap((chapter) => chapter.sections).map((section) => section.durationSeconds)
    expect(seen).toMatchObject({ sectionCount: 5, durationSeconds: seconds.reduce((sum, one) => sum + one, 0) })
    expect(seen.durationSeconds).toBeGreaterThan(0)
  })

  it('refuses a file that is missing, of another kind, or of unknown length, and a section without its content', async () => {
    const draft = await newDraft()
    const added = await draft.addText('第一节')
    const add = (body: object) =>
      refusal(
        draft.calls.createSection({
          params: { id: draft.id, chapterId: draft.chapterId },
          body: { kind: 'video', title: '视频', isRequired: 1, revision: 1, ...body },
        }),
      )
    const unknown = await newFile({ durationMs: undefined })
    const theirs = await newFile({ ownerId: people.colleague.id })
    const pdf = await newFile({ contentType: 'application/pdf' })
    expect(await add({ fileId: uuid() })).toMatchObject({ errorCode: 40455, data: { reason: 'missing' } })
    expect(await add({ fileId: theirs.id })).toMatchObject({ errorCode: 40455, data: { reason: 'missing' } })
    expect(await add({ fileId: pdf.id })).toMatchObject({ errorCode: 40455, data: { reason: 'other-kind' } })
    expect(await add({ fileId: unknown.id })).toMatchObject({ errorCode: 40455, data: { reason: 'length-unknown' } })
    expect(await add({})).toMatchObject({ errorCode: 900001, data: { fields: [{ path: 'fileId' }] } })
    expect(await add({ kind: 'link' })).toMatchObject({ data: { fields: [{ path: 'url' }] } })
    expect(await add({ kind: 'text', text: '<script>x</script>' })).toMatchObject({
      data: { fields: [{ path: 'text' }] },
    })
    expect(await add({ kind: 'link', url: 'javascript:alert(1)' })).toMatchObject({ errorCode: 900001 })
    const wrong = { title: '图文', isRequired: 1 as const, revision: added.revision }
    const change = draft.calls.changeSection({ params: { id: draft.id, sectionId: added.id }, body: wrong })
    expect(await refusal(change)).toMatchObject({ data: { fields: [{ path: 'text' }] } })
    const video = await draft.calls.createSection({
      params: { id: draft.id, chapterId: draft.chapterId },
      body: { kind: 'video', title: '视频', isRequired: 1, fileId: (await newFile()).id, revision: added.revision },
    })
    const exchange = draft.calls.changeSection({
      params: { id: draft.id, sectionId: video.id },
      body: { title: '视频', isRequired: 1, fileId: pdf.id, revision: video.revision },
    })
    expect(await refusal(exchange)).toMatchObject({ errorCode: 40455 })
  })

  it('[COURSE-072] reorders chapters and sections by one call, which names each exactly once', async () => {
    const draft = await newDraft()
    const titles = ['甲', '乙', '丙']
    const ids: string[] = []
    for (const title of titles) ids.push((await draft.addText(title)).id)
    const [a = '', b = '', c = ''] = ids
    const second = await draft.calls.createChapter({ params: { id: draft.id }, body: { title: '第二章', revision: 3 } })
    const order = (chapters: { id: string; sectionIds: string[] }[], revision: number) =>
      draft.calls.orderCourse({ params: { id: draft.id }, body: { chapters, revision } })
    const moved = await order(
      [
        { id: second.id, sectionIds: [c, a] },
        { id: draft.chapterId, sectionIds: [b] },
      ],
      second.revision,
    )
    const outline = (await draft.edited()).chapters.map(({ title, sections }) => [
      title,
      ...sections.map((s) => s.title),
    ])
    expect(outline).toEqual([
      ['第二章', '丙', '甲'],
      ['第 1 章', '乙'],
    ])
    for (const wrong of [
      [{ id: second.id, sectionIds: [a, b, c] }],
      [
        { id: second.id, sectionIds: [a, a, b] },
        { id: draft.chapterId, sectionIds: [] },
      ],
      [
        { id: second.id, sectionIds: [a, b] },
        { id: draft.chapterId, sectionIds: [] },
      ],
    ])
      expect(await refusal(order(wrong, moved.revision))).toMatchObject({
        errorCode: 900001,
        data: { fields: [{ rule: 'order' }] },
      })
  })

  it('renames and deletes chapters and sections', async () => {
    const draft = await newDraft()
    const { id: sectionId } = await draft.addText('甲')
    await draft.addText('乙')
    const params = { id: draft.id, chapterId: draft.chapterId }
    await draft.calls.changeChapter({ params, body: { title: '概述', revision: 2 } })
    await draft.calls.changeSection({
      params: { id: draft.id, sectionId },
      body: { title: '甲二', isRequired: 0, text: '<p>新</p>', revision: 3 },
    })
    expect((await draft.edited()).chapters).toMatchObject([
      { title: '概述', sections: [{ id: sectionId, title: '甲二' }, {}] },
    ])
    await draft.calls.deleteSection({ params: { id: draft.id, sectionId }, query: { revision: 4 } })
    expect((await draft.edited()).chapters[0]?.sections).toMatchObject([{ title: '乙' }])
    await draft.calls.deleteChapter({ params, query: { revision: 5 } })
    expect((await draft.edited()).chapters).toEqual([])
  })
})

describe('two authors at once', () => {
  it('refuses every change that was made on an older revision, with the newest one', async () => {
    const draft = await newDraft()
    const section = await draft.addText('甲')
    const { calls, id, chapterId } = draft
    const [params, revision] = [{ id }, 0]
    const text = { title: '乙', isRequired: 1 as const, text: '<p>乙</p>', revision }
    const changes = [
      calls.changeCourse({ params, body: { name: '新名', revision } }),
      calls.createChapter({ params, body: { title: '新章', revision } }),
      calls.changeChapter({ params: { id, chapterId }, body: { title: '新章', revision } }),
      calls.deleteChapter({ params: { id, chapterId }, query: { revision } }),
      calls.createSection({ params: { id, chapterId }, body: { ...text, kind: 'text' } }),
      calls.changeSection({ params: { id, sectionId: section.id }, body: text }),
      calls.deleteSection({ params: { id, sectionId: section.id }, query: { revision } }),
      calls.orderCourse({ params, body: { chapters: [], revision } }),
      calls.publishCourse({ params, body: { revision } }),
      calls.discardDraft({ params, body: { revision } }),
    ]
    for (const refused of await refusals(changes))
      expect(refused).toMatchObject({ errorCode: 40452, data: { revision: 1 } })
    expect(await draft.edited()).toMatchObject({ revision: 1, name: '新员工入职培训' })
  })

  it('refuses every call of a people.colleague, and knows nothing of the course in another company', async () => {
    const draft = await newDraft()
    const section = await draft.addText('甲')
    const { id, chapterId } = draft
    const [params, revision] = [{ id }, 1]
    const text = { title: '乙', isRequired: 1 as const, text: '<p>乙</p>', revision }
    const sectionOf = { id, sectionId: section.id }
    const attempts = (member: BuiltMember) => {
      const calls = as(member)
      return [
        calls.editedCourse({ params }),
        calls.changeCourse({ params, body: { name: '新名', revision } }),
        calls.deleteCourse({ params }),
        calls.publishCourse({ params, body: { revision } }),
        calls.takeOffShelf({ params }),
        calls.discardDraft({ params, body: { revision } }),
        calls.previewCourse({ params }),
        calls.previewSection({ params: sectionOf }),
        calls.createChapter({ params, body: { title: '新章', revision } }),
        calls.changeChapter({ params: { id, chapterId }, body: { title: '新章', revision } }),
        calls.deleteChapter({ params: { id, chapterId }, query: { revision } }),
        calls.authoredSection({ params: sectionOf }),
        calls.createSection({ params: { id, chapterId }, body: { ...text, kind: 'text' } }),
        calls.changeSection({ params: sectionOf, body: text }),
        calls.deleteSection({ params: sectionOf, query: { revision } }),
        calls.orderCourse({ params, body: { chapters: [], revision } }),
      ]
    }
    for (const refused of await refusals(attempts(people.colleague)))
      expect(refused).toMatchObject({ status: 403, errorCode: 10138 })
    for (const refused of await refusals(attempts(people.foreigner)))
      expect(refused).toMatchObject({ status: 422, errorCode: 900005 })
    const learner = await buildMember(platform.db, { companyId: people.companyId })
    expect(await refusal(as(learner).createCourse({ body: { name: '课' } }))).toMatchObject({ status: 403 })
  })

  it('lets an administrator change the courses of the own organizations, and no others', async () => {
    const branch = await buildOrganization(platform.db, {
      companyId: people.companyId,
      parentId: people.companyId,
      name: '分公司',
    })
    const branchAdmin = await buildMember(platform.db, {
      companyId: people.companyId,
      organizationId: branch,
      roles: ['admin'],
    })
    const inBranch = await buildMember(platform.db, {
      companyId: people.companyId,
      organizationId: branch,
      roles: ['lecturer'],
    })
    const course = await buildCourse(platform.db, { author: inBranch, name: '分公司课程' })
    const central = await buildCourse(platform.db, { author: people.lecturer })
    expect((await as(branchAdmin).editedCourse({ params: { id: course.id } })).name).toBe('分公司课程')
    expect(await refusal(as(branchAdmin).editedCourse({ params: { id: central.id } }))).toMatchObject({ status: 403 })
    expect((await as(people.chief).editedCourse({ params: { id: course.id } })).name).toBe('分公司课程')
    const listed = await as(branchAdmin).authoredCourses()
    expect(listed.items.map((item) => item.id)).toEqual([course.id])
    expect(await as(branchAdmin).authoredCourses({ query: { mine: true } })).toMatchObject({
      items: [],
      recordCount: 0,
    })
    const all = await as(people.chief).authoredCourses({ query: { search: '分公司', status: 'on-shelf' } })
    expect(all.items).toMatchObject([{ id: course.id, actions: ['edit', 'preview', 'take-off-shelf', 'see-progress'] }])
  })
})
