/**
 * May they do it to themselves? Every writing call about a member says so in its contract entry (`onSelf`). What it says
 * is tried: the call is made about the caller, an administrator who may do everything to others.
 */
import type { TSchema } from 'typebox'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#kit/contract.ts'
import { NOT_FOR_ONESELF, NOT_FOUND } from '#kit/errors.ts'
import { IMPORT_INCORRECT } from '#kit/import-rows.ts'
import { exams } from '#modules/assessment/exams/contract.ts'
import {
  buildAccommodation,
  buildAnswerFile,
  buildAppeal,
  buildAttempt,
  buildExam,
  buildPhoto,
} from '#modules/assessment/exams/server/exams.fixture.ts'
import { buildSurvey, contentWith } from '#modules/assessment/surveys/server/surveys.fixture.ts'
import { entitlements } from '#modules/commerce/entitlements/contract.ts'
import { invoices } from '#modules/commerce/invoices/contract.ts'
import { buildInvoice } from '#modules/commerce/invoices/server/invoices.fixture.ts'
import { orders } from '#modules/commerce/orders/contract.ts'
import { buildPurchase } from '#modules/commerce/orders/server/orders.fixture.ts'
import { payments } from '#modules/commerce/payments/contract.ts'
import { buildPayment, buildReceipt, buildRefund } from '#modules/commerce/payments/server/payments.fixture.ts'
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import { redeem } from '#modules/commerce/redeem/contract.ts'
import { buildCards } from '#modules/commerce/redeem/server/redeem.fixture.ts'
import { ask } from '#modules/community/ask/contract.ts'
import { buildAnswer, buildQuestion } from '#modules/community/ask/server/ask.fixture.ts'
import { community } from '#modules/community/community/contract.ts'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { moderation } from '#modules/content/moderation/contract.ts'
import { submissions } from '#modules/content/submissions/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { contests } from '#modules/engagement/contests/contract.ts'
import { buildContest, buildWork, roundAround } from '#modules/engagement/contests/server/contests.fixture.ts'
import { certificates } from '#modules/learning/certificates/contract.ts'
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { currency } from '#modules/platform/currency/contract.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { type ImportCompany, importSteps, row } from '#modules/platform/identity/server/import.fixture.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
  callerOf,
} from '#modules/platform/identity/server/members.fixture.ts'
import { attendance } from '#modules/training/attendance/contract.ts'
import { buildCheckIn } from '#modules/training/attendance/server/check-ins.fixture.ts'
import { buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import { external } from '#modules/training/external/contract.ts'
import { buildReport } from '#modules/training/external/server/external.fixture.ts'
import { newLecturer } from '#modules/training/lecturers/contract/fields.ts'
import { lecturers } from '#modules/training/lecturers/contract.ts'
import { buildLecturer } from '#modules/training/lecturers/server/lecturers.fixture.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { stopRecording } from '#test/recorder.ts'
import { type Call, errorCodeOf, listCalls, send, validInput } from './calls.ts'
import { createRandom, seedOf } from './random.ts'

stopRecording()
const platform = testPlatform({ environment: { TRUST_PROXY: 'true' } })
const calls = listCalls(serverModules).filter(({ endpoint }) => endpoint.method !== 'GET')

/** Names of fields that hold the id of a member. */
const memberField =
  /^(add)?(member|superior|lecturer|substitute|applicant|recipient|receiver|learner|holder|person|user)Ids?$|MemberIds?$|^accountCode$/
/** Paths whose `{id}` is that of a member. */
const memberPath = /\/(member|comment-mutes)\/\{id\}/

function fieldsOf(schema: TSchema | undefined, path: string): string[] {
  const {
    properties = {},
    items,
    anyOf = [],
  } = (schema ?? {}) as {
    properties?: Record<string, TSchema>
    items?: TSchema
    anyOf?: TSchema[]
  }
  return [
    ...Object.entries(properties).flatMap(([name, one]) => [`${path}.${name}`, ...fieldsOf(one, `${path}.${name}`)]),
    ...(items ? fieldsOf(items, path) : []),
    ...anyOf.flatMap((one) => fieldsOf(one, path)),
  ]
}

/** The fields of a call that name a member. */
function memberFields({ params, body, path }: Endpoint): string[] {
  const named = [...fieldsOf(params, 'params'), ...fieldsOf(body, 'body')].filter((field) =>
    memberField.test(field.split('.').at(-1) ?? ''),
  )
  return memberPath.test(path) ? ['params.id', ...named] : named
}

const withSelf = <Kind extends string>(kind: Kind) => calls.filter(({ endpoint }) => kind in (endpoint.onSelf ?? {}))
const named = (some: readonly Call[]) => some.map((call) => [call.name, call] as const)

let companyId: string
let chief: BuiltMember
let other: BuiltMember
let third: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db, '云帆科技', platform.now)
  const input = { companyId, roles: ['super-admin'] as const, now: platform.now }
  chief = await buildMember(platform.db, { ...input, fullName: '沈墨' })
  other = await buildMember(platform.db, { ...input, fullName: '何主任' })
  third = await buildMember(platform.db, { ...input, fullName: '陆审核' })
})

/** Whether the input names the caller at the field. */
function names(value: unknown, path: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((item) => names(item, path))
  const [name, ...rest] = path
  if (name === undefined) return value === chief.id
  return typeof value === 'object' && value !== null && names(Reflect.get(value, name), rest)
}

/** The answer to an input that names the caller at all of the fields, and wherever else it asks for an id. */
async function answerAboutSelf({ name, endpoint }: Call, fields: readonly string[]) {
  for (let round = 0; round < 100; round++) {
    const sent = validInput(endpoint, createRandom(seedOf(name) + round), () => chief.id)
    if (!fields.every((field) => names(sent, field.split('.')))) continue
    return send(platform.app, endpoint, sent, { token: chief.token, address: `10.8.0.${round}` })
  }
  throw new Error(`no input of ${name} names the caller at ${fields.join(', ')}`)
}

describe('a writing call about a member', () => {
  it('says whether the caller may be that member', () => {
    const silent = calls.filter(({ endpoint }) => memberFields(endpoint).length > 0 && !endpoint.onSelf)
    expect(silent.map(({ name, endpoint }) => `${name}: ${memberFields(endpoint).join(', ')}`)).toEqual([])
  })

  it.each(named(withSelf('refused')))('is refused about the caller: %s', async (_, call) => {
    const { onSelf } = call.endpoint
    const fields = onSelf && 'refused' in onSelf ? onSelf.refused : []
    expect(fields.length).toBeGreaterThan(0)
    for (const field of fields) {
      const answer = await answerAboutSelf(call, [field])
      expect(`${field} ${errorCodeOf(answer)}`).toBe(`${field} ${NOT_FOR_ONESELF.code}`)
    }
  })

  it.each(named(withSelf('allowed')))('is not refused for being about the caller: %s', async (_, call) => {
    const answer = await answerAboutSelf(call, [])
    expect(errorCodeOf(answer)).not.toBe(NOT_FOR_ONESELF.code)
    expect(answer.statusCode).toBeLessThan(500)
  })
})

const organizationCalls = () => platform.client(identity, chief)

/** Two organizations: the caller is a lecturer of the first alone. */
async function lecturingIn() {
  const build = (name: string) => buildOrganization(platform.db, { companyId, parentId: companyId, name })
  const [from, to] = [await build('培训部'), await build('质量部')]
  const body = { memberId: chief.id, role: 'lecturer', organizationId: from } as const
  await platform.client(identity, other).grantRole({ body })
  return { from: { params: { id: from } }, to: { params: { id: to } } }
}

interface OwnAttempt {
  readonly id: string
  readonly leaveId: string
  readonly attemptId: string
  readonly examId: string
  readonly companyId: string
  readonly memberId: string
  readonly now: number
}

/** What the call answers about an attempt of the caller, who manages every exam of the company. */
async function onOwnAttempt(
  state: 'in-progress' | 'to-grade' | 'final',
  call: (calls: ReturnType<typeof examCalls>, attempt: OwnAttempt) => Promise<unknown>,
) {
  const examId = await buildExam(platform.db, { author: chief, now: platform.now })
  const place = { examId, companyId, memberId: chief.id, now: platform.now, state }
  const attempt = await buildAttempt(platform.db, place)
  const tried = call(examCalls(), { ...attempt, ...place, attemptId: attempt.id })
  return [(await refusal(tried)).errorCode, NOT_FOR_ONESELF.code] as const
}
const examCalls = () => platform.client(exams, chief)

/** The caller in the directory of lecturers. */
async function ownLecturer() {
  const calls = platform.client(lecturers, chief)
  const { items } = await calls.managedLecturers({ query: { search: '沈墨' } })
  const id = items.find(({ memberId }) => memberId === chief.id)?.id
  return id ?? buildLecturer(platform.db, { companyId, memberId: chief.id, now: platform.now })
}

const contestCalls = () => platform.client(contests, chief)
const dayMs = 86_400_000

/** A call about a work of the caller, in a contest whose first round is over. */
async function onOwnWork(
  act: (
    calls: ReturnType<typeof contestCalls>,
    own: { readonly params: { readonly id: string }; readonly workId: string },
  ) => Promise<unknown>,
) {
  const { now } = platform
  const [first, second] = [roundAround(now - 10 * dayMs), roundAround(now + dayMs)]
  const author = { id: chief.id, companyId, organizationId: companyId }
  const contestId = await buildContest(platform.db, { author, now, rounds: [first, second] })
  const file = { fileId: chief.id, fileName: 'work.mp4' }
  const work = { contestId, companyId, memberId: chief.id, number: 1, title: '微课', handedInAt: now, ...file }
  const workId = await buildWork(platform.db, work)
  return [
    (await refusal(act(contestCalls(), { params: { id: contestId }, workId }))).errorCode,
    NOT_FOR_ONESELF.code,
  ] as const
}

/** Calls that name a row of the member: each tried by the caller on an own row, with the code of the refusal. */
/** A comment on a course; its id. */
async function commentBy(member: BuiltMember): Promise<string> {
  const course = await buildCourse(platform.db, { author: other, now: platform.now })
  const item = { businessType: 1, businessId: course.id }
  return (await platform.client(topics, member).addComment({ body: { ...item, content: '加微信' } })).id
}

/** The case that the member's report has opened. */
async function reportedBy(member: BuiltMember, businessId: string) {
  const calls = platform.client(moderation, member)
  await calls.accuse({ body: { businessId, reason: '广告', reasonCode: 'spam' } })
  const found = (await calls.queue({ query: { pageSize: 50 } })).items.find((row) => row.businessId === businessId)
  if (!found) throw new Error('a report has a case')
  return found
}

const removeCase = (by: BuiltMember, { id, revision }: { id: string; revision: number }) =>
  platform.client(moderation, by).decide({
    params: { id },
    body: { revision, outcome: 'remove', reasonCode: 'spam', note: '', warn: false, muteDays: 0 },
  })

/** A transfer of the caller whose receipt waits, and the call about it. */
async function onOwnTransfer(decision: 'approve' | 'reject') {
  const whose = { companyId, memberId: chief.id }
  const id = await buildPayment(platform.db, { ...whose, provider: 'transfer', state: 'reviewing' })
  const receiptId = await buildReceipt(platform.db, { ...whose, paymentId: id })
  const calls = platform.client(payments, chief)
  const params = { id }
  const made =
    decision === 'approve'
      ? calls.approveTransfer({ params, body: { receiptId } })
      : calls.rejectTransfer({ params, body: { receiptId, reason: '试试' } })
  return [(await refusal(made)).errorCode, NOT_FOR_ONESELF.code] as const
}

/** A refund of a transfer of the caller. */
async function onOwnRefund(state: 'sending' | 'failed') {
  const whose = { companyId, memberId: chief.id }
  const paymentId = await buildPayment(platform.db, {
    ...whose,
    provider: 'transfer',
    state: 'succeeded',
    counts: false,
  })
  const params = { id: await buildRefund(platform.db, { ...whose, paymentId, state, amountFen: 9900n }) }
  const calls = platform.client(payments, chief)
  const made =
    state === 'sending'
      ? calls.settleRefund({ params, body: { outcome: 'succeeded', note: '' } })
      : calls.retryRefund({ params })
  return [(await refusal(made)).errorCode, NOT_FOR_ONESELF.code] as const
}

const onOwnRow: Readonly<Record<string, () => Promise<readonly [found: unknown, expected: unknown]>>> = {
  async 'ask.removeQuestion'() {
    const id = await buildQuestion(platform.db, { companyId, authorId: chief.id, now: platform.now })
    const remove = platform.client(ask, chief).removeQuestion({ params: { id }, body: { reason: '试试' } })
    return [(await refusal(remove)).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'ask.removeAnswer'() {
    const questionId = await buildQuestion(platform.db, { companyId, authorId: other.id, now: platform.now })
    const id = await buildAnswer(platform.db, { companyId, questionId, authorId: chief.id, now: platform.now })
    const remove = platform.client(ask, chief).removeAnswer({ params: { id }, body: { reason: '试试' } })
    return [(await refusal(remove)).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'attendance.decideLeave'() {
    const { now } = platform
    const classId = await buildClass(platform.db, { author: chief, now, participants: [chief.id] })
    const checkInId = await buildCheckIn(platform.db, { classId, companyId, startsAt: now })
    const own = platform.client(attendance, chief)
    const params = { id: classId }
    const { id } = await own.askLeave({ params, body: { checkInId, reason: '出差', fileIds: [] } })
    const agree = own.decideLeave({ params, body: { ids: [id], decision: 'agree', reason: '' } })
    return [(await refusal(agree)).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'community.activateAccount'() {
    const id = await buildAccount(platform.db, { companyId, enjoyType: 0, name: '自己的账户', memberIds: [chief.id] })
    const activate = platform.client(community, chief).activateAccount({ params: { id } })
    return [(await refusal(activate)).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'community.freezeAccount'() {
    const id = await buildAccount(platform.db, { companyId, name: '自己的团队', memberIds: [chief.id] })
    const freeze = platform.client(community, chief).freezeAccount({ params: { id }, body: { reason: '试试' } })
    return [(await refusal(freeze)).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'certificates.reissueCertificate'() {
    const templateId = await buildTemplate(platform.db, { author: chief, now: platform.now })
    const body = { templateId, memberId: chief.id, itemName: '安全生产' }
    const { id } = await platform.client(certificates, other).grantCertificate({ body })
    const again = platform.client(certificates, chief).reissueCertificate({ params: { id }, body: { reason: '改名' } })
    return [(await refusal(again)).errorCode, NOT_FOR_ONESELF.code]
  },
  'contests.advanceWorks': () =>
    onOwnWork((calls, { params, workId }) => calls.advanceWorks({ params, body: { round: 0, workIds: [workId] } })),
  'contests.excludeWork': () =>
    onOwnWork((calls, { params, workId }) =>
      calls.excludeWork({ params: { ...params, workId }, body: { isExcluded: true, reason: '试' } }),
    ),
  'contests.setAwards': () =>
    onOwnWork((calls, { params, workId }) =>
      calls.setAwards({ params, body: { winners: [{ workId, awardKey: 'first' }] } }),
    ),
  async 'currency.recharge'() {
    const accounts = [{ accountType: 1 as const, accountCode: chief.id }]
    const issue = platform
      .client(currency, chief)
      .recharge({ body: { accounts, type: 1, tradeAmount: '1', reason: '' } })
    return [(await refusal(issue)).errorCode, NOT_FOR_ONESELF.code]
  },
  'exams.answerAppeal': () =>
    onOwnAttempt('final', async (calls, attempt) => {
      const id = await buildAppeal(platform.db, attempt)
      return calls.answerAppeal({ params: { id }, body: { isUpheld: true, answer: '同意' } })
    }),
  async 'exams.changeAccommodation'() {
    const id = await buildAccommodation(platform.db, { companyId, memberId: chief.id, now: platform.now })
    const given = {
      timePercent: 200,
      extraAttempts: 0,
      laterMinutes: 0,
      reason: '需要',
      validFrom: null,
      validUntil: null,
    }
    const change = examCalls().changeAccommodation({ params: { id }, body: { ...given, revision: 0 } })
    return [(await refusal(change)).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'exams.deleteAccommodation'() {
    const id = await buildAccommodation(platform.db, { companyId, memberId: chief.id, now: platform.now })
    return [(await refusal(examCalls().deleteAccommodation({ params: { id } }))).errorCode, NOT_FOR_ONESELF.code]
  },
  'exams.extendAttempt': () =>
    onOwnAttempt('in-progress', (calls, { id }) => calls.extendAttempt({ params: { id }, body: { minutes: 5 } })),
  'exams.finishMarking': () => onOwnAttempt('to-grade', (calls, { id }) => calls.finishMarking({ params: { id } })),
  'exams.forceSubmit': () => onOwnAttempt('in-progress', (calls, { id }) => calls.forceSubmit({ params: { id } })),
  'exams.checkPhoto': () =>
    onOwnAttempt('in-progress', async (calls, attempt) => {
      await buildPhoto(platform.db, attempt)
      return calls.checkPhoto({ params: { id: attempt.id }, body: { verdict: 'match' } })
    }),
  'exams.handInAnswerFile': () =>
    onOwnAttempt('in-progress', async (calls, attempt) => {
      const file = await buildAnswerFile(platform.db, attempt)
      return calls.handInAnswerFile({ params: { id: attempt.examId }, body: { file } })
    }),
  'exams.reopenAttempt': () =>
    onOwnAttempt('final', (calls, { id }) =>
      calls.reopenAttempt({ params: { id }, body: { minutes: 5, reason: '误点交卷' } }),
    ),
  'exams.markAnswer': () =>
    onOwnAttempt('to-grade', (calls, { id }) =>
      calls.markAnswer({ params: { id, place: 1 }, body: { tenths: 100, comment: '' } }),
    ),
  'exams.saveMarkDraft': () =>
    onOwnAttempt('to-grade', (calls, { id }) =>
      calls.saveMarkDraft({ params: { id, place: 1 }, body: { tenths: 100, levels: null, comment: '' } }),
    ),
  'exams.resetAttempt': () =>
    onOwnAttempt('final', (calls, { id }) => calls.resetAttempt({ params: { id }, body: { reason: '' } })),
  'exams.restartMarking': () => onOwnAttempt('final', (calls, { id }) => calls.restartMarking({ params: { id } })),
  'exams.voidLeave': () =>
    onOwnAttempt('in-progress', (calls, { leaveId }) =>
      calls.voidLeave({ params: { id: leaveId }, body: { reason: '' } }),
    ),
  async 'external.decideReports'() {
    const member = { id: chief.id, companyId, organizationId: companyId }
    const id = await buildReport(platform.db, { member, now: platform.now })
    const body = { ids: [id], decision: 'accept' as const, reason: '' }
    return [await platform.client(external, chief).decideReports({ body }), { decided: 0 }]
  },
  async 'external.importRecords'() {
    const days = { startsOn: '2026-05-11', endsOn: '2026-05-12', hours: '8', cost: '', certificateNumber: '' }
    const cells = { member: chief.name, title: '质量大会', kind: '', provider: '质量协会', ...days }
    const entered = platform.client(external, chief).importRecords({ body: { rows: [{ row: 2, cells }] } })
    return [(await refusal(entered)).errorCode, IMPORT_INCORRECT.code]
  },
  async 'identity.changeMember'() {
    const organizationId = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '研发中心' })
    const change = (body: object) => platform.client(identity, chief).changeMember({ params: { id: chief.id }, body })
    await change({ jobName: '主任', organizationId: companyId, superiorId: null })
    const codes = [
      (await refusal(change({ organizationId }))).errorCode,
      (await refusal(change({ superiorId: other.id }))).errorCode,
    ]
    return [codes, [NOT_FOR_ONESELF.code, NOT_FOR_ONESELF.code]]
  },
  async 'identity.changeMembers'() {
    const organizationId = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '市场部' })
    const change = (body: object) =>
      platform.client(identity, chief).changeMembers({ body: { memberIds: [other.id, chief.id], ...body } })
    const codes = [
      (await refusal(change({ organizationId }))).errorCode,
      (await refusal(change({ superiorId: other.id }))).errorCode,
    ]
    return [codes, [NOT_FOR_ONESELF.code, NOT_FOR_ONESELF.code]]
  },
  async 'identity.commitImport'() {
    const company = { run: 1, companyId, chief } as ImportCompany
    const { dryRun, errorsOf } = importSteps(platform, company)
    const own = row(chief.name, { 1: '沈墨', 2: '云帆科技', 9: other.name })
    return [await errorsOf(await dryRun([own])), [[2, 'superior', NOT_FOR_ONESELF.code]]]
  },
  async 'identity.enableGrant'() {
    const roles = platform.client(identity, other)
    const body = { memberId: chief.id, role: 'lecturer', organizationId: companyId } as const
    const { id } = await roles.grantRole({ body })
    await platform.client(identity, chief).enableGrant({ params: { id }, body: { enabled: false } })
    const enable = platform.client(identity, chief).enableGrant({ params: { id }, body: { enabled: true } })
    return [(await refusal(enable)).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'identity.deleteOrganization'() {
    const { from } = await lecturingIn()
    return [(await refusal(organizationCalls().deleteOrganization(from))).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'identity.mergeOrganization'() {
    const { from, to } = await lecturingIn()
    const merge = organizationCalls().mergeOrganization({ ...from, body: { intoId: to.params.id } })
    return [(await refusal(merge)).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'identity.moveOrganization'() {
    const { from, to } = await lecturingIn()
    const move = organizationCalls().moveOrganization({ ...to, body: { parentId: from.params.id } })
    return [(await refusal(move)).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'entitlements.changeEntitlement'() {
    const course = await buildCourse(platform.db, { author: chief, now: platform.now })
    const body = { businessType: 1, itemId: course.id, memberIds: [chief.id] }
    await platform.client(entitlements, other).grantEntitlements({ body })
    const own = platform.client(entitlements, chief)
    const { items } = await own.entitlements({ query: { memberId: chief.id } })
    const change = own.changeEntitlement({ params: { id: items[0]?.id ?? '' }, body: { state: 'paused' } })
    return [(await refusal(change)).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'orders.decideRefund'() {
    const course = await buildCourse(platform.db, { author: other, now: platform.now })
    await buildPrice(platform.db, { companyId, itemId: course.id, original: 100, now: platform.now })
    const owner = { kind: 'person', id: chief.id } as const
    await buildIssue(platform.db, { companyId, owner, amount: 100n, now: platform.now })
    const input = { itemIds: [course.id], isPaid: true, refundReason: '买错了', now: platform.now }
    await buildPurchase(platform.db, await callerOf(platform.db, chief), input)
    const own = platform.client(orders, chief)
    const { items } = await own.refunds({ query: { status: 'requested' } })
    const decide = own.decideRefund({ params: { id: items[0]?.id ?? '' }, body: { isAgreed: true } })
    return [(await refusal(decide)).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'invoices.agreeToInvoice'() {
    const id = await buildInvoice(platform.db, { owner: chief, now: platform.now })
    const agree = platform.client(invoices, chief).agreeToInvoice({ params: { id }, body: {} })
    return [(await refusal(agree)).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'lecturers.addEvaluation'() {
    const body = {
      surveyId: await buildSurvey(platform.db, { author: chief, now: platform.now, content: contentWith([]) }),
    }
    const add = platform.client(lecturers, chief).addEvaluation({ params: { id: await ownLecturer() }, body })
    return [(await refusal(add)).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'lecturers.removeEvaluation'() {
    const params = { id: await ownLecturer(), surveyId: chief.id }
    const remove = platform.client(lecturers, chief).removeEvaluation({ params })
    return [(await refusal(remove)).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'lecturers.changeLecturer'() {
    const id = await ownLecturer()
    const body = { ...newLecturer, feeHundredths: '99900', revision: 0 }
    const change = platform.client(lecturers, chief).changeLecturer({ params: { id }, body })
    return [(await refusal(change)).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'lecturers.deleteLecturer'() {
    const params = { id: await ownLecturer() }
    const deletion = platform.client(lecturers, chief).deleteLecturer({ params })
    return [(await refusal(deletion)).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'lecturers.enableLecturer'() {
    const id = await ownLecturer()
    const enable = (isEnabled: boolean) =>
      platform.client(lecturers, chief).enableLecturer({ params: { id }, body: { isEnabled } })
    await enable(false)
    return [(await refusal(enable(true))).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'moderation.accuse'() {
    const businessId = await commentBy(chief)
    const accuse = platform.client(moderation, chief).accuse({ body: { businessId, reason: '', reasonCode: 'spam' } })
    return [(await refusal(accuse)).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'moderation.claim'() {
    const { id } = await reportedBy(other, await commentBy(chief))
    const claim = platform.client(moderation, chief).claim({ params: { id } })
    return [(await refusal(claim)).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'moderation.decide'() {
    const found = await reportedBy(other, await commentBy(chief))
    const own = await refusal(removeCase(chief, found))
    const reported = await reportedBy(chief, await commentBy(third))
    return [
      [own.errorCode, (await refusal(removeCase(chief, reported))).errorCode],
      Array(2).fill(NOT_FOR_ONESELF.code),
    ]
  },
  async 'moderation.restore'() {
    const found = await reportedBy(other, await commentBy(chief))
    const { revision } = await removeCase(third, found)
    const body = { revision, note: '' }
    const restore = platform.client(moderation, chief).restore({ params: { id: found.id }, body })
    return [(await refusal(restore)).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'moderation.decideAppeal'() {
    const found = await reportedBy(other, await commentBy(chief))
    const { revision } = await removeCase(third, found)
    const own = platform.client(moderation, chief)
    await own.appeal({ params: { id: found.id }, body: { text: '并非广告' } })
    const body = { revision: revision + 1, outcome: 'overturned' as const, note: '' }
    return [(await refusal(own.decideAppeal({ params: { id: found.id }, body }))).errorCode, NOT_FOR_ONESELF.code]
  },
  'payments.approveTransfer': () => onOwnTransfer('approve'),
  'payments.rejectTransfer': () => onOwnTransfer('reject'),
  'payments.settleRefund': () => onOwnRefund('sending'),
  'payments.retryRefund': () => onOwnRefund('failed'),
  async 'redeem.redeem'() {
    const { codes } = await buildCards(platform.db, {
      companyId: chief.companyId,
      makerId: chief.id,
      now: platform.now,
    })
    const own = platform.client(redeem, chief).redeem({ body: { code: codes[0] ?? '' } })
    return [(await refusal(own)).errorCode, NOT_FOR_ONESELF.code]
  },
  async 'submissions.decideSubmission'() {
    const chapters = [{ sections: [{ title: '现场演练', needsReview: true }] }]
    const course = await buildCourse(platform.db, { author: chief, chapters, now: platform.now })
    const own = platform.client(courses, chief)
    await own.registerForCourse({ params: { id: course.id } })
    const place = { id: course.id, sectionId: course.sections[0]?.id ?? '' }
    const { id } = await own.handInProof({ params: place, body: { text: '已完成', fileIds: [] } })
    const decide = (by: BuiltMember) =>
      platform.client(submissions, by).decideSubmission({ params: { id }, body: { accepted: true } })
    const { errorCode } = await refusal(decide(chief))
    await decide(other)
    return [errorCode, NOT_FOUND.code]
  },
}

describe('a writing call about a row of a member', () => {
  it('is tried on a row of the caller', () => {
    expect(Object.keys(onOwnRow).toSorted()).toEqual(
      withSelf('refusedByRow')
        .map(({ name }) => name)
        .toSorted(),
    )
  })

  it.each(Object.entries(onOwnRow))('is refused on a row of the caller: %s', async (_, tryOwn) => {
    const [found, expected] = await tryOwn()
    expect(found).toEqual(expected)
  })
})
