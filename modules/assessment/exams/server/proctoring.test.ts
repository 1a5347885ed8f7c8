/** Announcements, notes and attempts that are opened again, over HTTP. */
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { announcementAgeMsMax, announcementLengthMax, announcementsMax } from '../contract/announcing.ts'
import { ATTEMPT_RESET, ATTEMPT_STATE, OTHER_ATTEMPT_OPEN, TOO_MANY_ANNOUNCEMENTS } from '../contract/codes.ts'
import { examsTables } from './db.ts'
import { essay, examsOn, rightAnswers, scoredQuestions } from './taking.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'], stranger: ['lecturer'], otherCompany: ['super-admin'] })
const { as, build, sit, answer } = examsOn(platform, () => roles.owner)
const learner = () => as(roles.member)
let helper: BuiltMember

beforeAll(async () => {
  const { companyId, organizationId } = roles.owner
  helper = await buildMember(platform.db, { companyId, organizationId, fullName: '何助理' })
})

const minute = 60_000
const noRight = { errorCode: 10_138 }
const notFound = { errorCode: 900_005 }

const start = async (member: BuiltMember, exam: { params: { id: string } }) => {
  const attempt = await as(member).startAttempt({ ...exam, body: {} })
  return { ...attempt, params: { id: attempt.id } }
}

/** What the answering screen learns with each save. */
const heard = async (member: BuiltMember, params: { id: string }) => {
  const body = { writer: uuid(), first: 1, events: [] }
  const { announcements } = await as(member).recordEvents({ params, body })
  return announcements.map(({ text }) => text)
}

describe('an announcement', () => {
  it('stands on every screen until its examinee acknowledges it, and who has is counted', async () => {
    const exam = await build({ invigilatorIds: [helper.id] })
    const own = await start(roles.member, exam)
    const other = await start(roles.colleague, exam)
    expect(own.announcements).toEqual([])
    const all = await as(helper).announce({ ...exam, body: { text: ' 第 3 题的单位是千克 ' } })
    platform.now += 1000
    const single = await as(helper).announce({ ...exam, body: { text: '请打开摄像头', attemptId: own.id } })
    expect(await heard(roles.member, own.params)).toEqual(['第 3 题的单位是千克', '请打开摄像头'])
    expect(await heard(roles.colleague, other.params)).toEqual(['第 3 题的单位是千克'])
    expect((await learner().attempt({ params: own.params })).announcements).toMatchObject([all, single])
    const read = (announcementId: string) => learner().acknowledge({ params: { id: own.id, announcementId } })
    for (const _ of [1, 2]) await read(all.id)
    expect(await heard(roles.member, own.params)).toEqual(['请打开摄像头'])
    expect(await heard(roles.colleague, other.params)).toEqual(['第 3 题的单位是千克'])
    expect(await as(helper).announcements({ ...exam, query: {} })).toMatchObject({
      recordCount: 2,
      items: [
        { ...single, sentBy: '何助理', receiver: 'member', acknowledged: 0, waiting: 1 },
        { ...all, receiver: null, acknowledged: 1, waiting: 1 },
      ],
    })
    // Whoever starts soon after it reads it as well, and nobody who starts much later.
    platform.now += announcementAgeMsMax - 1000
    expect((await start(roles.stranger, exam)).announcements).toMatchObject([all])
    platform.now += 1001
    expect((await start(helper, exam)).announcements).toEqual([])
  })

  it('comes from those who watch over the exam alone, and is acknowledged by its receiver alone', async () => {
    const exam = await build({ invigilatorIds: [helper.id] })
    const elsewhere = await build({ invigilatorIds: [helper.id] })
    const own = await start(roles.member, exam)
    const other = await start(roles.colleague, exam)
    const say = (member: BuiltMember, body: { text: string; attemptId?: string }, of = exam) =>
      as(member).announce({ ...of, body })
    const text = '还有十分钟'
    for (const member of [roles.colleague, roles.member, roles.stranger]) {
      expect(await refusal(say(member, { text }))).toMatchObject(noRight)
      expect(await refusal(as(member).announcements({ ...exam, query: {} }))).toMatchObject(noRight)
    }
    expect(await refusal(say(roles.otherCompany, { text }))).toMatchObject(notFound)
    expect(await refusal(say(helper, { text, attemptId: own.id }, elsewhere))).toMatchObject(notFound)
    expect(await refusal(say(helper, { text, attemptId: uuid() }))).toMatchObject(notFound)
    for (const bad of ['', '  ', 'x'.repeat(announcementLengthMax + 1)])
      expect(await refusal(say(helper, { text: bad }))).toMatchObject({ errorCode: 900_001 })
    const { id: announcementId } = await say(helper, { text: 'x'.repeat(announcementLengthMax), attemptId: own.id })
    const read = (member: BuiltMember, id: string) => as(member).acknowledge({ params: { id, announcementId } })
    expect(await refusal(read(roles.colleague, own.id))).toMatchObject(notFound)
    expect(await refusal(read(roles.colleague, other.id))).toMatchObject(notFound)
    await as(helper).forceSubmit({ params: other.params })
    const late = await refusal(say(helper, { text, attemptId: other.id }))
    expect(late).toMatchObject({ errorCode: ATTEMPT_STATE.code, data: { state: 'final' } })
    await read(roles.member, own.id)
    await as(helper).resetAttempt({ params: own.params, body: { reason: '' } })
    expect(await refusal(read(roles.member, own.id))).toMatchObject({ errorCode: ATTEMPT_RESET.code })
  })

  it('is one of a hundred at most, also when several are sent at once', async () => {
    const exam = await build()
    const { companyId, id: sent_by } = roles.owner
    const row = () => ({
      ...{ id: uuid(), company_id: companyId, exam_id: exam.params.id, attempt_id: null, text: '…' },
      ...{ sent_at: platform.now, sent_by },
    })
    const rows = Array.from({ length: announcementsMax - 1 }, row)
    await examsTables(platform.db).insertInto('exams.announcement').values(rows).execute()
    const tries = Array.from({ length: 4 }, () => as(roles.owner).announce({ ...exam, body: { text: '注意' } }))
    const settled = await Promise.allSettled(tries)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = await refusal(as(roles.owner).announce({ ...exam, body: { text: '注意' } }))
    expect(refused).toMatchObject({ errorCode: TOO_MANY_ANNOUNCEMENTS.code, data: { max: announcementsMax } })
  })
})

describe('a note', () => {
  it('of the exam or of an attempt is read by those who watch over it', async () => {
    const exam = await build({ invigilatorIds: [helper.id] })
    const elsewhere = await build()
    const own = await start(roles.member, exam)
    await as(helper).noteIncident({ ...exam, body: { text: '10:05 停电两分钟' } })
    await as(roles.owner).noteIncident({ ...exam, body: { text: '身份已核对', attemptId: own.id } })
    const list = async (query: object) => (await as(helper).incidents({ ...exam, query })).items
    expect(await list({})).toMatchObject([
      { kind: 'note', text: '身份已核对', examinee: 'member', notedBy: 'owner' },
      { kind: 'note', text: '10:05 停电两分钟', examinee: null, notedBy: '何助理' },
    ])
    expect(await list({ attemptId: own.id })).toHaveLength(1)
    expect(await list({ attemptId: uuid() })).toEqual([])
    const body = { text: '作弊' }
    for (const member of [roles.member, roles.colleague]) {
      expect(await refusal(as(member).noteIncident({ ...exam, body }))).toMatchObject(noRight)
      expect(await refusal(as(member).incidents({ ...exam, query: {} }))).toMatchObject(noRight)
    }
    const foreign = await refusals([
      as(roles.otherCompany).noteIncident({ ...exam, body }),
      as(roles.otherCompany).incidents({ ...exam, query: {} }),
      as(roles.owner).noteIncident({ ...elsewhere, body: { ...body, attemptId: own.id } }),
    ])
    expect(foreign.map(({ errorCode }) => errorCode)).toEqual([900_005, 900_005, 900_005])
  })
})

describe('an attempt that is opened again', () => {
  const reason = '误点交卷'

  it('goes on with its answers and without its marks, and is submitted when the new time is over', async () => {
    const exam = await build({ rules: { durationMinutes: 10, passTenths: 400 } }, [
      ...scoredQuestions.slice(0, 1),
      essay,
    ])
    const given = [rightAnswers[0] ?? null, { kind: 'short-answer', text: '因为' } as const]
    const id = await sit(roles.member, exam, given)
    const params = { id }
    await as(roles.owner).markAnswer({ params: { id, place: 2 }, body: { tenths: 100, comment: '' } })
    await as(roles.owner).finishMarking({ params })
    platform.now += 5 * minute
    const { endsAt } = await as(roles.owner).reopenAttempt({ params, body: { minutes: 15, reason } })
    expect(endsAt).toBe(platform.now + 20 * minute)
    expect(await learner().exam(exam)).toMatchObject({ openAttemptId: id })
    expect(await learner().ownRecord(exam)).toMatchObject({ status: 3, scoreHundredths: null })
    const again = await learner().attempt({ params })
    expect(again.answers).toMatchObject([{ place: 1, answer: rightAnswers[0] }, { place: 2 }])
    expect(await refusal(as(roles.owner).reopenAttempt({ params, body: { minutes: 1, reason } }))).toMatchObject({
      ...{ errorCode: ATTEMPT_STATE.code, data: { state: 'in-progress' } },
    })
    const writer = uuid()
    const events = [answer(1, { kind: 'single-choice', chosen: [1] })]
    await learner().recordEvents({ params, body: { writer, first: 1, events } })
    platform.now = endsAt + minute
    expect(await learner().attemptOutcome({ params })).toMatchObject({ cause: 'time', state: 'to-grade' })
    const questions = await as(roles.owner).markedQuestions(exam)
    expect(questions).toMatchObject([{ marked: 0, total: 1 }])
    expect((await as(roles.owner).incidents({ ...exam, query: {} })).items).toMatchObject([
      { kind: 'reopened', text: reason, examinee: 'member' },
    ])
  })

  it('after too many leaves is not submitted by the next save', async () => {
    const exam = await build({ rules: { leavesMax: 0 } })
    const { params } = await start(roles.member, exam)
    const writer = uuid()
    const leave = { leave: 'blur', at: platform.now, ms: 8000, isOffline: false } as const
    const taken = await learner().recordEvents({ params, body: { writer, first: 1, events: [leave] } })
    expect(taken).toMatchObject({ state: 'final', leaveCount: 1 })
    await as(roles.owner).reopenAttempt({ params, body: { minutes: 5, reason } })
    const events = [answer(1, rightAnswers[0] ?? null)]
    const next = await learner().recordEvents({ params, body: { writer, first: 2, events } })
    expect(next).toMatchObject({ state: 'in-progress', leaveCount: 0, acknowledged: 2 })
    expect(await as(roles.owner).leaves({ params })).toMatchObject([{ reason, voidedBy: 'owner' }])
    const again = await learner().recordEvents({ params, body: { writer, first: 3, events: [leave] } })
    expect(again).toMatchObject({ state: 'final' })
  })

  it('is none of another’s business, none of one’s own, and never the second one open', async () => {
    const exam = await build({ invigilatorIds: [helper.id], rules: { attemptsMax: 0 } })
    const first = await sit(roles.member, exam)
    const body = { minutes: 1, reason }
    const open = (member: BuiltMember, id: string) => as(member).reopenAttempt({ params: { id }, body })
    expect(await refusal(open(roles.colleague, first))).toMatchObject(noRight)
    expect(await refusal(open(roles.member, first))).toMatchObject(noRight)
    expect(await refusal(open(roles.otherCompany, first))).toMatchObject(notFound)
    const own = await sit(helper, exam)
    expect(await refusal(open(helper, own))).toMatchObject({ errorCode: 900_012 })
    const settled = await Promise.allSettled([start(roles.member, exam), open(helper, first)])
    expect(settled.some(({ status }) => status === 'fulfilled')).toBe(true)
    const openOnes = await examsTables(platform.db)
      .selectFrom('exams.attempt')
      .select('id')
      .where('exam_id', '=', exam.params.id)
      .where('member_id', '=', roles.member.id)
      .where('state', '=', 'in-progress')
      .execute()
    expect(openOnes).toHaveLength(1)
    const [one] = openOnes
    if (one?.id === first)
      await learner().submitAttempt({ params: { id: first }, body: { writer: uuid(), lastNumber: 0 } })
    await start(roles.member, exam)
    expect(await refusal(open(helper, first))).toMatchObject({ errorCode: OTHER_ATTEMPT_OPEN.code })
  })
})
