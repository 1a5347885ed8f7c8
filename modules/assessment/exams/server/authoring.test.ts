/** Exams as their authors write and publish them, over HTTP. */
import { beforeAll, describe, expect, it } from 'vitest'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { taskOf } from '#modules/platform/approvals/server/tasks.fixture.ts'
import { buildStep, buildTemplate } from '#modules/platform/approvals/server/templates.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { expectRoles, type RoleTable, testRoles } from '#test/roles.ts'
import { type ExamInput, newExam, newRules } from '../contract/authoring.ts'
import { ADDRESS_RANGE_INVALID, EXAM_CHANGED, EXAM_NOT_READY, EXAM_STATUS } from '../contract/codes.ts'
import {
  attemptsLimitMax,
  durationMinutesMax,
  type ExamRules,
  examNameLengthMax,
  examSummaryLengthMax,
  instructionsLengthMax,
} from '../contract/rules.ts'
import { approvalBusinessType, exams } from '../contract.ts'
import { type BuiltExam, buildExam } from './exams.fixture.ts'
import { buildExamPaper, contents, scoredQuestions } from './taking.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, {
  owner: ['lecturer'],
  administrator: ['admin'],
  colleague: ['lecturer'],
  stranger: ['lecturer'],
  otherCompany: ['super-admin'],
})
let paperId: string
let fields: ExamInput
const as = (member: BuiltMember | undefined) => platform.client(exams, member)
const author = () => as(roles.owner)
/** Other rules than those that were published. */
const changed = () => ({ ...fields, rules: { ...fields.rules, durationMinutes: 90 } })

async function build({ rules, ...input }: Partial<BuiltExam> = {}) {
  const id = await buildExam(platform.db, {
    ...{ author: roles.owner, now: platform.now, ...input },
    rules: { paperId, ...rules },
  })
  return { params: { id } }
}

beforeAll(async () => {
  paperId = await buildExamPaper(platform.db, roles.owner, [
    { content: contents['single-choice'], scoreTenths: 600 },
    { content: contents['true-false'], scoreTenths: 400 },
  ])
  fields = { ...newExam, name: '入职须知', summary: '第一周', rules: { ...newRules, paperId } }
})

type Outcomes = Omit<RoleTable, 'call' | 'state'>
const editing: Outcomes = {
  ...{ owner: 'accepted', administrator: 'accepted', member: 10_138, colleague: 10_138, stranger: 10_138 },
  ...{ otherCompany: 900_005, nobody: 401 },
}
const reading: Outcomes = {
  ...{ owner: 'accepted', administrator: 'accepted', member: 'accepted', colleague: 'accepted' },
  ...{ stranger: 'accepted', otherCompany: 900_005, nobody: 401 },
}

describe('authors', () => {
  it('change, publish, take down and delete their own; administrators those of their organization', async () => {
    const body = { revision: 0 }
    const of = (status: BuiltExam['status']) => build({ status })
    await expectRoles(roles, {
      editedExam: { ...editing, call: async (member) => as(member).editedExam(await build()) },
      changeExam: {
        ...editing,
        call: async (member) => as(member).changeExam({ ...(await build()), body: { ...fields, revision: 0 } }),
      },
      publishExam: {
        ...editing,
        call: async (member) => as(member).publishExam({ ...(await of('draft')), body }),
      },
      takeExamDown: { ...editing, call: async (member) => as(member).takeExamDown(await build()) },
      discardExamChanges: {
        ...editing,
        async call(member) {
          const { params } = await build()
          await author().changeExam({ params, body: { ...changed(), revision: 0 } })
          return as(member).discardExamChanges({ params, body: { revision: 1 } })
        },
      },
      deleteExam: { ...editing, call: async (member) => as(member).deleteExam(await of('off-shelf')) },
      previewExam: { ...editing, call: async (member) => as(member).previewExam(await of('draft')) },
      exam: { ...reading, call: async (member) => as(member).exam(await build()) },
      startAttempt: { ...reading, call: async (member) => as(member).startAttempt({ ...(await build()), body: {} }) },
    })
  })

  it('see a list of what they may change, filtered by state, name and author', async () => {
    const { params } = await build({ name: '独一无二', status: 'off-shelf' })
    const found = (member: BuiltMember, query: object = {}) =>
      as(member).authoredExams({ query: { search: '独一', ...query } })
    expect(await found(roles.owner)).toMatchObject({
      recordCount: 1,
      items: [{ id: params.id, author: { fullName: 'owner' }, actions: ['edit', 'publish', 'delete'] }],
    })
    expect((await found(roles.owner, { status: 'draft' })).recordCount).toBe(0)
    expect((await found(roles.administrator)).recordCount).toBe(1)
    expect((await found(roles.administrator, { mine: true })).recordCount).toBe(0)
    expect((await found(roles.colleague)).recordCount).toBe(0)
  })

  it('write within the limits, without sensitive words, for organizations of the company', async () => {
    const create = (change: Partial<ExamInput>) => author().createExam({ body: { ...fields, ...change } })
    const tooLong = (path: string) => ({ refused: 900_001, path })
    await bounds(examNameLengthMax, (count) => create({ name: '书'.repeat(count) }), tooLong('name'))
    await bounds(examSummaryLengthMax, (count) => create({ summary: '书'.repeat(count) }), tooLong('summary'))
    const rules = (change: Partial<ExamRules>) => create({ rules: { ...newRules, ...change } })
    await bounds(
      instructionsLengthMax,
      (count) => rules({ instructions: '书'.repeat(count) }),
      tooLong('rules.instructions'),
    )
    await bounds(durationMinutesMax, (durationMinutes) => rules({ durationMinutes }), tooLong('rules.durationMinutes'))
    await bounds(attemptsLimitMax, (attemptsMax) => rules({ attemptsMax }), tooLong('rules.attemptsMax'))
    const foreign = [roles.otherCompany.companyId]
    expect(await refusal(create({ organizationIds: foreign }))).toMatchObject({ errorCode: 900_005 })
    const elsewhere = [roles.otherCompany.id]
    const named = [{ memberIds: elsewhere }, { graderIds: elsewhere }, { invigilatorIds: elsewhere }]
    const refusals = await Promise.all([...named, { coverFileId: paperId }].map((change) => refusal(create(change))))
    expect(refusals).toMatchObject(refusals.map(() => ({ errorCode: 900_005 })))
    const { companyId } = roles
    await buildWords(platform.db, { companyId, by: roles.owner.id, words: ['赌博'], now: platform.now })
    expect(await refusal(create({ summary: '一起赌博' }))).toMatchObject({ errorCode: 900_010 })
  })

  it('are refused on an earlier revision, and for what the state does not allow', async () => {
    const { params } = await build()
    const outdated = { errorCode: EXAM_CHANGED.code, data: { revision: 1 } }
    const impossible = { errorCode: EXAM_STATUS.code }
    await author().changeExam({ params, body: { ...changed(), revision: 0 } })
    const again = author().changeExam({ params, body: { ...fields, revision: 0 } })
    expect(await refusal(again)).toMatchObject(outdated)
    expect(await refusal(author().publishExam({ params, body: { revision: 0 } }))).toMatchObject(outdated)
    expect(await refusal(author().discardExamChanges({ params, body: { revision: 0 } }))).toMatchObject(outdated)
    expect(await refusal(author().deleteExam({ params }))).toMatchObject(impossible)
    expect(await refusal(author().withdrawExam({ params }))).toMatchObject(impossible)
    await author().publishExam({ params, body: { revision: 1 } })
    expect(await refusal(author().publishExam({ params, body: { revision: 2 } }))).toMatchObject(impossible)
    expect(await refusal(author().discardExamChanges({ params, body: { revision: 2 } }))).toMatchObject(impossible)
    await author().takeExamDown({ params })
    expect(await refusal(author().takeExamDown({ params }))).toMatchObject(impossible)
  })

  it('[EXAM-029] set a password of exactly six digits', async () => {
    const create = (password: string) => author().createExam({ body: { ...fields, rules: { ...newRules, password } } })
    const { id } = await create('012345')
    expect(await author().editedExam({ params: { id } })).toMatchObject({ rules: { password: '012345' } })
    for (const wrong of ['12345', '1234567', '12345a', ' 12345', '１２３４５６'])
      expect(await refusal(create(wrong))).toMatchObject({ errorCode: 900_001 })
  })

  it('name ranges of addresses that are some', async () => {
    const create = (range: string) =>
      author().createExam({ body: { ...fields, rules: { ...newRules, addressRanges: ['10.0.0.0/8', range] } } })
    const { id } = await create('2001:db8::/32')
    const rules = { ...newRules, addressRanges: ['10.0.0.0/33'] }
    const changed = author().changeExam({ params: { id }, body: { ...fields, rules, revision: 0 } })
    expect(await refusal(changed)).toMatchObject({ errorCode: ADDRESS_RANGE_INVALID.code })
    expect(await refusal(create('10.0.0.0/33'))).toMatchObject({
      errorCode: ADDRESS_RANGE_INVALID.code,
      data: { range: '10.0.0.0/33' },
    })
    expect(await refusal(create('intranet'))).toMatchObject({ errorCode: 900_001 })
  })

  it('do not publish an exam that is not ready, and read what is missing', async () => {
    const reasonsOf = async (rules: Partial<ExamRules>) => {
      const { params } = await build({ status: 'draft', rules })
      const answer = await refusal(author().publishExam({ params, body: { revision: 0 } }))
      expect(answer).toMatchObject({ errorCode: EXAM_NOT_READY.code })
      // The editor says it before anybody tries.
      expect((await author().editedExam({ params })).missing).toEqual(answer.data?.reasons)
      return answer.data?.reasons
    }
    expect(await reasonsOf({ paperId: null })).toEqual(['paper'])
    expect(await reasonsOf({ paperId: roles.owner.id })).toEqual(['paper'])
    expect(await reasonsOf({ startAt: 5, endAt: 5 })).toEqual(['window'])
    expect(await reasonsOf({ passTenths: 1001 })).toEqual(['thresholds'])
    expect(await reasonsOf({ passTenths: 600, goodTenths: 600 })).toEqual(['thresholds'])
    expect(await reasonsOf({ passTenths: null, goodTenths: 600 })).toEqual(['thresholds'])
    const foreign = await buildExamPaper(platform.db, roles.otherCompany, scoredQuestions)
    expect(await reasonsOf({ paperId: foreign })).toEqual(['paper'])
    const whole = { passTenths: 600, goodTenths: 601, excellentTenths: 1000, startAt: 5, endAt: 6 }
    const { params } = await build({ status: 'draft', rules: whole })
    expect((await author().editedExam({ params })).missing).toEqual([])
    expect(await author().publishExam({ params, body: { revision: 0 } })).toMatchObject({ applied: false })
  })

  it('see the state that shelf and clock give, which is stored nowhere', async () => {
    await proves(['EXAM-018', 'EXAM-024'], async () => {
      const stateOf = async (input: Partial<BuiltExam>) =>
        (await author().editedExam(await build({ ...input, rules: { startAt: null, ...input.rules } }))).state
      const { now } = platform
      expect(await stateOf({ status: 'draft' })).toBe(1)
      expect(await stateOf({ status: 'off-shelf' })).toBe(1)
      expect(await stateOf({ rules: { startAt: now + 1 } })).toBe(3)
      expect(await stateOf({ rules: { startAt: now, endAt: now + 1 } })).toBe(5)
      expect(await stateOf({ rules: { startAt: now - 5, endAt: now } })).toBe(6)
      expect(await stateOf({})).toBe(5)
      const { params } = await build({ rules: { startAt: now + 1000, endAt: now + 2000 } })
      const later = async (ms: number) => {
        platform.now = now + ms
        return (await author().editedExam({ params })).state
      }
      expect([await later(999), await later(1000), await later(1999), await later(2000)]).toEqual([3, 5, 5, 6])
      platform.now = now
    })
  })

  it('find out with a dry run what publishing would change, and nothing is changed', async () => {
    const { params } = await build({ status: 'draft' })
    const forecast = await platform.app.inject({
      method: 'POST',
      url: `/api/v1/exam-manage/${params.id}/publish`,
      headers: { authorization: `Bearer ${roles.owner.token}`, version: '1', 'x-dry-run': '1' },
      payload: { revision: 0 },
    })
    expect(forecast.json()).toMatchObject({ entries: [{ before: { status: 'draft' }, after: { status: 'on-shelf' } }] })
    expect(await author().editedExam({ params })).toMatchObject({ status: 'draft', revision: 0 })
  })

  it('restore from the recycle bin what they have deleted', async () => {
    const { params } = await build({ name: '误删', status: 'off-shelf' })
    await author().deleteExam({ params })
    expect(await refusal(author().editedExam({ params }))).toMatchObject({ errorCode: 900_005 })
    const recycleBin = platform.client(operations, roles.owner)
    const { items } = await recycleBin.listRecycled({ query: { keyword: '误删' } })
    await recycleBin.restoreRecycled({ params: { id: items[0]?.id ?? '' } })
    expect(await author().editedExam({ params })).toMatchObject({ name: '误删', status: 'off-shelf' })
  })
})

describe('where somebody has to agree', () => {
  let applicant: BuiltMember
  let approver: BuiltMember

  beforeAll(async () => {
    const { companyId, stranger } = roles
    const { organizationId } = stranger
    applicant = stranger
    approver = await buildMember(platform.db, { companyId, organizationId })
    const place = { companyId, organizationId, businessType: approvalBusinessType, now: platform.now }
    await buildTemplate(platform.db, place, [buildStep([approver.id])])
  })

  const apply = async () => {
    const { params } = await build({ author: applicant, status: 'draft' })
    expect(await as(applicant).publishExam({ params, body: { revision: 0 } })).toMatchObject({ applied: true })
    return params
  }

  it('an approver sees the draft and agrees', async () => {
    const params = await apply()
    expect(await as(applicant).editedExam({ params })).toMatchObject({
      ...{ needsApproval: true, approval: { state: 'waiting' }, actions: ['withdraw'] },
    })
    const change = as(applicant).changeExam({ params, body: { ...fields, revision: 1 } })
    expect(await refusal(change)).toMatchObject({ errorCode: EXAM_STATUS.code })
    expect(await as(applicant).editedExam({ params })).toMatchObject({ state: 2 })
    expect(await as(approver).previewExam({ params })).toMatchObject({ questionCount: 2, totalTenths: 1000 })
    const task = await taskOf(platform, approver, { businessType: approvalBusinessType, businessId: params.id })
    await platform.client(approvals, approver).agree({ ...task, body: {} })
    expect(await as(applicant).editedExam({ params })).toMatchObject({ status: 'on-shelf', approval: null })
  })

  it('the applicant alone withdraws the application', async () => {
    const call = async (caller: BuiltMember | undefined) => as(caller).withdrawExam({ params: await apply() })
    const outcomes = { owner: 10_138, administrator: 10_138, member: 10_138, colleague: 10_138 } as const
    await expectRoles(roles, {
      withdrawExam: { ...outcomes, stranger: 'accepted', otherCompany: 900_005, nobody: 401, call },
    })
  })

  it('an application that was returned is the applicant’s alone', async () => {
    const chief = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'] })
    const params = await apply()
    const task = await taskOf(platform, approver, { businessType: approvalBusinessType, businessId: params.id })
    await platform.client(approvals, approver).giveBack({ ...task, body: { opinion: '请补充' } })
    const { revision } = await as(chief).editedExam({ params })
    expect(await refusal(as(chief).publishExam({ params, body: { revision } }))).toMatchObject({
      errorCode: 46_002,
    })
  })

  it('an application that nobody but the applicant could decide is refused', async () => {
    const { otherCompany } = roles
    const { companyId } = otherCompany
    const place = { companyId, businessType: approvalBusinessType, now: platform.now }
    await buildTemplate(platform.db, place, [buildStep([otherCompany.id], { whenNobody: 'administrator' })])
    const theirs = await buildExamPaper(platform.db, otherCompany, scoredQuestions)
    const own = await build({ author: otherCompany, status: 'draft', rules: { paperId: theirs, passTenths: 0 } })
    const publish = as(otherCompany).publishExam({ ...own, body: { revision: 0 } })
    expect(await refusal(publish)).toMatchObject({ errorCode: 46_003 })
  })
})
