import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { captionLanguagesMax } from '#modules/content/playback/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { live } from '#modules/live/live/contract.ts'
import { buildLive } from '#modules/live/live/server/live.fixture.ts'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { literalCall } from '#test/literal-call.ts'
import { proves } from '#test/proves.ts'
import type { SegmentInput } from '../../contract/segments.ts'
import { type BuiltCourse, buildCourse } from '../courses.fixture.ts'

const platform = testPlatform()
const minute = 60_000
let companyId: string
let lecturer: BuiltMember
let course: BuiltCourse

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  course = await publish()
})

const publish = (status: 'on-shelf' | 'off-shelf' | 'draft' = 'on-shelf') =>
  buildCourse(platform.db, {
    author: lecturer,
    status,
    chapters: [
      { sections: [{ kind: 'video', title: '灭火', durationMs: 10 * minute }, { kind: 'text' }] },
      { sections: [{ kind: 'audio', title: '录音', durationMs: 2 * minute }] },
    ],
  })

const author = () => platform.client(courses, lecturer)
const place = (of: BuiltCourse, index = 0) => ({ params: { id: of.id, sectionId: of.sections[index]?.id ?? '' } })

async function newLearner(of: BuiltCourse = course) {
  const calls = platform.client(courses, await buildMember(platform.db, { companyId }))
  await calls.registerForCourse({ params: { id: of.id } })
  return calls
}

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode
const fieldOf = async (call: Promise<unknown>) =>
  ((await refusal(call)).data?.fields as { path: string }[] | undefined)?.[0]?.path

describe('knowledge segments', () => {
  it('are listed in the order of the outline with the time at which each begins', async () => {
    const of = await publish()
    await author().saveSegments({
      ...place(of),
      body: {
        segments: [
          { title: '压柄', from: 5 * minute },
          { title: '拔销', summary: '先做什么', from: 30_000 },
        ],
      },
    })
    await author().saveSegments({ ...place(of, 2), body: { segments: [{ title: '报警', from: 0 }] } })
    const other = await publish()
    await author().saveSegments({ ...place(other), body: { segments: [{ title: '另一门课', from: 0 }] } })
    const member = await buildMember(platform.db, { companyId })
    const learner = platform.client(courses, member)
    await learner.registerForCourse({ params: { id: of.id } })
    await proves('COURSE-119', async () => {
      const address = 'GET /course-study/knowledge-segment/front/findList'
      expect(await literalCall(platform, member, address, { query: { courseId: of.id } })).toMatchObject({
        recordCount: 3,
        items: [{ courseId: of.id }, { courseId: of.id }, { courseId: of.id }],
      })
      const ofOne = await learner.segments({ query: { courseId: of.id, sectionId: of.sections[2]?.id ?? '' } })
      expect(ofOne.items.map(({ title }) => title)).toEqual(['报警'])
    })
    await proves('COURSE-093', async () => {
      expect((await learner.segments({ query: { courseId: of.id } })).items).toMatchObject([
        { title: '拔销', summary: '先做什么', from: 30_000, to: 5 * minute, sectionTitle: '灭火' },
        { title: '压柄', from: 5 * minute, to: 10 * minute, sectionId: of.sections[0]?.id },
        { title: '报警', from: 0, to: 2 * minute, sectionTitle: '录音' },
      ])
      expect((await learner.sectionTimedContent(place(of))).segments).toMatchObject([
        { title: '拔销' },
        { title: '压柄' },
      ])
    })
  })

  it('answers knowledge items in the order of the ids, without what may not be seen', async () => {
    const [seen, hidden] = [await publish(), await publish('off-shelf')]
    const segments = [
      { title: '甲', from: 0 },
      { title: '乙', from: minute },
    ]
    for (const one of [seen, hidden]) await author().saveSegments({ ...place(one), body: { segments } })
    const idsOf = async (of: BuiltCourse) =>
      (await author().authoredTimedContent(place(of))).segments.map(({ id }) => id)
    const [first = '', second = ''] = await idsOf(seen)
    const [gone = ''] = await idsOf(hidden)
    const reader = await buildMember(platform.db, { companyId })
    const query = { ids: [second, gone, course.id, first, second] }
    await proves('COURSE-098', async () => {
      expect(await literalCall(platform, reader, 'GET /course-study/knowledge/ids', { query })).toMatchObject({
        recordCount: 2,
        items: [
          { id: second, title: '乙', from: minute, courseId: seen.id },
          { id: first, title: '甲', from: 0 },
        ],
      })
    })
    await proves('COURSE-101', async () => {
      const found = async (ids: string[]) =>
        (await platform.client(courses, reader).knowledgeByIds({ query: { ids } })).items.map(({ id }) => id)
      expect(await found(query.ids)).toEqual([second, first])
      expect(await found(query.ids.slice(1))).toEqual([first, second])
      const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db, '另一家') })
      expect((await platform.client(courses, stranger).knowledgeByIds({ query })).items).toEqual([])
    })
  })

  it('keep their ids where they are named, and take no one else’s', async () => {
    const of = await publish()
    const save = (segments: SegmentInput[], index = 0) =>
      author().saveSegments({ ...place(of, index), body: { segments } })
    const list = async () => (await author().authoredTimedContent(place(of))).segments
    await save([
      { title: '一', from: 0 },
      { title: '二', from: minute },
    ])
    const [one, two] = await list()
    await save([
      { id: two?.id ?? '', title: '二改', from: 2 * minute },
      { id: course.id, title: '三', from: 3 * minute },
    ])
    const after = await list()
    expect(after.map(({ title }) => title)).toEqual(['二改', '三'])
    expect(after[0]?.id).toBe(two?.id)
    expect([one?.id, course.id]).not.toContain(after[1]?.id)
    await save([])
    expect(await list()).toEqual([])
  })

  it('begin inside the video, no two at the same time, and only where there is a video', async () => {
    const save = (index: number, ...from: number[]) =>
      author().saveSegments({
        ...place(course, index),
        body: { segments: from.map((at) => ({ title: '段', from: at })) },
      })
    expect(await fieldOf(save(0, 10 * minute))).toBe('segments.0.from')
    expect(await fieldOf(save(0, 0, 5, 5))).toBe('segments.2.from')
    expect(await refusal(save(1, 0))).toMatchObject({ errorCode: 40458, data: { kind: 'text' } })
  })

  it('are changed by who edits the course alone, and not while somebody decides about it', async () => {
    const other = platform.client(courses, await buildMember(platform.db, { companyId, roles: ['lecturer'] }))
    const body = { segments: [] }
    const writes = (calls: typeof other, of: BuiltCourse) => [
      calls.saveSegments({ ...place(of), body }),
      calls.saveExercises({ ...place(of), body: { exercises: [] } }),
      calls.saveCaption({ params: { ...place(of).params, language: 'en' }, body: { text: '' } }),
      calls.deleteCaption({ params: { ...place(of).params, language: 'en' } }),
    ]
    const codes = async (calls: readonly Promise<unknown>[]) => Promise.all(calls.map(codeOf))
    const withText = (calls: typeof other, of: BuiltCourse) =>
      calls.saveCaption({ params: { ...place(of).params, language: 'en' }, body: { text: sample } })
    expect(await codes(writes(other, course))).toEqual([10138, 10138, 900001, 10138])
    expect(await codeOf(withText(other, course))).toBe(10138)
    expect(await codeOf(other.authoredTimedContent(place(course)))).toBe(10138)
    const missing = { params: { id: course.id, sectionId: course.id } }
    const nowhere = [
      author().saveSegments({ ...missing, body }),
      author().saveExercises({ ...missing, body: { exercises: [] } }),
      author().saveCaption({ params: { ...missing.params, language: 'en' }, body: { text: sample } }),
      author().deleteCaption({ params: { ...missing.params, language: 'en' } }),
      author().authoredTimedContent(missing),
    ]
    expect(await codes(nowhere)).toEqual([900005, 900005, 900005, 900005, 900005])
    const waiting = await publish('draft')
    const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    const rules = platform.client(approvals, chief)
    const where = { businessType: 1, organizationId: companyId }
    const step = {
      name: '审核',
      who: 'members',
      mode: 'any',
      whenNobody: 'administrator',
      onTimeout: 'escalate',
    } as const
    await rules.saveTemplate({ body: { ...where, name: '课程发布审批', steps: [{ ...step, memberIds: [chief.id] }] } })
    await rules.setSwitch({ body: { ...where, state: 'on' } })
    await author().publishCourse({ params: { id: waiting.id }, body: { revision: 0 } })
    const locked = await codes([...writes(author(), waiting), withText(author(), waiting)])
    expect(locked).toEqual([40453, 40453, 900001, 40453, 40453])
  })

  it('and what else a video holds is for those who study it, or edit it', async () => {
    const [gone, draft] = [await publish('off-shelf'), await publish('draft')]
    const reader = platform.client(courses, await buildMember(platform.db, { companyId }))
    const captionOf = (of: BuiltCourse) => reader.caption({ params: { id: of.id, captionId: of.id } })
    expect(await codeOf(reader.sectionTimedContent(place(course)))).toBe(40460)
    expect(await codeOf(captionOf(course))).toBe(40460)
    expect(await codeOf(reader.sectionTimedContent(place(gone)))).toBe(30207)
    expect(await codeOf(captionOf(gone))).toBe(30207)
    expect(await codeOf(reader.segments({ query: { courseId: gone.id } }))).toBe(30207)
    for (const call of [reader.sectionTimedContent(place(draft)), captionOf(draft)])
      expect(await codeOf(call)).toBe(900005)
    expect(await codeOf(reader.segments({ query: { courseId: draft.id } }))).toBe(900005)
    expect(await author().sectionTimedContent(place(draft))).toEqual({ segments: [], captions: [], exercises: [] })
    const narrow = await publish()
    await sql`update courses.course set visible_to_all = false where id = ${narrow.id}`.execute(platform.root)
    expect(await codeOf(reader.sectionTimedContent(place(narrow)))).toBe(10138)
    expect(await codeOf(captionOf(narrow))).toBe(10138)
    expect(await codeOf(reader.segments({ query: { courseId: narrow.id } }))).toBe(10138)
  })
})

const sample = `WEBVTT

STYLE
::cue { background: url(https://evil.example/x) }

NOTE a comment --> not a time

1
00:01.000 --> 00:03.500 line:0 position:20%
<v 讲师>先 <b>拔销</b>，<script>alert(1)</script>再压柄

00:00:04.000 --> 00:00:05.000
a &lt;b&gt; &amp; c
second line
`

describe('captions', () => {
  it('are read from WebVTT in several languages, as plain text', async () => {
    const of = await publish()
    const save = (language: string, text: string, label?: string) =>
      author().saveCaption({
        params: { ...place(of).params, language },
        body: { text, ...(label !== undefined && { label }) },
      })
    expect(await save('zh-CN', sample)).toMatchObject({ language: 'zh-CN', label: '中文（中国）', cueCount: 2 })
    await save('en', sample.replace('先', 'First'), 'English (auto)')
    const learner = await newLearner(of)
    const { captions } = await learner.sectionTimedContent(place(of))
    expect(captions.map(({ language, label }) => [language, label])).toEqual([
      ['en', 'English (auto)'],
      ['zh-CN', '中文（中国）'],
    ])
    const { cues } = await learner.caption({ params: { id: of.id, captionId: captions[1]?.id ?? '' } })
    expect(cues).toEqual([
      { from: 1000, to: 3500, text: '先 拔销，alert(1)再压柄' },
      { from: 4000, to: 5000, text: 'a <b> & c\nsecond line' },
    ])
    // Another file in the same language takes its place.
    const again = await save('zh-CN', sample.replace('先', '首先'))
    expect(again.id).toBe(captions[1]?.id)
    await author().deleteCaption({ params: { ...place(of).params, language: 'en' } })
    expect((await learner.sectionTimedContent(place(of))).captions.map(({ language }) => language)).toEqual(['zh-CN'])
    const twice = author().deleteCaption({ params: { ...place(of).params, language: 'en' } })
    expect(await codeOf(twice)).toBe(900005)
    const unknown = learner.caption({ params: { id: of.id, captionId: of.id } })
    expect(await codeOf(unknown)).toBe(900005)
  })

  it('that can’t be read are refused with the line and the reason', async () => {
    const reason = async (text: string) => {
      const params = { ...place(course).params, language: 'en' }
      const { errorCode, data } = await refusal(author().saveCaption({ params, body: { text } }))
      return [errorCode, data?.reason, data?.line]
    }
    expect(await reason('hello')).toEqual([40480, 'no-cues', 1])
    expect(await reason('WEBVTT\n\n00:01 --> 00:02\nx')).toEqual([40480, 'bad-time', 3])
    expect(await reason('WEBVTT\n\n00:02.000 --> 00:02.000\nx')).toEqual([40480, 'backwards', 3])
    expect(await reason('WEBVTT\n\nid\n00:10:00.000 --> 00:10:01.000\nx')).toEqual([40480, 'beyond-end', 4])
    const many = Array.from({ length: 6001 }, (_, at) => `00:00.${String(at % 900).padStart(3, '0')} --> 00:01.000\nx`)
    expect(await reason(`WEBVTT\n\n${many.join('\n\n')}`)).toMatchObject([40480, 'too-many', expect.any(Number)])
    const ofText = { params: { ...place(course, 1).params, language: 'en' }, body: { text: sample } }
    expect(await codeOf(author().saveCaption(ofText))).toBe(40458)
    const noLanguage = { params: { ...place(course).params, language: 'en-12' }, body: { text: sample } }
    expect(await codeOf(author().saveCaption(noLanguage))).toBe(900001)
    const noTag = { params: { ...place(course).params, language: '中文' }, body: { text: sample } }
    expect(await codeOf(author().saveCaption(noTag))).toBe(900001)
  })

  it('are in so many languages at most', async () => {
    const of = await publish()
    const save = (language: string) =>
      author().saveCaption({ params: { ...place(of).params, language }, body: { text: sample } })
    const languages = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'pt', 'ru'].slice(0, captionLanguagesMax)
    for (const language of languages) await save(language)
    expect(await refusal(save('zh'))).toMatchObject({ errorCode: 40459, data: { max: captionLanguagesMax } })
    expect((await save('ru')).cueCount).toBe(2)
  })
})

describe('lives by ids', () => {
  it('answers lives in the order of the ids, without those that may not be seen', async () => {
    const input = { companyId, hostId: lecturer.id, now: platform.now } as const
    const [one, two, unpublished] = [
      await buildLive(platform.db, { ...input, status: 1 }),
      await buildLive(platform.db, { ...input, status: 3 }),
      await buildLive(platform.db, { ...input, status: 0 }),
    ]
    const ids = [two, unpublished, course.id, one, two]
    const member = await buildMember(platform.db, { companyId })
    await proves('COURSE-099', async () => {
      const { subject, status } = await platform.client(live, member).detail({ params: { id: one } })
      const answer = await literalCall(platform, member, 'GET /course-study/gensee/front/find-by-ids', {
        query: { ids },
      })
      expect(answer).toMatchObject({ recordCount: 2, items: [{ id: two }, { id: one, subject, status }] })
    })
    await proves('COURSE-101', async () => {
      const found = async (asked: string[]) =>
        (await platform.client(courses, member).livesByIds({ query: { ids: asked } })).items.map(({ id }) => id)
      expect(await found(ids)).toEqual([two, one])
      expect(await found([one, unpublished, two])).toEqual([one, two])
      const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db, '第三家') })
      expect((await platform.client(courses, stranger).livesByIds({ query: { ids } })).items).toEqual([])
    })
  })
})
