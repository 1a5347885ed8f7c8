/** Those who run a class mark its homework: by points or a rubric, once, and see who is missing. */
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { NO_PERMISSION } from '#kit/errors.ts'
import { submissions } from '#modules/content/submissions/contract.ts'
import { storeFile } from '#modules/platform/files/server.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { testRoles } from '#test/roles.ts'
import {
  ARCHIVE_EMPTY,
  ARCHIVE_RUNNING,
  ARCHIVE_TOO_LARGE,
  MARK_DOES_NOT_FIT,
  VERSION_DECIDED,
} from '../contract/codes.ts'
import { firstRules, type TaskRules } from '../contract/shapes.ts'
import { homeworkOn, type TestHomework } from './homework-on.fixture.ts'
import { removeArchives } from './make-archive.ts'

const platform = testPlatform({ poolSize: 6 })
const roles = testRoles(platform, {
  ...{ owner: ['class-teacher'], colleague: ['class-teacher'], otherCompany: ['super-admin'] },
})
const { as, build, handIn, file, mark } = homeworkOn(platform, () => {
  return { author: roles.owner, participants: [roles.member, roles.stranger] }
})
const level = (title: string, tenths: number) => ({ title, tenths })
const rubric: NonNullable<TaskRules['rubric']> = [
  { title: '内容', levels: [level('好', 600), level('中', 300), level('差', 0)] },
  { title: '表达', levels: [level('好', 400), level('差', 100)] },
]
const members = (one: TestHomework, query = {}) => as(roles.owner).homeworkMembers({ ...one, query })

describe('the rules of a homework', () => {
  it('are the first ones until they are changed', async () => {
    const one = await build()
    expect(await as(roles.owner).homeworkTask(one)).toMatchObject({ ...firstRules, isClosed: false })
    const rules: TaskRules = { lateRule: 'refuse', versionsMax: 1, maxTenths: 500, passTenths: 500, rubric: null }
    await as(roles.owner).changeHomeworkTask({ ...one, body: rules })
    expect(await as(roles.owner).homeworkTask(one)).toMatchObject(rules)
    // The best mark follows from the rubric.
    await as(roles.owner).changeHomeworkTask({ ...one, body: { ...rules, rubric, maxTenths: 7 } })
    expect(await as(roles.owner).homeworkTask(one)).toMatchObject({ maxTenths: 1000, rubric })
  })

  it('refuse a pass mark that nobody can reach', async () => {
    const one = await build()
    const write = (part: Partial<TaskRules>) =>
      as(roles.owner).changeHomeworkTask({ ...one, body: { ...firstRules, ...part } })
    const worthless = [{ title: '内容', levels: [level('好', 0), level('差', 0)] }]
    for (const part of [{ passTenths: 1001 }, { rubric, passTenths: 1001 }, { rubric: worthless, passTenths: null }])
      expect(await refusal(write(part))).toMatchObject({ status: 422, errorCode: 900_001 })
    await write({ passTenths: 1000 })
  })
})

describe('a version', () => {
  it('is marked by points up to the best mark', async () => {
    const one = await build({ rules: { maxTenths: 500, passTenths: 300 } })
    const { id: submissionId } = await handIn(roles.member, one)
    for (const body of [{ tenths: null }, { tenths: 501 }, { tenths: 100, levels: [0] }])
      expect(await refusal(mark(roles.owner, one, roles.member, { submissionId, ...body }))).toMatchObject({
        ...{ errorCode: MARK_DOES_NOT_FIT.code, data: { maxTenths: 500 } },
      })
    await mark(roles.owner, one, roles.member, { submissionId, tenths: 500, comment: '很好' })
    expect(await as(roles.member).homework(one)).toMatchObject({
      ...{ state: 'marked', tenths: 500, isPassed: true, obstacle: 'done' },
      history: [
        { state: 'accepted', opinion: '很好', mark: { tenths: 500, maxTenths: 500, comment: '很好', levels: null } },
      ],
    })
  })

  it('is marked by the levels of a rubric, which the learner sees', async () => {
    const one = await build({ rules: { rubric, maxTenths: 1000 } })
    const { id: submissionId } = await handIn(roles.member, one)
    const give = (levels: number[] | null, tenths: number | null = null) =>
      mark(roles.owner, one, roles.member, { submissionId, levels, tenths })
    for (const call of [
      () => give(null, 500),
      () => give([0]),
      () => give([0, 2]),
      () => give([0, 0, 0]),
      () => give([1, 1], 401),
    ])
      expect(await refusal(call())).toMatchObject({ errorCode: MARK_DOES_NOT_FIT.code })
    await give([1, 1], 400)
    expect(await as(roles.member).homework(one)).toMatchObject({
      ...{ tenths: 400, isPassed: false },
      history: [{ mark: { tenths: 400, levels: [1, 1], rubric } }],
    })
    // Another rubric changes no mark that is given.
    await as(roles.owner).changeHomeworkTask({ ...one, body: firstRules })
    expect(await as(roles.member).homework(one)).toMatchObject({ tenths: 400, history: [{ mark: { rubric } }] })
  })

  it('is returned with a comment, and a mark can be corrected', async () => {
    const one = await build()
    const first = await handIn(roles.member, one)
    const silent = mark(roles.owner, one, roles.member, { submissionId: first.id, decision: 'return', comment: ' ' })
    expect(await refusal(silent)).toMatchObject({ status: 422, errorCode: 900_001 })
    await mark(roles.owner, one, roles.member, { submissionId: first.id, decision: 'return', comment: '重做' })
    const again = mark(roles.owner, one, roles.member, { submissionId: first.id, tenths: 900 })
    expect(await refusal(again)).toMatchObject({ errorCode: VERSION_DECIDED.code, data: { state: 'returned' } })
    const second = await handIn(roles.member, one, '第二版')
    const stale = mark(roles.owner, one, roles.member, { submissionId: first.id, tenths: 900 })
    expect(await refusal(stale)).toMatchObject({ errorCode: VERSION_DECIDED.code, data: { state: 'waiting' } })
    await mark(roles.owner, one, roles.member, { submissionId: second.id, tenths: 590 })
    await mark(roles.owner, one, roles.member, { submissionId: second.id, tenths: 610, comment: '更正' })
    expect(await as(roles.member).homework(one)).toMatchObject({
      ...{ tenths: 610, isPassed: true },
      history: [
        { round: 2, mark: { tenths: 610, comment: '更正' } },
        { round: 1, state: 'returned' },
      ],
    })
    const news = await platform.client(messages, roles.member).listNotifications({ query: {} })
    expect(news.items.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['您的作业“团队诊断报告”已批阅', '您的作业“团队诊断报告”被退回修改']),
    )
  })

  it('is decided by one of several at one moment', async () => {
    let one: TestHomework
    let submissionId = ''
    const begin = async () => {
      one = await build()
      submissionId = (await handIn(roles.member, one)).id
    }
    const give = () => mark(roles.owner, one, roles.member, { submissionId, decision: 'return', comment: '重做' })
    expect(await race(platform, 5, give, { begin })).toMatchObject({
      ...{ accepted: 1, refused: { [VERSION_DECIDED.code]: 4 } },
    })
  })

  it('is marked by those who run the class, never by its member', async () => {
    const one = await build({ ofClass: { participants: [roles.member.id, roles.owner.id] } })
    const { id: submissionId } = await handIn(roles.member, one)
    const foreign = mark(roles.colleague, one, roles.member, { submissionId, tenths: 900 })
    expect(await refusal(foreign)).toMatchObject({ errorCode: NO_PERMISSION.code })
    expect(await refusal(mark(roles.otherCompany, one, roles.member, { submissionId, tenths: 900 }))).toMatchObject({
      errorCode: 64_104,
    })
    expect(await refusal(mark(roles.member, one, roles.member, { submissionId, tenths: 900 }))).toMatchObject({
      status: 403,
    })
    const own = await handIn(roles.owner, one)
    const self = mark(roles.owner, one, roles.owner, { submissionId: own.id, tenths: 1000 })
    expect((await refusal(self)).errorCode).not.toBe(0)
    expect(await refusal(mark(roles.owner, one, roles.stranger, { submissionId, tenths: 900 }))).toMatchObject({
      errorCode: 900_005,
    })
  })

  it('that the shared list of reviews accepts is enough without a mark', async () => {
    const one = await build()
    const { id } = await handIn(roles.member, one)
    const reviewer = platform.client(submissions, roles.owner)
    const query = { kind: 'homework', subjectId: one.params.id }
    expect((await reviewer.reviews({ query })).items).toMatchObject([{ id, title: '团队诊断报告' }])
    expect((await platform.client(submissions, roles.colleague).reviews({ query })).items).toEqual([])
    const todos = await platform.client(messages, roles.owner).findMyUnfinished({})
    expect(todos.items).toContainEqual(expect.objectContaining({ link: `/admin/classes/${one.params.id}/homework` }))
    await reviewer.decideSubmission({ params: { id }, body: { accepted: true } })
    expect(await as(roles.member).homework(one)).toMatchObject({ state: 'marked', isPassed: true, tenths: null })
  })

  it('of a closed class keeps its state', async () => {
    const one = await build({ ofClass: { closedAt: platform.now } })
    for (const call of [
      () => mark(roles.owner, one, roles.member, { submissionId: roles.member.id, tenths: 1 }),
      () => as(roles.owner).changeHomeworkTask({ ...one, body: firstRules }),
    ])
      expect(await refusal(call())).toMatchObject({ errorCode: 60_131 })
    expect(await as(roles.owner).homeworkTask(one)).toMatchObject({ isClosed: true })
  })
})

describe('the homework of a class', () => {
  it('says who has handed in, who is late and who is next', async () => {
    const dueAt = platform.now + 1000
    const one = await build({ dueAt })
    const figures = () => as(roles.owner).classHomework({ params: { id: one.params.id } })
    expect(await figures()).toMatchObject([{ participants: 2, open: 2, waiting: 0, late: 0, name: '团队诊断报告' }])
    const { id } = await handIn(roles.member, one)
    platform.now = dueAt + 1
    await handIn(roles.stranger, one)
    expect(await figures()).toMatchObject([{ participants: 2, open: 0, waiting: 2, late: 1 }])
    const names = async (query = {}) => (await members(one, query)).items.map(({ member }) => member.fullName)
    expect(await names()).toEqual(['member', 'stranger'])
    expect(await names({ state: 'late' })).toEqual(['stranger'])
    expect(await names({ search: 'stran' })).toEqual(['stranger'])
    const next = (without: string[] = []) => as(roles.owner).nextHomework({ ...one, query: { without } })
    expect(await next()).toEqual({ memberId: roles.member.id, waiting: 2 })
    expect(await next([roles.member.id])).toEqual({ memberId: roles.stranger.id, waiting: 2 })
    expect(await next([roles.member.id, roles.stranger.id])).toEqual({ memberId: null, waiting: 2 })
    await mark(roles.owner, one, roles.member, { submissionId: id, tenths: 700 })
    expect(await figures()).toMatchObject([{ waiting: 1, marked: 1, passed: 1, returned: 0 }])
    expect(await names({ state: 'waiting' })).toEqual(['stranger'])
    expect(await names({ state: 'marked' })).toEqual(['member'])
    const work = await as(roles.owner).memberHomework({ params: { ...one.params, memberId: roles.member.id } })
    expect(work).toMatchObject({ member: { fullName: 'member' }, tenths: 700, history: [{ round: 1 }] })
  })

  it('counts who hands in nothing as late after the due time', async () => {
    const one = await build({ dueAt: platform.now })
    expect((await members(one, { state: 'late' })).items).toEqual([])
    platform.now += 1
    expect((await members(one, { state: 'open' })).items).toMatchObject([{ isOverdue: true }, { isOverdue: true }])
    expect((await members(one, { state: 'late' })).recordCount).toBe(2)
  })

  it('is shown to those who run the class', async () => {
    const one = await build()
    const params = { ...one.params, memberId: roles.member.id }
    const calls = [
      () => as(roles.colleague).classHomework({ params: { id: one.params.id } }),
      () => as(roles.colleague).homeworkTask(one),
      () => as(roles.colleague).homeworkMembers({ ...one, query: {} }),
      () => as(roles.colleague).nextHomework({ ...one, query: {} }),
      () => as(roles.colleague).memberHomework({ params }),
      () => as(roles.colleague).changeHomeworkTask({ ...one, body: firstRules }),
      () => as(roles.colleague).startHomeworkArchive(one),
      () => as(roles.colleague).homeworkArchive(one),
    ]
    for (const call of calls) expect(await refusal(call())).toMatchObject({ errorCode: NO_PERMISSION.code })
    const left = { params: { ...params, memberId: roles.administrator.id } }
    expect(await refusal(as(roles.owner).memberHomework(left))).toMatchObject({ errorCode: 900_005 })
  })
})

describe('an id that is no homework of the class', () => {
  it('is refused by every call of those who run it', async () => {
    const [one, other] = [await build(), await build()]
    const params = { ...one.params, activityId: other.params.activityId }
    const body = { submissionId: roles.member.id, decision: 'mark' as const, levels: null, tenths: 1, comment: '' }
    for (const call of [
      () => as(roles.owner).homeworkTask({ params }),
      () => as(roles.owner).changeHomeworkTask({ params, body: firstRules }),
      () => as(roles.owner).homeworkMembers({ params, query: {} }),
      () => as(roles.owner).nextHomework({ params, query: {} }),
      () => as(roles.owner).memberHomework({ params: { ...params, memberId: roles.member.id } }),
      () => as(roles.owner).markHomework({ params: { ...params, memberId: roles.member.id }, body }),
      () => as(roles.owner).startHomeworkArchive({ params }),
      () => as(roles.owner).homeworkArchive({ params }),
    ])
      expect(await refusal(call())).toMatchObject({ errorCode: 900_005 })
  })
})

describe('an archive of homework', () => {
  it('is refused where the files together are too large', async () => {
    const one = await build()
    const large = await file(roles.member)
    await handIn(roles.member, one, '', [large.id])
    const sizeBytes = 1000 * 1024 * 1024 + 1
    const table = sql.table('files.file')
    await sql`update ${table} set size_bytes = ${sizeBytes} where id = ${large.id}`.execute(platform.root)
    expect(await refusal(as(roles.owner).startHomeworkArchive(one))).toMatchObject({
      ...{ errorCode: ARCHIVE_TOO_LARGE.code, data: { sizeBytes, max: sizeBytes - 1 } },
    })
  })

  it('holds the newest version of everyone under harmless names', async () => {
    const one = await build()
    expect(await refusal(as(roles.owner).startHomeworkArchive(one))).toMatchObject({ errorCode: ARCHIVE_EMPTY.code })
    expect(await as(roles.owner).homeworkArchive(one)).toEqual({ archive: null })
    const stored = await storeFile(platform.db, platform.outside, {
      ...{ companyId: roles.companyId, ownerId: roles.member.id, kind: 'attachment', name: '报告.txt' },
      ...{ content: Buffer.from('正文'), now: platform.now },
    })
    await handIn(roles.member, one, '说明', [stored.id])
    await handIn(roles.stranger, one, '只有文字')
    await as(roles.owner).startHomeworkArchive(one)
    expect(await refusal(as(roles.owner).startHomeworkArchive(one))).toMatchObject({ errorCode: ARCHIVE_RUNNING.code })
    await platform.runJobs()
    const { archive } = await as(roles.owner).homeworkArchive(one)
    expect(archive).toMatchObject({ state: 'ready', fileCount: 1 })
    const load = () =>
      platform.app.inject({
        url: archive?.url ?? '',
        headers: { authorization: `Bearer ${roles.owner.token}` },
      })
    const loaded = await load()
    const entries = unzipSync(loaded.rawPayload)
    expect(Object.fromEntries(Object.entries(entries).map(([name, bytes]) => [name, strFromU8(bytes)]))).toEqual({
      ...{ 'member v1/text.txt': '说明', 'member v1/报告.txt': '正文', 'stranger v1/text.txt': '只有文字' },
    })
    const weekMs = 7 * 86_400_000
    platform.now += weekMs
    await enqueue(platform.db, removeArchives, {})
    await platform.runJobs()
    platform.now -= weekMs
    expect(await as(roles.owner).homeworkArchive(one)).toEqual({ archive: null })
    expect((await load()).statusCode).toBeGreaterThanOrEqual(400)
  })
})
