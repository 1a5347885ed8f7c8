import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { courses } from '#modules/learning/courses/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { words } from '#modules/platform/words/contract.ts'
import { type CallRefused, refusal, testPlatform } from '#test/harness.ts'
import { literalCall } from '#test/literal-call.ts'
import { proves } from '#test/proves.ts'
import { notesMax } from '../../contract/notes.ts'
import { type BuiltCourse, buildCourse } from '../courses.fixture.ts'

const platform = testPlatform()
const minute = 60_000
let companyId: string
let lecturer: BuiltMember
let chief: BuiltMember
let course: BuiltCourse

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  course = await publish()
})

const publish = (input: Partial<Parameters<typeof buildCourse>[1]> = {}) =>
  buildCourse(platform.db, {
    author: lecturer,
    chapters: [
      {
        sections: [
          { kind: 'video', title: '灭火器的使用', durationMs: 10 * minute },
          { kind: 'text' },
          { kind: 'pdf' },
        ],
      },
    ],
    ...input,
  })

async function newLearner(of: BuiltCourse = course) {
  const member = await buildMember(platform.db, { companyId })
  const calls = platform.client(courses, member)
  await calls.registerForCourse({ params: { id: of.id } })
  return { member, calls }
}

const sectionId = (index: number) => course.sections[index]?.id ?? ''
const here = () => ({ courseId: course.id })

describe('notes of a course', () => {
  it('a note with its place stands in the notes of its author', async () => {
    const [{ member, calls }, neighbor] = [await newLearner(), await newLearner()]
    await neighbor.calls.createNote({ body: { ...here(), content: '别人的' } })
    const noteId = await proves('COURSE-115', async () => {
      const form = { ...here(), sectionId: sectionId(0), content: ' 先拔销，再压柄 ', timePoint: 83_000 }
      const added = await literalCall(platform, member, 'POST /course-study/course-front/course-note', { form })
      expect(added).toEqual({ noteId: expect.any(String) })
      return (added as { noteId: string }).noteId
    })
    await proves(['COURSE-084', 'COURSE-111'], async () => {
      const own = await literalCall(platform, member, 'GET /course-study/course-front/course-notes', { query: here() })
      expect(own).toMatchObject({ recordCount: 1, items: [{ noteId, content: '先拔销，再压柄' }] })
      const theirs = await neighbor.calls.courseNotes({ query: here() })
      expect(theirs).toMatchObject({ recordCount: 1, items: [{ content: '别人的' }] })
    })
    await proves('COURSE-030', async () => {
      expect((await calls.courseNotes({ query: here() })).items).toEqual([
        {
          noteId,
          courseId: course.id,
          courseName: '消防安全基础',
          sectionId: sectionId(0),
          sectionTitle: '灭火器的使用',
          content: '先拔销，再压柄',
          timePoint: 83_000,
          unit: 'ms',
          isPublic: 0,
          createTime: platform.now,
          updateTime: platform.now,
          isMine: true,
          member: { id: member.id, fullName: expect.any(String), avatarPath: expect.any(String) },
        },
      ])
    })
  })

  it('[COURSE-111] are found by section and words, over all courses, the newest first or by their place', async () => {
    const { calls } = await newLearner()
    const other = await publish({ name: '急救' })
    await calls.registerForCourse({ params: { id: other.id } })
    for (const [content, at] of [
      ['第三', 300_000],
      ['第一', 1000],
      ['100%_对', 200_000],
    ] as const) {
      platform.now += 1000
      await calls.createNote({ body: { ...here(), sectionId: sectionId(0), content, timePoint: at } })
    }
    platform.now += 1000
    await calls.createNote({ body: { courseId: other.id, content: '整门课' } })
    const contents = async (query: object) => (await calls.courseNotes({ query })).items.map(({ content }) => content)
    expect(await contents({})).toEqual(['整门课', '100%_对', '第一', '第三'])
    expect(await contents({ ...here(), sort: 'place' })).toEqual(['第一', '100%_对', '第三'])
    expect(await contents({ search: '%_' })).toEqual(['100%_对'])
    expect(await contents({ sectionId: sectionId(1) })).toEqual([])
    expect(await contents({ ...here(), page: 2, pageSize: 2 })).toEqual(['第三'])
  })

  it('shows the public ones to all who may open the course, and no private one', async () => {
    const [fresh, elsewhere] = [await publish(), await publish()]
    const [ding, wei] = [await newLearner(fresh), await newLearner(fresh)]
    const note = (content: string, isPublic: 0 | 1) => ({ body: { courseId: fresh.id, content, isPublic } })
    await ding.calls.createNote(note('公开一', 1))
    platform.now += 1000
    await ding.calls.createNote(note('公开二', 1))
    platform.now += 1000
    await ding.calls.createNote(note('私密', 0))
    platform.now += 1000
    await wei.calls.createNote(note('公开三', 1))
    const stillPrivate = await newLearner(fresh)
    await stillPrivate.calls.createNote(note('也是私密', 0))
    const abroad = (await newLearner(elsewhere)).calls
    await abroad.createNote({ body: { courseId: elsewhere.id, content: '另一门课的', isPublic: 1 } })
    const reader = await buildMember(platform.db, { companyId })
    const query = { courseId: fresh.id }
    const read = (list: string) => literalCall(platform, reader, `GET /course-study/course-front/${list}`, { query })
    await proves(['COURSE-085', 'COURSE-112'], async () => {
      expect(await read('course-notes-public')).toMatchObject({
        recordCount: 3,
        items: [
          { content: '公开三', isMine: false, isPublic: 1 },
          { content: '公开二', isMine: false, isPublic: 1 },
          { content: '公开一', isMine: false, isPublic: 1 },
        ],
      })
      const ofWei = await ding.calls.courseNotesPublic({ query: { ...query, memberId: wei.member.id } })
      expect(ofWei.items.map(({ content }) => content)).toEqual(['公开三'])
    })
    await proves(['COURSE-086', 'COURSE-113'], async () => {
      expect(await read('course-notes-public-count')).toEqual({ count: 3 })
    })
    await proves(['COURSE-087', 'COURSE-114'], async () => {
      expect(await read('course-notes-public-members')).toMatchObject({
        items: [
          { id: ding.member.id, noteCount: 2 },
          { id: wei.member.id, noteCount: 1 },
        ],
      })
    })
    await proves('COURSE-015', async () => {
      const own = await ding.calls.courseNotes({ query })
      expect(own.items.map(({ content }) => content)).toEqual(['私密', '公开二', '公开一'])
      const open = await ding.calls.courseNotesPublic({ query })
      expect(open.items.map(({ content, isMine }) => [content, isMine])).toEqual([
        ['公开三', false],
        ['公开二', true],
        ['公开一', true],
      ])
    })
  })

  it('are changed, made public and deleted by their author', async () => {
    const { member, calls } = await newLearner()
    const { noteId } = await calls.createNote({ body: { ...here(), content: '一' } })
    const note = async () => (await calls.courseNotes({ query: here() })).items[0]
    const publicNotes = async () => (await calls.courseNotesPublic({ query: here() })).items.map((one) => one.noteId)
    platform.now += 5000
    await proves(['COURSE-088', 'COURSE-116'], async () => {
      const form = { content: '二' }
      await literalCall(platform, member, `PUT /course-study/course-front/course-note/${noteId}`, { form })
      expect(await note()).toMatchObject({ content: '二', isPublic: 0, updateTime: platform.now })
      expect((await note())?.createTime).toBe(platform.now - 5000)
    })
    await proves('COURSE-090', async () => {
      expect(await publicNotes()).not.toContain(noteId)
      await calls.changeNote({ params: { noteId }, body: { isPublic: 1 } })
      expect(await note()).toMatchObject({ content: '二', isPublic: 1 })
      expect(await publicNotes()).toContain(noteId)
      await calls.deleteNote({ params: { noteId } })
      expect(await calls.courseNotes({ query: here() })).toEqual({ items: [], recordCount: 0 })
      expect(await publicNotes()).not.toContain(noteId)
      expect((await refusal(calls.deleteNote({ params: { noteId } }))).errorCode).toBe(900005)
      expect((await refusal(calls.changeNote({ params: { noteId }, body: { content: '三' } }))).errorCode).toBe(900005)
    })
  })

  it('[COURSE-089] are changed and deleted by nobody else', async () => {
    const [author, other] = [await newLearner(), await newLearner()]
    const { noteId } = await author.calls.createNote({ body: { ...here(), content: '我的', isPublic: 1 } })
    const change = other.calls.changeNote({ params: { noteId }, body: { content: '他的' } })
    expect(await refusal(change)).toMatchObject({ status: 403, errorCode: 10138 })
    expect(await refusal(other.calls.deleteNote({ params: { noteId } }))).toMatchObject({
      status: 403,
      errorCode: 10138,
    })
    expect((await author.calls.courseNotes({ query: here() })).items[0]?.content).toBe('我的')
  })

  it('take a place only inside a section that has places', async () => {
    const { calls } = await newLearner()
    const refused = async (body: object) => {
      const { errorCode, data } = await refusal(calls.createNote({ body: { ...here(), content: '一', ...body } }))
      return [errorCode, (data?.fields as { path: string }[] | undefined)?.[0]?.path]
    }
    expect(await refused({ timePoint: 5 })).toEqual([900001, 'timePoint'])
    expect(await refused({ sectionId: sectionId(0), timePoint: 10 * minute + 1 })).toEqual([900001, 'timePoint'])
    expect(await refused({ sectionId: sectionId(1), timePoint: 0 })).toEqual([900001, 'timePoint'])
    expect(await refused({ sectionId: sectionId(2), timePoint: 4 })).toEqual([900001, 'timePoint'])
    expect(await refused({ content: '   ' })).toEqual([900001, 'content'])
    expect(await refused({ sectionId: course.id })).toEqual([900005, undefined])
    await calls.createNote({ body: { ...here(), content: '第三页', sectionId: sectionId(2), timePoint: 3 } })
    expect((await calls.courseNotes({ query: here() })).recordCount).toBe(1)
  })

  it('are written by learners of the course alone, and by nobody in a course that they may not open', async () => {
    const part = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '封闭部门' })
    const hidden = await publish({ visibleOrganizationIds: [part] })
    const gone = await publish({ status: 'off-shelf' })
    const draft = await publish({ status: 'draft' })
    const calls = platform.client(courses, await buildMember(platform.db, { companyId }))
    const all = (courseId: string) => [
      calls.createNote({ body: { courseId, content: '一' } }),
      calls.courseNotesPublic({ query: { courseId } }),
      calls.courseNotesPublicCount({ query: { courseId } }),
      calls.courseNotesPublicMembers({ query: { courseId } }),
    ]
    const codes = async (courseId: string) =>
      (await Promise.all(all(courseId).map(refusal))).map((refused: CallRefused) => refused.errorCode)
    expect(await codes(hidden.id)).toEqual([10138, 10138, 10138, 10138])
    expect(await codes(gone.id)).toEqual([30207, 30207, 30207, 30207])
    expect(await codes(draft.id)).toEqual([900005, 900005, 900005, 900005])
    expect((await refusal(calls.createNote({ body: { ...here(), content: '一' } }))).errorCode).toBe(40460)
  })

  it('has no sensitive words where others read it', async () => {
    await platform.client(words, chief).addWords({ body: { words: ['赌博'], category: '', level: 'refuse' } })
    const { calls } = await newLearner()
    const { noteId } = await calls.createNote({ body: { ...here(), content: '赌博有害' } })
    expect((await refusal(calls.changeNote({ params: { noteId }, body: { isPublic: 1 } }))).errorCode).toBe(900010)
    const open = calls.createNote({ body: { ...here(), content: '赌博有害', isPublic: 1 } })
    expect((await refusal(open)).errorCode).toBe(900010)
    expect((await calls.courseNotes({ query: here() })).items).toMatchObject([{ isPublic: 0 }])
  })

  it('are so many at most, of a member in a course', async () => {
    const { member, calls } = await newLearner()
    await sql`insert into courses.note (id, company_id, course_id, member_id, content, is_public, created_at, updated_at)
      select gen_random_uuid(), ${companyId}::uuid, ${course.id}::uuid, ${member.id}::uuid, '满', false, 1, 1
      from generate_series(1, ${notesMax}::int)`.execute(platform.root)
    const refused = await refusal(calls.createNote({ body: { ...here(), content: '一' } }))
    expect(refused).toMatchObject({ errorCode: 40459, data: { max: notesMax } })
    const { items, recordCount } = await calls.courseNotes({ query: { ...here(), page: 10, pageSize: 100 } })
    expect([items.length, recordCount]).toEqual([100, notesMax])
  })

  it('leave as a Markdown file of their author, by their place, with nothing that would be markup', async () => {
    const { calls } = await newLearner()
    await calls.createNote({ body: { ...here(), sectionId: sectionId(0), content: '后 <b>x</b>', timePoint: 372_300 } })
    await calls.createNote({ body: { ...here(), sectionId: sectionId(0), content: '# 先', timePoint: 61_000 } })
    await calls.createNote({ body: { ...here(), sectionId: sectionId(2), content: '第二页的话', timePoint: 2 } })
    await calls.createNote({ body: { ...here(), content: '总的', isPublic: 1 } })
    const answer = (await calls.exportNotes({ query: here() })) as unknown as {
      body: string
      headers: Record<string, string>
    }
    expect(answer.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(decodeURIComponent(answer.headers['content-disposition'] ?? '')).toContain('学习笔记-消防安全基础.md')
    const lines = answer.body.split('\n').filter((line) => line !== '')
    expect(lines.map((line) => line.replace(/ · \d{4}-.*(?=\*\*)|\d{4}-[^*]*/, ''))).toEqual([
      '# 学习笔记 · 消防安全基础',
      '## 整门课程',
      '****',
      '总的',
      '## 灭火器的使用',
      '**01:01**',
      '\\# 先',
      '**06:12**',
      '后 \\<b\\>x\\</b\\>',
      '## 安全第一',
      '**第 2 页**',
      '第二页的话',
    ])
    const stranger = platform.client(courses, await buildMember(platform.db, { companyId }))
    const empty = (await stranger.exportNotes({ query: here() })) as unknown as { body: string }
    expect(empty.body).not.toContain('总的')
  })

  it('are taken out of the sight of others by who edits the course; their author keeps them', async () => {
    const { calls } = await newLearner()
    const { noteId } = await calls.createNote({ body: { ...here(), content: '广告', isPublic: 1 } })
    const other = platform.client(courses, await buildMember(platform.db, { companyId, roles: ['lecturer'] }))
    expect(await refusal(other.withdrawNote({ params: { noteId } }))).toMatchObject({ status: 403, errorCode: 10138 })
    const author = platform.client(courses, lecturer)
    await author.withdrawNote({ params: { noteId } })
    expect((await calls.courseNotes({ query: here() })).items).toMatchObject([{ content: '广告', isPublic: 0 }])
    // A private note is not theirs to know of.
    expect((await refusal(author.withdrawNote({ params: { noteId } }))).errorCode).toBe(900005)
  })
})
