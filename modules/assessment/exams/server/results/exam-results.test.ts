/** The results of an exam over HTTP, and what the bank says of its questions afterwards. */
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { countShown } from '#modules/assessment/papers/server/papers.fixture.ts'
import { questions } from '#modules/assessment/questions/contract.ts'
import { reportItems } from '#modules/assessment/questions/server.ts'
import { files } from '#modules/platform/files/contract.ts'
import { type BuiltMember, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { testRoles } from '#test/roles.ts'
import { EXPORT_OVER } from '../../contract/codes.ts'
import { businessType } from '../../contract.ts'
import { exportWindowMs } from '../answers-export.ts'
import { examsTables } from '../db.ts'
import { examsOn, rightAnswers, scoredQuestions } from '../taking.fixture.ts'
import { refreshNext } from './refresh.ts'
import { dropResultExports } from './result-exports.ts'

const platform = testPlatform({ poolSize: 4 })
const roles = testRoles(platform, { owner: ['lecturer'], stranger: ['lecturer'], otherCompany: ['super-admin'] })
const { as, build, sit } = examsOn(platform, () => roles.owner)
let helper: BuiltMember
const formula = '=HYPERLINK("http://x")'
let branch: BuiltMember
let manager: BuiltMember

beforeAll(async () => {
  const { companyId, organizationId } = roles.owner
  helper = await buildMember(platform.db, { companyId, organizationId, fullName: formula })
  const below = await buildOrganization(platform.db, { companyId, parentId: organizationId, name: '实验室' })
  branch = await buildMember(platform.db, { companyId, organizationId: below, fullName: '实验员' })
  manager = await buildMember(platform.db, { companyId, organizationId: companyId, roles: ['admin'] })
})

const at = ({ id }: { id: string }) => ({ params: { id } })
let later = 0

/** Everything that is due, each time an hour later. */
async function refresh(): Promise<number> {
  let count = 0
  later += 3_600_000
  while (await platform.root.transaction().execute((db) => refreshNext(db as never, platform.now + later))) count += 1
  return count
}

const half = [rightAnswers[0] ?? null, { kind: 'true-false', isTrue: false } as const, null]

describe('the results of an exam', () => {
  it('name each person with the numbers of both maps, the best first, and who has not come', async () => {
    const members = { memberIds: [roles.member.id, helper.id, branch.id] }
    const exam = await build({ ...members, rules: { passTenths: 600 } })
    await sit(roles.member, exam)
    await sit(branch, exam, half)
    const owner = as(roles.owner)
    await proves(['EXAM-020', 'EXAM-021'], async () => {
      const people = await owner.personResults({ ...exam, query: {} })
      expect(
        people.items.map(({ member, ...row }) => [member.id, row.scoreHundredths, row.record, row.status]),
      ).toEqual([
        [roles.member.id, 10_000, 6, 6],
        [branch.id, 4000, 5, 7],
      ])
    })
    const found = async (query: object) =>
      (await owner.personResults({ ...exam, query })).items.map(({ member }) => member.id)
    expect(await found({ status: 1 })).toEqual([helper.id])
    expect(await found({ status: 7 })).toEqual([branch.id])
    expect(await found({ result: 'pass' })).toEqual([roles.member.id])
    expect(await found({ search: '实验' })).toEqual([branch.id])
    expect(await found({ organizationId: branch.organizationId })).toEqual([branch.id])
    expect(await owner.examResults(exam)).toMatchObject({
      ...{ assigned: 3, started: 2, toGrade: 0, passTenths: 600, isBehind: true, computedAt: null, reliability: null },
      scores: {
        ...{ count: 2, passed: 1, mean: 7000, median: 7000, lowest: 4000, highest: 10_000, totalTenths: 1000 },
        distribution: [0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
      },
    })
    const organizations = await owner.organizationResults(exam)
    const numbers = organizations.map(({ id, assigned, started, passed, mean }) => [
      id,
      assigned,
      started,
      passed,
      mean,
    ])
    expect(numbers.at(0)).toEqual([roles.owner.companyId, 3, 2, 1, 7000])
    expect(numbers).toContainEqual([branch.organizationId, 1, 1, 0, 4000])
  })

  it('are those of its editors alone; proctors export them while they may export answers', async () => {
    const exam = await build({ invigilatorIds: [helper.id], rules: { endAt: platform.now + 3_600_000 } })
    const calls = [
      (member: BuiltMember) => as(member).examResults(exam),
      (member: BuiltMember) => as(member).personResults({ ...exam, query: {} }),
      (member: BuiltMember) => as(member).questionResults({ ...exam, query: {} }),
      (member: BuiltMember) => as(member).organizationResults(exam),
    ]
    for (const call of calls) {
      await call(roles.owner)
      for (const other of [roles.stranger, roles.member, helper])
        expect(await refusal(call(other))).toMatchObject({ errorCode: 10_138 })
      expect(await refusal(call(roles.otherCompany))).toMatchObject({ errorCode: 900_005 })
    }
    const load = (member: BuiltMember) => as(member).exportResults(exam)
    const asked = await load(helper)
    expect(await load(helper)).toEqual(asked)
    expect(await refusal(load(roles.member))).toMatchObject({ errorCode: 10_138 })
    expect(await refusal(load(roles.otherCompany))).toMatchObject({ errorCode: 900_005 })
    await sql`update exams.exam set published_rules = jsonb_set(published_rules, '{endAt}', to_jsonb(${platform.now - exportWindowMs - 1}::bigint))
      where id = ${exam.params.id}`.execute(examsTables(platform.db))
    expect(await refusal(load(helper))).toMatchObject({ errorCode: EXPORT_OVER.code })
    await load(roles.owner)
    // What was asked for in time is not written, and nobody else sees it.
    await platform.runJobs()
    expect(await as(helper).resultExport(at(asked))).toMatchObject({ state: 'failed' })
    expect(await refusal(as(roles.owner).resultExport(at(asked)))).toMatchObject({ errorCode: 900_005 })
  })

  it('are loaded down by whoever asked for them, as long as they may be read and the file is kept', async () => {
    const exam = await build()
    const asked = await as(roles.owner).exportResults(exam)
    expect(await refusal(as(roles.owner).resultExportAddress(at(asked)))).toMatchObject({ errorCode: 900_005 })
    await platform.runJobs()
    const found = await as(roles.owner).resultExport(at(asked))
    expect(found).toMatchObject({ state: 'ready', progress: 1000, sizeBytes: expect.any(Number) })
    for (const other of [helper, roles.otherCompany])
      expect(await refusal(as(other).resultExportAddress(at(asked)))).toMatchObject({ errorCode: 900_005 })
    const { url } = await as(roles.owner).resultExportAddress(at(asked))
    const loaded = await platform.app.inject({ url, headers: { authorization: `Bearer ${roles.owner.token}` } })
    expect([loaded.statusCode, loaded.rawPayload.length]).toEqual([200, found.sizeBytes])
    expect(loaded.headers['content-disposition']).toContain('attachment')
    const db = examsTables(platform.db)
    await sql`update exams.result_export set expires_at = ${platform.now} where id = ${asked.id}`.execute(db)
    expect(await refusal(as(roles.owner).resultExportAddress(at(asked)))).toMatchObject({ errorCode: 900_005 })
    await dropResultExports.run(platform.db, {}, { outside: platform.outside, now: platform.now } as never)
    expect(await refusal(as(roles.owner).resultExport(at(asked)))).toMatchObject({ errorCode: 900_005 })
  })

  it('are no longer loaded down by a proctor whose time is over, although the file is there', async () => {
    const exam = await build({ invigilatorIds: [helper.id] })
    const asked = await as(helper).exportResults(exam)
    await platform.runJobs()
    await as(helper).resultExportAddress(at(asked))
    await sql`update exams.exam set published_rules = jsonb_set(published_rules, '{endAt}', to_jsonb(${platform.now - exportWindowMs - 1}::bigint))
      where id = ${exam.params.id}`.execute(examsTables(platform.db))
    expect(await refusal(as(helper).resultExportAddress(at(asked)))).toMatchObject({ errorCode: EXPORT_OVER.code })
    await sql`update exams.exam set invigilator_ids = '{}' where id = ${exam.params.id}`.execute(
      examsTables(platform.db),
    )
    expect(await refusal(as(helper).resultExportAddress(at(asked)))).toMatchObject({ errorCode: 10_138 })
    // Nor by the calls of files, although the proctor asked for it.
    const file = platform.client(files, helper)
    const calls = [file.downloadAddress({ query: { id: asked.id } }), file.fileContent({ params: { id: asked.id } })]
    expect((await refusals(calls)).map(({ errorCode }) => errorCode)).toEqual([10_138, 10_138])
  })

  it('are one file of five sheets, in which a name is never a formula', async () => {
    const exam = await build({ memberIds: [helper.id, roles.member.id] })
    await sit(helper, exam)
    await refresh()
    const asked = await as(roles.owner).exportResults(exam)
    await platform.runJobs()
    const { url } = await as(roles.owner).resultExportAddress(at(asked))
    const { rawPayload } = await platform.app.inject({ url, headers: { authorization: `Bearer ${roles.owner.token}` } })
    const sheet = (name: string) => readSheet(rawPayload, name)
    expect((await sheet('人员'))[1]?.slice(0, 4)).toEqual([formula, expect.any(String), 100, 100])
    expect(await sheet('试题')).toHaveLength(4)
    expect((await sheet('选项')).slice(1).map((row) => row.slice(2, 5))).toEqual([
      ['每月', '是', 1],
      ['正确', '是', 1],
    ])
    expect((await sheet('组织'))[1]?.slice(1)).toEqual([2, 1, 1, 1, 100])
    expect((await sheet('分布')).slice(1).map((row) => row[1])).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  })
})

describe('the statistics', () => {
  it('follow every change of what is final, and a repeated run changes nothing', async () => {
    const exam = await build()
    await refresh()
    const attempt = await sit(roles.member, exam)
    await sit(branch, exam, half)
    expect(await refresh()).toBe(1)
    expect(await refresh()).toBe(0)
    const answers = async () =>
      (await as(roles.owner).questionResults({ ...exam, query: {} })).items.map(({ place, statistics }) => [
        ...[place, statistics.answers, statistics.difficulty, statistics.omitted],
      ])
    const both = [
      [1, 2, 1, 0],
      [2, 2, 0.5, 0],
      [3, 2, 0.5, 1],
    ]
    expect(await answers()).toEqual(both)
    await sql`insert into exams.statistics_due (exam_id, company_id)
      values (${exam.params.id}, ${roles.owner.companyId})`.execute(examsTables(platform.db))
    await refresh()
    expect(await answers()).toEqual(both)
    await as(roles.owner).resetAttempt({ params: { id: attempt }, body: { reason: '重考' } })
    expect(await as(roles.owner).examResults(exam)).toMatchObject({ isBehind: true })
    await refresh()
    expect(await answers()).toEqual([
      [1, 1, 1, 0],
      [2, 1, 0, 0],
      [3, 1, 0, 1],
    ])
    expect(await as(roles.owner).examResults(exam)).toMatchObject({ isBehind: false, reliability: { attempts: 1 } })
  })

  it('come back by themselves when the run was cut off', async () => {
    const exam = await build()
    await sit(roles.member, exam)
    const cut = platform.root.transaction().execute(async (db) => {
      expect(await refreshNext(db as never, platform.now + 3_600_000)).toBe(true)
      throw new Error('killed')
    })
    await expect(cut).rejects.toThrow('killed')
    expect((await as(roles.owner).questionResults({ ...exam, query: {} })).recordCount).toBe(0)
    expect(await refresh()).toBeGreaterThan(0)
    expect((await as(roles.owner).questionResults({ ...exam, query: {} })).recordCount).toBe(3)
  })

  it('wait a minute between two runs of an exam', async () => {
    const exam = await build()
    await refresh()
    await sit(roles.member, exam)
    const next = (ms: number) =>
      platform.root.transaction().execute((db) => refreshNext(db as never, platform.now + ms))
    expect(await next(0)).toBe(true)
    await sit(branch, exam)
    expect(await next(59_999)).toBe(false)
    expect(await next(60_000 + 3_600_000)).toBe(true)
  })
})

describe('the bank', () => {
  const bank = (member = manager) => platform.client(questions, member)

  it('says where a question is used, who has got it, and what each version earned', async () => {
    const exam = await build()
    await sit(roles.member, exam)
    await sit(branch, exam, half)
    await refresh()
    await countShown(platform.db, platform.now)
    const [, second] = (await as(roles.owner).questionResults({ ...exam, query: {} })).items
    const params = { id: second?.questionId ?? '' }
    const before = await bank().questionStatistics({ params })
    expect(before).toMatchObject({
      usage: { papers: 1, exams: 1, people: 2, lastUsedAt: expect.any(Number) },
      papers: [{ name: expect.any(String) }],
      exams: [{ id: exam.params.id, answers: 2 }],
      versions: [
        { number: 1, isCurrent: true, occasions: 1, statistics: { answers: 2, difficulty: 0.5, itemRest: null } },
      ],
    })
    expect(before.usage.exposure).toBeGreaterThan(0)
    const question = await bank().question({ params })
    expect(question).toMatchObject({ statistics: { answers: 2, difficulty: 0.5 }, flags: [], usage: { papers: 1 } })
    const { content, difficulty, scoreTenths, source, topicIds, revision } = question
    const changed = { ...content, stem: '<p>锁屏是必须的。</p>' }
    await bank().changeQuestion({
      params,
      body: { content: changed, difficulty, scoreTenths, source, topicIds, revision },
    })
    expect(await bank().question({ params })).toMatchObject({ statistics: null, usage: { exams: 1 } })
    expect((await bank().questionStatistics({ params })).versions).toMatchObject([{ number: 1, isCurrent: false }])
    expect(await refusal(bank(roles.otherCompany).questionStatistics({ params }))).toMatchObject({ errorCode: 900_005 })
  })

  const item = (versionId: string, answers: number, right: number, shareRest: number) => ({
    ...{ versionId, place: 1, answers, omitted: 0, shareSum: right, shareSquare: right - (right * right) / answers },
    ...{ restSquare: 4, shareRest, upperCount: 5, upperSum: 3, lowerCount: 5, lowerSum: 2 },
    ...{
      bins: [answers - right, 0, 0, 0, 0, right],
      secondsSum: 0,
      secondsCount: 0,
      options: [],
      answeredAt: platform.now,
    },
  })
  const occasion = (businessId = uuid()) => ({ companyId: roles.owner.companyId, businessType, businessId })

  async function twoQuestions() {
    const exam = await build({}, scoredQuestions.slice(0, 2))
    await sit(roles.member, exam, rightAnswers.slice(0, 2))
    await refresh()
    await sql`delete from questions.item_totals where business_id = ${exam.params.id}`.execute(platform.root)
    const { rows } = await sql<{ id: string; version: string }>`
      select q.id, q.version_id as version from questions.question q join papers.item i on i.question_id = q.id
      join exams.exam e on (e.rules ->> 'paperId')::uuid = i.paper_id where e.id = ${exam.params.id} order by i.sort`.execute(
      platform.root,
    )
    return rows
  }

  it('flags what stands out from twenty answers on, and finds it', async () => {
    const [one, other] = await twoQuestions()
    const flagged = async (flag: 'too-easy' | 'too-hard' | 'negative-discrimination') =>
      (await bank().listQuestions({ query: { flag, pageSize: 100 } })).items.filter(
        ({ id }) => id === one?.id || id === other?.id,
      )
    const report = (answers: number, right: number, rest: number) =>
      reportItems(platform.db, occasion(one?.id), [item(one?.version ?? '', answers, right, rest)])
    await report(19, 19, 0)
    expect(await flagged('too-easy')).toEqual([])
    await report(20, 19, 0.5)
    expect(await flagged('too-easy')).toMatchObject([{ id: one?.id, flags: ['too-easy'] }])
    await report(20, 18, -0.5)
    expect(await flagged('too-easy')).toEqual([])
    expect(await flagged('negative-discrimination')).toMatchObject([{ id: one?.id }])
    await report(20, 4, 0.5)
    expect(await flagged('too-hard')).toMatchObject([{ id: one?.id, statistics: { answers: 20, difficulty: 0.2 } }])
    await report(20, 5, 0.5)
    expect(await flagged('too-hard')).toEqual([])
  })

  it('adds up exams that report at the same moment, each once', async () => {
    const [one] = await twoQuestions()
    const version = one?.version ?? ''
    const ids = Array.from({ length: 6 }, () => uuid())
    let next = 0
    const report = () =>
      platform.root
        .transaction()
        .execute((db) => reportItems(db as never, occasion(ids[next++ % 6]), [item(version, 10, 5, 0.5)]))
    expect(await race(platform, 12, report, { begin: () => Promise.resolve() })).toMatchObject({ accepted: 12 })
    const found = await bank().question({ params: { id: one?.id ?? '' } })
    expect(found).toMatchObject({ statistics: { answers: 60, difficulty: 0.5 } })
    await reportItems(platform.db, occasion(ids[0]), [])
    expect(await bank().question({ params: { id: one?.id ?? '' } })).toMatchObject({ statistics: { answers: 50 } })
  })

  it('of another company hears nothing', async () => {
    const [one] = await twoQuestions()
    const theirs = { ...occasion(), companyId: roles.otherCompany.companyId }
    await reportItems(platform.db, theirs, [item(one?.version ?? '', 20, 20, 0)])
    expect(await bank().question({ params: { id: one?.id ?? '' } })).toMatchObject({ usage: { exams: 0 } })
  })
})
