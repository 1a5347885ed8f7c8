/** Entering an exam over HTTP: who, when, from where, with which password, and how often. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { PAPER_FAULTY } from '#modules/assessment/papers/contract.ts'
import {
  buildPaper,
  buildPaperDirectory,
  randomSection,
  rule,
} from '#modules/assessment/papers/server/papers.fixture.ts'
import { buildDirectory, buildQuestions } from '#modules/assessment/questions/server/questions.fixture.ts'
import { type BuiltMember, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { testRoles } from '#test/roles.ts'
import { passwordTriesMax, passwordWindowMs } from '../contract/answering.ts'
import {
  ADDRESS_NOT_ALLOWED,
  EXAM_NOT_OPEN,
  NO_ATTEMPTS_LEFT,
  NO_EXAMINEE,
  PASSWORD_LOCKED,
  WRONG_PASSWORD,
} from '../contract/codes.ts'
import { examsTables } from './db.ts'
import { examsOn } from './taking.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'], stranger: ['lecturer'], otherCompany: ['super-admin'] })
const { as, build, sit } = examsOn(platform, () => roles.owner)
const learner = () => as(roles.member)

let department: string
let below: BuiltMember

beforeAll(async () => {
  const { companyId } = roles.owner
  department = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '生产部' })
  const workshop = await buildOrganization(platform.db, { companyId, parentId: department, name: '一车间' })
  below = await buildMember(platform.db, { companyId, organizationId: workshop })
})

describe('examinees', () => {
  it('[EXAM-052] are those of the organizations with those below, and listed members; nobody else', async () => {
    const exam = await build({ name: '生产部考试', organizationIds: [department], memberIds: [roles.colleague.id] })
    const refused = { errorCode: NO_EXAMINEE.code }
    for (const member of [below, roles.colleague]) {
      expect(await as(member).exam(exam)).toMatchObject({ obstacle: null, record: 2 })
      expect((await as(member).exams({ query: { search: '生产部' } })).items).toHaveLength(1)
    }
    expect(await refusal(learner().exam(exam))).toMatchObject(refused)
    expect(await refusal(learner().startAttempt({ ...exam, body: {} }))).toMatchObject(refused)
    expect(await refusal(learner().ownRecord(exam))).toMatchObject(refused)
    expect(await refusal(learner().answerInfo({ params: { examId: exam.params.id } }))).toMatchObject(refused)
    expect((await learner().exams({ query: { search: '生产部' } })).items).toEqual([])
    const started = await as(below).startAttempt({ ...exam, body: {} })
    expect(started).toMatchObject({ number: 1, state: 'in-progress' })
    const elsewhere = await refusal(as(roles.otherCompany).startAttempt({ ...exam, body: {} }))
    expect(elsewhere).toMatchObject({ errorCode: 900_005 })
  })

  it('[EXAM-003] read before the start how long it takes, what passes, how often, and whether a password is asked', async () => {
    const rules = {
      ...{ durationMinutes: 45, attemptsMax: 3, passTenths: 700, password: '135790', leavesMax: 2 },
      ...{ instructions: '<p>请独立完成</p><script>alert(1)</script>', hasPersonalPasswords: true },
    }
    const exam = await build({ name: '安全考试', rules })
    const entry = await learner().exam(exam)
    expect(entry).toMatchObject({
      ...{ name: '安全考试', durationMinutes: 45, attemptsMax: 3, passTenths: 700, leavesMax: 2, totalTenths: 1000 },
      ...{ questionCount: 3, needsPassword: true, needsPersonalPassword: true, state: 5, attemptsUsed: 0 },
    })
    expect(JSON.stringify(entry)).not.toContain('135790')
  })
})

describe('the window', () => {
  it('is entered in state 5 alone', async () => {
    await proves(['EXAM-023', 'EXAM-024'], async () => {
      const { now } = platform
      const startOf = async (input: Parameters<typeof build>[0]) => {
        const exam = await build(input)
        return { exam, answer: await refusal(learner().startAttempt({ ...exam, body: {} })) }
      }
      const refused = (state: number) => ({ errorCode: EXAM_NOT_OPEN.code, data: { state } })
      const early = await startOf({ rules: { startAt: now + 1 } })
      expect(early.answer).toMatchObject(refused(3))
      expect(await learner().exam(early.exam)).toMatchObject({ obstacle: 'not-open' })
      expect((await startOf({ rules: { endAt: now } })).answer).toMatchObject(refused(6))
      expect((await startOf({ status: 'draft' })).answer).toMatchObject({ errorCode: 900_005 })
      const down = await build({ status: 'off-shelf' })
      expect(await refusal(learner().startAttempt({ ...down, body: {} }))).toMatchObject(refused(1))
      platform.now = now + 1
      expect(await learner().startAttempt({ ...early.exam, body: {} })).toMatchObject({ state: 'in-progress' })
    })
  })

  it('ends an attempt that starts late before its duration is over', async () => {
    const { now } = platform
    const exam = await build({ rules: { durationMinutes: 60, endAt: now + 600_000 } })
    expect(await learner().startAttempt({ ...exam, body: {} })).toMatchObject({ endsAt: now + 600_000 })
    const open = await build({ rules: { durationMinutes: 60 } })
    expect(await learner().startAttempt({ ...open, body: {} })).toMatchObject({ endsAt: now + 3_600_000 })
  })

  it('[EXAM-023] is closed to starts while a change of the exam waits for approval', async () => {
    const exam = await build()
    const { id } = exam.params
    await sql`update exams.exam set approval = 'waiting' where id = ${id}`.execute(examsTables(platform.db))
    expect(await learner().exam(exam)).toMatchObject({ state: 7, obstacle: 'not-open' })
    const start = await refusal(learner().startAttempt({ ...exam, body: {} }))
    expect(start).toMatchObject({ errorCode: EXAM_NOT_OPEN.code, data: { state: 7 } })
  })
})

describe('attempts', () => {
  it('[EXAM-009] n are allowed and one more is refused; 0 stands for any number', async () => {
    const twice = await build({ rules: { attemptsMax: 2 } })
    for (const _ of [1, 2]) await sit(roles.member, twice, [])
    const third = await refusal(learner().startAttempt({ ...twice, body: {} }))
    expect(third).toMatchObject({ errorCode: NO_ATTEMPTS_LEFT.code })
    expect(await learner().exam(twice)).toMatchObject({ obstacle: 'no-attempts', attemptsUsed: 2 })
    const unlimited = await build({ rules: { attemptsMax: 0 } })
    for (const _ of [1, 2, 3]) await sit(roles.member, unlimited, [])
    expect(await learner().startAttempt({ ...unlimited, body: {} })).toMatchObject({ number: 4 })
  })

  it('are used up once by starts in a row, which all go on with the same one', async () => {
    const exam = await build({ rules: { attemptsMax: 2 } })
    await sit(roles.member, exam, [])
    const starts = Array.from({ length: 20 }, () => learner().startAttempt({ ...exam, body: {} }))
    const ids = new Set((await Promise.all(starts)).map(({ id, number }) => `${number} ${id}`))
    expect(ids.size).toBe(1)
    expect([...ids][0]).toMatch(/^2 /)
    expect(await learner().ownRecord(exam)).toMatchObject({ attemptsUsed: 2, status: 3 })
  })
})

describe('a paper whose rules find no questions any more', () => {
  it('refuses the start, and uses up no attempt', async () => {
    const author = roles.otherCompany
    const bank = await buildDirectory(platform.db, { author })
    await buildQuestions(platform.db, { author, directoryId: bank }, [{}, {}])
    const directoryId = await buildPaperDirectory(platform.db, { author })
    const drawn = { author, directoryId, sections: [randomSection([rule(bank, 2)])], isReady: true }
    const paper = await buildPaper(platform.db, drawn)
    const exam = await build({ author, rules: { paperId: paper.id } })
    await sql`update questions.question set status = 'retired' where directory_id = ${bank}`.execute(platform.root)
    const start = await refusal(as(author).startAttempt({ ...exam, body: {} }))
    expect(start).toMatchObject({ errorCode: PAPER_FAULTY.code })
    expect(await as(author).exam(exam)).toMatchObject({ attemptsUsed: 0, record: 2 })
  })
})

describe('a paper that is opened for changes while the exam goes on', () => {
  it('is given to nobody until it is ready again, and whoever has started goes on', async () => {
    const exam = await build()
    const started = await as(roles.colleague).startAttempt({ ...exam, body: {} })
    const set = (status: 'draft' | 'ready') =>
      sql`update papers.paper set status = ${status} where id = (
        select (rules ->> 'paperId')::uuid from exams.exam where id = ${exam.params.id})`.execute(platform.root)
    await set('draft')
    expect(await learner().exam(exam)).toMatchObject({ state: 5, obstacle: 'not-open', questionCount: 0 })
    expect(await as(roles.colleague).exam(exam)).toMatchObject({ obstacle: null, openAttemptId: started.id })
    const start = () => learner().startAttempt({ ...exam, body: {} })
    expect(await refusal(start())).toMatchObject({ errorCode: EXAM_NOT_OPEN.code, data: { state: 5 } })
    expect(await as(roles.colleague).startAttempt({ ...exam, body: {} })).toMatchObject({ id: started.id })
    await set('ready')
    expect(await start()).toMatchObject({ number: 1 })
  })
})

describe('addresses', () => {
  const start = (exam: { params: { id: string } }, remoteAddress: string, headers: Record<string, string> = {}) =>
    platform.app.inject({
      ...{ method: 'POST', url: `/api/v1/exam/${exam.params.id}/start`, remoteAddress, payload: {} },
      headers: { authorization: `Bearer ${roles.member.token}`, version: '1', ...headers },
    })

  it('[EXAM-011] outside the ranges are refused, whatever address a header claims', async () => {
    const exam = await build({ rules: { addressRanges: ['10.20.0.0/16'] } })
    const refused = { errorCode: ADDRESS_NOT_ALLOWED.code }
    expect((await start(exam, '10.21.0.1')).json()).toMatchObject(refused)
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'client-ip', 'x-client-ip', 'cf-connecting-ip'])
      expect((await start(exam, '10.21.0.1', { [name]: '10.20.0.1' })).json()).toMatchObject(refused)
    expect((await start(exam, '10.20.0.1')).statusCode).toBe(200)
  })
})

describe('passwords', () => {
  it('[EXAM-012] are asked for, and a wrong one is refused', async () => {
    const exam = await build({ rules: { password: '246810' } })
    const enter = (password?: string) => learner().startAttempt({ ...exam, body: password ? { password } : {} })
    const refused = (count: number) => ({ errorCode: WRONG_PASSWORD.code, data: { count } })
    expect(await refusal(enter())).toMatchObject(refused(4))
    expect(await refusal(enter('246811'))).toMatchObject(refused(3))
    expect(await refusal(enter('24681'))).toMatchObject({ errorCode: 900_001 })
    const { id } = await enter('246810')
    expect(await enter()).toMatchObject({ id })
  })

  it('are not guessed: after five wrong ones nothing is looked at for ten minutes', async () => {
    const exam = await build({ rules: { password: '111111' } })
    const enter = (password: string) => learner().startAttempt({ ...exam, body: { password } })
    const tries = Array.from({ length: 12 }, (_, at) => refusal(enter(String(100_000 + at))))
    const codes = (await Promise.all(tries)).map(({ errorCode }) => errorCode)
    expect(codes.filter((code) => code === WRONG_PASSWORD.code)).toHaveLength(passwordTriesMax)
    expect(codes.filter((code) => code === PASSWORD_LOCKED.code)).toHaveLength(12 - passwordTriesMax)
    const until = platform.now + passwordWindowMs
    expect(await refusal(enter('111111'))).toMatchObject({ errorCode: PASSWORD_LOCKED.code, data: { until } })
    expect(await as(roles.colleague).startAttempt({ ...exam, body: { password: '111111' } })).toBeDefined()
    platform.now = until
    expect(await enter('111111')).toMatchObject({ state: 'in-progress' })
  })

  it('[EXAM-030] of an examinee have exactly three digits, which the invigilator reads', async () => {
    const exam = await build({
      rules: { hasPersonalPasswords: true },
      memberIds: [roles.member.id, roles.colleague.id],
    })
    const list = await as(roles.owner).examinees({ ...exam, query: { status: 1 } })
    const passwordOf = (member: BuiltMember) =>
      list.items.find((row) => row.member.id === member.id)?.personalPassword ?? ''
    const own = passwordOf(roles.member)
    expect(own).toMatch(/^[0-9]{3}$/)
    const enter = (personalPassword: string) => learner().startAttempt({ ...exam, body: { personalPassword } })
    for (const wrong of ['12', '1234', '12a']) expect(await refusal(enter(wrong))).toMatchObject({ errorCode: 900_001 })
    const another = own === '000' ? '001' : '000'
    expect(await refusal(enter(another))).toMatchObject({ errorCode: WRONG_PASSWORD.code })
    expect(await enter(own)).toMatchObject({ state: 'in-progress' })
  })
})
