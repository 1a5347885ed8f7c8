import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { courses } from '#modules/learning/courses/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { type BuiltCourse, buildCourse } from '../courses.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
const minute = 60_000
let companyId: string
let author: BuiltMember
let lecturer: BuiltMember
let chief: BuiltMember
let stranger: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  author = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  lecturer = await buildMember(platform.db, { companyId })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  const elsewhere = await buildCompany(platform.db, '另一家')
  stranger = await buildMember(platform.db, { companyId: elsewhere, roles: ['super-admin'] })
})

const as = (member: BuiltMember) => platform.client(courses, member)
const todosAbout = async (member: BuiltMember, { id }: BuiltCourse) =>
  (await platform.client(messages, member).findMyUnfinished({ query: { pageSize: 50 } })).items.filter(
    ({ businessId }) => businessId === id,
  )
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode

async function askedCourse(name: string, texts: readonly string[] = ['为什么先拔销？']) {
  const course = await buildCourse(platform.db, {
    ...{ author, name },
    chapters: [{ sections: [{ kind: 'video', title: '灭火', durationMs: 10 * minute }] }],
  })
  await sql`update courses.course set lecturer_id = ${lecturer.id} where id = ${course.id}`.execute(platform.root)
  const learner = await buildMember(platform.db, { companyId })
  await as(learner).registerForCourse({ params: { id: course.id } })
  const ids: string[] = []
  for (const [index, text] of texts.entries()) {
    platform.now += minute
    const body = { courseId: course.id, sectionId: course.sections[0]?.id ?? '', time: index * minute, text }
    ids.push((await as(learner).saveBarrageQuestion({ body })).id)
  }
  const waiting = async (member: BuiltMember) =>
    (await as(member).learnerQuestions({ query: { courseId: course.id } })).items.map(({ id }) => id)
  const answered = async (member: BuiltMember) =>
    (await as(member).learnerQuestions({ query: { courseId: course.id, answered: true } })).items
  const shown = async () => (await as(learner).barrageQuestions({ query: { courseId: course.id } })).items
  return { course, learner, ids, id: ids[0] ?? '', waiting, answered, shown }
}
const answer = (member: BuiltMember, id: string, text = '不拔销压不下去', replaces?: number) =>
  as(member).answerBarrageQuestion({ params: { id }, body: { text, ...(replaces !== undefined && { replaces }) } })

describe('questions of learners', () => {
  it('wait for author, lecturer and managers of the course, oldest first, and for nobody else', async () => {
    const { course, learner, ids, waiting } = await askedCourse('消防', ['一', '二'])
    for (const member of [author, lecturer, chief]) expect(await waiting(member)).toEqual(ids)
    for (const member of [learner, stranger]) expect(await waiting(member)).toEqual([])
    const { items } = await as(lecturer).learnerQuestions({ query: { courseId: course.id, pageSize: 1, page: 2 } })
    expect(items).toMatchObject([
      { id: ids[1], courseName: '消防', sectionTitle: '灭火', time: minute, text: '二', answer: null, mayAnswer: true },
    ])
    await sql`update courses.course set deleted_at = 1 where id = ${course.id}`.execute(platform.root)
    expect(await waiting(author)).toEqual([])
    expect(await codeOf(answer(author, ids[0] ?? ''))).toBe(900005)
  })

  it('are answered once; the answer stands beside the question and is news to whoever asked', async () => {
    const { course, learner, id, waiting, answered, shown } = await askedCourse('急救')
    expect(await todosAbout(lecturer, course)).toMatchObject([
      { kind: 'course.answer', action: 'go-answer', amount: 1, link: `/admin/course-questions?course=${course.id}` },
    ])
    expect(await todosAbout(learner, course)).toEqual([])
    await answer(lecturer, id, '  销子锁住了压柄  ')
    const stands = {
      answer: {
        text: '销子锁住了压柄',
        answeredAt: platform.now,
        member: { id: lecturer.id },
      },
    }
    expect(await shown()).toMatchObject([{ id, ...stands, mayAnswer: false, mayDelete: true }])
    expect(await waiting(lecturer)).toEqual([])
    expect(await answered(chief)).toMatchObject([{ id, ...stands, mayAnswer: true }])
    expect(await todosAbout(lecturer, course)).toEqual([])
    await platform.runJobs()
    const news = await platform.client(messages, learner).listNotifications()
    expect(news.items).toMatchObject([
      {
        title: '您在课程《急救》的提问已回答',
        link: `/study/course/detail/${course.id}?section=${course.sections[0]?.id}`,
      },
    ])
  })

  it('are not answered by learners, by whoever asked, or from another company', async () => {
    const { course, learner, id, shown } = await askedCourse('用电')
    const other = await buildMember(platform.db, { companyId })
    await as(other).registerForCourse({ params: { id: course.id } })
    expect(await codeOf(answer(other, id))).toBe(10138)
    expect(await codeOf(answer(learner, id))).toBe(10138)
    expect(await codeOf(answer(stranger, id))).toBe(900005)
    await as(lecturer).registerForCourse({ params: { id: course.id } })
    const body = { courseId: course.id, sectionId: course.sections[0]?.id ?? '', time: 0, text: '我自己问的' }
    const own = await as(lecturer).saveBarrageQuestion({ body })
    expect(await codeOf(answer(lecturer, own.id))).toBe(10138)
    expect((await shown()).map((question) => question.answer)).toEqual([null, null])
    expect(await todosAbout(lecturer, course)).toMatchObject([{ amount: 1 }])
    expect(await todosAbout(author, course)).toMatchObject([{ amount: 2 }])
  })

  it('take an answer of 1 to 1,000 characters without sensitive words', async () => {
    const { id } = await askedCourse('密码')
    expect(await codeOf(answer(lecturer, id, '  '))).toBe(900001)
    expect(await codeOf(answer(lecturer, id, '答'.repeat(1001)))).toBe(900001)
    await answer(lecturer, id, '答'.repeat(1000))
  })

  it('keep the answer that its writer has not read', async () => {
    const { id, shown } = await askedCourse('搬运')
    await answer(lecturer, id, '第一个')
    const first = (await shown())[0]?.answer?.answeredAt ?? 0
    expect(await refusal(answer(chief, id, '没看到'))).toMatchObject({ errorCode: 40475, data: { answeredAt: first } })
    expect(await codeOf(answer(chief, id, '没看到', first - 1))).toBe(40475)
    await answer(chief, id, '第二个', first)
    const [question] = await shown()
    expect(question?.answer).toMatchObject({ text: '第二个', member: { id: chief.id } })
    expect(await codeOf(answer(lecturer, id, '旧的', first))).toBe(40475)
    expect(await shown()).toEqual([question])
  })

  it('have one answer of those that come at once', async () => {
    const { id, shown } = await askedCourse('疏散')
    const begin = () => Promise.resolve()
    const locked = () => sql`select from courses.barrage_question where id = ${id} for update`
    const call = (index: number) => answer(index % 2 === 0 ? lecturer : chief, id, `第 ${index} 个`)
    expect(await race(platform, 6, call, { begin, locked })).toMatchObject({ accepted: 1, refused: { 40475: 5 } })
    expect((await shown())[0]?.answer?.text).toMatch(/^第 \d 个$/)
  })
})
