/** Fixing keys over HTTP: what changes, what is said before, what stays on record, and that nothing depends on the way there. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { type QuestionAnswer, type QuestionContent, scoreOf } from '#modules/assessment/questions/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { takeSteps } from '#modules/platform/operations/server/long-work.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { FIX_NOT_FIT, FIX_RUNNING } from '../../contract/codes.ts'
import { type FixKind, fixKinds } from '../../contract/fixing.ts'
import { examsTables } from '../db.ts'
import { resultOf } from '../results.ts'
import { contents, essay, examsOn, rightAnswers, scoredQuestions } from '../taking.fixture.ts'
import { fixWork } from './fix-work.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'], stranger: ['lecturer'], otherCompany: ['super-admin'] })
const { as, build, sit } = examsOn(platform, () => roles.owner)
const learners: BuiltMember[] = []
const author = () => as(roles.owner)
const db = () => examsTables(platform.db)

beforeAll(async () => {
  const { companyId, organizationId } = roles.owner
  for (const fullName of ['甲', '乙', '丙'])
    learners.push(await buildMember(platform.db, { companyId, organizationId, fullName }))
})

type Exam = Awaited<ReturnType<typeof build>>

async function versionAt(exam: Exam, place: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select version_id as id from exams.mark where exam_id = ${exam.params.id} and place = ${place} limit 1`.execute(
    db(),
  )
  return rows[0]?.id ?? ''
}

/** The question is written again in the bank. */
async function writeVersion(versionId: string, content: QuestionContent): Promise<string> {
  const id = uuid()
  await sql`
    insert into questions.version (id, question_id, company_id, number, content, author_id, created_at)
    select ${id}, v.question_id, v.company_id, 1 + (select max(number) from questions.version o where o.question_id = v.question_id),
      ${JSON.stringify(content)}::jsonb, v.author_id, ${platform.now} from questions.version v where v.id = ${versionId}`.execute(
    db(),
  )
  return id
}

const fix = (exam: Exam, versionId: string, kind: FixKind, newVersionId?: string) =>
  author().fixKey({ ...exam, body: { versionId, kind, reason: '答案有误', ...(newVersionId && { newVersionId }) } })

const outcome = (member: BuiltMember | undefined, id: string | undefined) =>
  as(member).attemptOutcome({ params: { id: id ?? '' } })

const otherChoice = { ...contents['single-choice'], right: 1 } as const
const wrongChoice: QuestionAnswer = { kind: 'single-choice', chosen: [1] }
const [, ...restRight] = rightAnswers

describe('a fixed key', () => {
  it('gives all points to everybody, says so before, and is taken back by another fix', async () => {
    const exam = await build({ rules: { passTenths: 700 } })
    const right = await sit(learners[0] as BuiltMember, exam)
    const wrong = await sit(learners[1] as BuiltMember, exam, [wrongChoice, ...restRight])
    expect(await outcome(learners[1], wrong)).toMatchObject({ scoreTenths: 600, result: 'fail' })
    const versionId = await versionAt(exam, 1)
    const { forecast } = await fix(exam, versionId, 'award-all')
    expect(forecast).toEqual({ attempts: 2, changed: 1, higher: 1, lower: 0, passed: 1, failed: 0 })
    expect(await refusal(fix(exam, versionId, 'drop'))).toMatchObject({ errorCode: FIX_RUNNING.code })
    await platform.runJobs()
    expect(await outcome(learners[1], wrong)).toMatchObject({ scoreTenths: 1000, result: 'pass' })
    expect(await outcome(learners[0], right)).toMatchObject({ scoreTenths: 1000 })
    const news = await platform.client(messages, learners[1]).listNotifications({ query: {} })
    expect(news.items.map(({ type }) => type)).toContain('exam.rescored')
    expect((await platform.client(messages, learners[0]).listNotifications({ query: {} })).items).toEqual([])
    expect((await fix(exam, versionId, 'as-drawn')).forecast).toMatchObject({ changed: 1, lower: 1, failed: 1 })
    await platform.runJobs()
    expect(await outcome(learners[1], wrong)).toMatchObject({ scoreTenths: 600, result: 'fail' })
    const list = await author().keyFixes({ ...exam, query: {} })
    expect(list.items).toMatchObject([
      { number: 2, kind: 'as-drawn', changed: 1, passed: 0, failed: 1, question: '灭火器多久检查一次？' },
      { number: 1, kind: 'award-all', changed: 1, passed: 1, failed: 0, reason: '答案有误' },
    ])
    const effects = await author().fixEffects({ params: { id: list.items[0]?.id ?? '' }, query: {} })
    expect(effects.items).toMatchObject([
      {
        member: { fullName: '乙' },
        before: { scoreTenths: 1000, result: 'pass' },
        after: { scoreTenths: 600, result: 'fail' },
        keepsCompletion: true,
      },
    ])
    expect((await as(learners[1]).attemptTrail({ params: { id: wrong } })).changes).toMatchObject([
      { kind: 'award-all', place: 1, scoreBefore: 600, scoreAfter: 1000 },
      { kind: 'as-drawn', place: 1, scoreBefore: 1000, scoreAfter: 600 },
    ])
  })

  it('that drops a question shrinks the total, and the thresholds with it', async () => {
    const exam = await build({ rules: { passTenths: 700 } })
    const id = await sit(learners[0] as BuiltMember, exam, [wrongChoice, ...restRight])
    await fix(exam, await versionAt(exam, 1), 'drop')
    await platform.runJobs()
    expect(await outcome(learners[0], id)).toMatchObject({ scoreTenths: 600, totalTenths: 600, result: 'pass' })
    expect(await as(learners[0]).ownRecord(exam)).toMatchObject({
      scoreHundredths: 6000,
      totalTenths: 600,
      result: 'pass',
    })
    const later = await sit(learners[1] as BuiltMember, exam, [wrongChoice, null, restRight[1] ?? null])
    // 400 of 600, and 420 of 600 are 700 of 1000.
    expect(await outcome(learners[1], later)).toMatchObject({ scoreTenths: 400, totalTenths: 600, result: 'fail' })
  })

  it('is another version of the same question, whose answers mean the same', async () => {
    const exam = await build({ rules: { passTenths: 700 } })
    const right = await sit(learners[0] as BuiltMember, exam)
    const wrong = await sit(learners[1] as BuiltMember, exam, [wrongChoice, ...restRight])
    const versionId = await versionAt(exam, 1)
    const fit = await writeVersion(versionId, { ...otherChoice, stem: '<p>灭火器多久检查一次（更正）？</p>' })
    const unfit = await writeVersion(versionId, { ...otherChoice, options: ['每年', '每月', '每五年'] })
    const versions = await author().otherVersions({ params: { ...exam.params, versionId } })
    expect(versions).toMatchObject([
      { versionId: unfit, isFit: false },
      { versionId: fit, isFit: true },
    ])
    const foreign = await versionAt(exam, 2)
    const refused = await refusals([
      fix(exam, versionId, 'new-key', unfit),
      fix(exam, versionId, 'new-key', foreign),
      fix(exam, versionId, 'new-key'),
      fix(exam, versionId, 'drop', fit),
    ])
    expect(refused.map(({ errorCode }) => errorCode)).toEqual(Array(4).fill(FIX_NOT_FIT.code))
    const { forecast } = await fix(exam, versionId, 'new-key', fit)
    expect(forecast).toMatchObject({ changed: 2, higher: 1, lower: 1, passed: 1, failed: 1 })
    await platform.runJobs()
    expect(await outcome(learners[0], right)).toMatchObject({ scoreTenths: 600, result: 'fail' })
    expect(await outcome(learners[1], wrong)).toMatchObject({ scoreTenths: 1000, result: 'pass' })
    // Who submits afterwards is scored by the new key at once.
    const later = await sit(learners[2] as BuiltMember, exam, [wrongChoice, ...restRight])
    expect(await outcome(learners[2], later)).toMatchObject({ scoreTenths: 1000 })
  })

  it('goes on where a process has ended, and a repeat changes nothing', async () => {
    const exam = await build({ rules: { passTenths: 700 } })
    const id = await sit(learners[0] as BuiltMember, exam, [wrongChoice, ...restRight])
    const { taskId } = await fix(exam, await versionAt(exam, 1), 'award-all')
    await takeSteps(platform, fixWork.job, taskId, 1)
    expect((await author().keyFixes({ ...exam, query: {} })).items).toMatchObject([{ finishedAt: null, changed: 1 }])
    await platform.runJobs()
    await takeSteps(platform, fixWork.job, taskId, 1)
    const [done] = (await author().keyFixes({ ...exam, query: {} })).items
    expect(done).toMatchObject({ finishedAt: expect.any(Number), changed: 1 })
    expect(await outcome(learners[0], id)).toMatchObject({ scoreTenths: 1000 })
  })

  it('makes a paper final that waited for nothing else', async () => {
    const exam = await build({ rules: { passTenths: 500 } }, [...scoredQuestions.slice(0, 1), essay])
    const said = { kind: 'short-answer', text: '略' } as const
    const id = await sit(learners[0] as BuiltMember, exam, [rightAnswers[0] ?? null, said])
    expect(await outcome(learners[0], id)).toMatchObject({ state: 'to-grade' })
    const { forecast } = await fix(exam, await versionAt(exam, 2), 'award-all')
    expect(forecast).toMatchObject({ attempts: 1, changed: 1 })
    await platform.runJobs()
    expect(await outcome(learners[0], id)).toMatchObject({ state: 'final', scoreTenths: 700, result: 'pass' })
  })

  it('is a matter of the editors', async () => {
    const grader = learners[2] as BuiltMember
    const exam = await build({ graderIds: [grader.id] })
    await sit(learners[0] as BuiltMember, exam)
    const versionId = await versionAt(exam, 1)
    const body = { versionId, kind: 'drop', reason: '错' } as const
    const calls = (member: BuiltMember) => [
      as(member).fixKey({ ...exam, body }),
      as(member).fixableQuestions({ ...exam, query: {} }),
      as(member).keyFixes({ ...exam, query: {} }),
      as(member).otherVersions({ params: { ...exam.params, versionId } }),
    ]
    for (const [member, code] of [
      [grader, 10_138],
      [learners[0] as BuiltMember, 10_138],
      [roles.otherCompany, 900_005],
    ] as const)
      expect(new Set((await refusals(calls(member))).map(({ errorCode }) => errorCode))).toEqual(new Set([code]))
    const { items } = await author().fixableQuestions({ ...exam, query: {} })
    expect(items).toMatchObject([1, 2, 3].map(() => ({ attempts: 1, wrong: 0, fix: null })))
    const unknown = author().fixKey({ ...exam, body: { ...body, versionId: uuid() } })
    expect(await refusal(unknown)).toMatchObject({ errorCode: 900_005 })
    const ofFix = { params: { id: (await fix(exam, versionId, 'drop')).id }, query: {} }
    expect(await refusal(as(roles.otherCompany).fixEffects(ofFix))).toMatchObject({ errorCode: 900_005 })
    expect(await refusal(as(grader).fixEffects(ofFix))).toMatchObject({ errorCode: 10_138 })
  })
})

describe('after any sequence of fixes', () => {
  interface Model {
    readonly answers: readonly (typeof rightAnswers)[number][]
    readonly keys: readonly QuestionContent[]
  }

  /** What the paper earns from scratch, with the last fix of each question alone. */
  function fromScratch({ answers, keys }: Model, last: ReadonlyMap<number, FixKind>) {
    const marks = scoredQuestions.map(({ content, scoreTenths }, at) => {
      const kind = last.get(at) ?? 'as-drawn'
      if (kind === 'drop') return { tenths: 0, max: 0 }
      if (kind === 'award-all') return { tenths: scoreTenths, max: scoreTenths }
      const key = kind === 'new-key' ? (keys[at] ?? content) : content
      return { tenths: scoreOf(key, answers[at] ?? null, scoreTenths).tenths, max: scoreTenths }
    })
    const sum = (of: 'tenths' | 'max') => marks.reduce((total, mark) => total + mark[of], 0)
    const [scoreTenths, totalTenths] = [sum('tenths'), sum('max')]
    const result = resultOf(scoreTenths * 10, thresholds, { totalTenths, drawnTenths: 1000 })
    return { scoreTenths, totalTenths, result }
  }

  const thresholds = { passTenths: 500, goodTenths: 700, excellentTenths: 900 }
  const keys: QuestionContent[] = [
    otherChoice,
    { ...contents['true-false'], isTrue: false },
    { ...contents['fill-in'], blanks: [{ answer: '110' }, { answer: '120' }] },
  ]

  it('papers are scored as from scratch', async () => {
    const exam = await build({ rules: { ...thresholds, attemptsMax: 0 } })
    const given: readonly (readonly QuestionAnswer[])[] = [
      rightAnswers,
      [wrongChoice, { kind: 'true-false', isTrue: false }, { kind: 'fill-in', texts: ['110', ''] }],
    ]
    const ids = [
      await sit(learners[0] as BuiltMember, exam, given[0]),
      await sit(learners[1] as BuiltMember, exam, given[1]),
    ]
    const versions = await Promise.all([1, 2, 3].map((place) => versionAt(exam, place)))
    const newVersions: string[] = []
    for (const [at, versionId] of versions.entries())
      newVersions.push(await writeVersion(versionId, keys[at] as QuestionContent))
    const last = new Map<number, FixKind>()
    const step = fc.record({ at: fc.integer({ min: 0, max: 2 }), kind: fc.constantFrom(...fixKinds) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        for (const { at, kind } of steps) {
          await fix(exam, versions[at] ?? '', kind, kind === 'new-key' ? newVersions[at] : undefined)
          await platform.runJobs()
          last.set(at, kind)
        }
        for (const [who, answers] of given.entries()) {
          const expected = fromScratch({ answers, keys }, last)
          expect(await outcome(learners[who], ids[who])).toMatchObject(expected)
          expect(await as(learners[who]).ownRecord(exam)).toMatchObject({
            ...{
              result: expected.result,
              scoreHundredths: expected.scoreTenths * 10,
              totalTenths: expected.totalTenths,
            },
          })
        }
      }),
      { numRuns: 6 },
    )
  })
})
