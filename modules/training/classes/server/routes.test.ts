/** Classes over HTTP: who may do what, from the first draft to the learner who finishes it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { studyItems, studyStates } from '#modules/content/study/server.ts'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { buildStep, buildTemplate } from '#modules/platform/approvals/server/templates.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { expectRoles, type RoleTable, testRoles } from '#test/roles.ts'
import {
  approvalBusinessType,
  businessType,
  CLASS_CHANGED,
  CLASS_EMPTY,
  CLASS_STATUS,
  type ClassInput,
  classBodyLengthMax,
  classes,
  classNameLengthMax,
  classSummaryLengthMax,
  newClass,
} from '../contract.ts'
import { type BuiltClass, buildClass } from './classes.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, {
  owner: ['lecturer'],
  administrator: ['admin'],
  colleague: ['lecturer'],
  stranger: ['lecturer'],
  otherCompany: ['super-admin'],
})
const fields: ClassInput = { ...newClass, name: '入职须知', summary: '第一周', body: '门禁与账号' }
const as = (member: BuiltMember | undefined) => platform.client(classes, member)
const author = () => as(roles.owner)
const learner = () => as(roles.member)

async function build(input: Partial<BuiltClass> = {}) {
  const id = await buildClass(platform.db, { author: roles.owner, now: platform.now, ...input })
  return { params: { id } }
}

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
    const of = (status: BuiltClass['status']) => build({ status })
    await expectRoles(roles, {
      editedClass: { ...editing, call: async (member) => as(member).editedClass(await build()) },
      changeClass: {
        ...editing,
        call: async (member) => as(member).changeClass({ ...(await build()), body: { ...fields, revision: 0 } }),
      },
      publishClass: {
        ...editing,
        call: async (member) => as(member).publishClass({ ...(await of('draft')), body }),
      },
      takeClassDown: { ...editing, call: async (member) => as(member).takeClassDown(await build()) },
      discardClassChanges: {
        ...editing,
        async call(member) {
          const { params } = await build()
          await author().changeClass({ params, body: { ...fields, revision: 0 } })
          return as(member).discardClassChanges({ params, body: { revision: 1 } })
        },
      },
      deleteClass: { ...editing, call: async (member) => as(member).deleteClass(await of('off-shelf')) },
      previewClass: { ...editing, call: async (member) => as(member).previewClass(await of('draft')) },
      class: { ...reading, call: async (member) => as(member).class(await build()) },
      openClass: { ...reading, call: async (member) => as(member).openClass(await build()) },
      finishClass: { ...reading, call: async (member) => as(member).finishClass(await build()) },
    })
  })

  it('see a list of what they may change, filtered by state, name and author', async () => {
    const { params } = await build({ name: '独一无二', status: 'off-shelf' })
    const found = (member: BuiltMember, query: object = {}) =>
      as(member).authoredClasses({ query: { search: '独一', ...query } })
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
    const create = (change: Partial<ClassInput>) => author().createClass({ body: { ...fields, ...change } })
    const tooLong = (path: string) => ({ refused: 900_001, path })
    await bounds(classNameLengthMax, (count) => create({ name: '书'.repeat(count) }), tooLong('name'))
    await bounds(classSummaryLengthMax, (count) => create({ summary: '书'.repeat(count) }), tooLong('summary'))
    await bounds(classBodyLengthMax, (count) => create({ body: '书'.repeat(count) }), tooLong('body'))
    const foreign = [roles.otherCompany.companyId]
    expect(await refusal(create({ organizationIds: foreign }))).toMatchObject({ errorCode: 900_005 })
    const { companyId } = roles
    await buildWords(platform.db, { companyId, by: roles.owner.id, words: ['赌博'], now: platform.now })
    expect(await refusal(create({ summary: '一起赌博' }))).toMatchObject({ errorCode: 900_010 })
  })

  it('are refused on an earlier revision, and for what the state does not allow', async () => {
    const { params } = await build()
    const changed = { errorCode: CLASS_CHANGED.code, data: { revision: 1 } }
    const impossible = { errorCode: CLASS_STATUS.code }
    await author().changeClass({ params, body: { ...fields, revision: 0 } })
    const again = author().changeClass({ params, body: { ...fields, revision: 0 } })
    expect(await refusal(again)).toMatchObject(changed)
    expect(await refusal(author().publishClass({ params, body: { revision: 0 } }))).toMatchObject(changed)
    expect(await refusal(author().discardClassChanges({ params, body: { revision: 0 } }))).toMatchObject(changed)
    expect(await refusal(author().deleteClass({ params }))).toMatchObject(impossible)
    expect(await refusal(author().withdrawClass({ params }))).toMatchObject(impossible)
    await author().publishClass({ params, body: { revision: 1 } })
    expect(await refusal(author().publishClass({ params, body: { revision: 2 } }))).toMatchObject(impossible)
    expect(await refusal(author().discardClassChanges({ params, body: { revision: 2 } }))).toMatchObject(impossible)
    await author().takeClassDown({ params })
    expect(await refusal(author().takeClassDown({ params }))).toMatchObject(impossible)
    const empty = await build({ status: 'draft', body: '' })
    expect(await refusal(author().publishClass({ ...empty, body: { revision: 0 } }))).toMatchObject({
      errorCode: CLASS_EMPTY.code,
    })
  })

  it('find out with a dry run what publishing would change, and nothing is changed', async () => {
    const { params } = await build({ status: 'draft' })
    const forecast = await platform.app.inject({
      method: 'POST',
      url: `/api/v1/class-manage/${params.id}/publish`,
      headers: { authorization: `Bearer ${roles.owner.token}`, version: '1', 'x-dry-run': '1' },
      payload: { revision: 0 },
    })
    expect(forecast.json()).toMatchObject({ entries: [{ before: { status: 'draft' }, after: { status: 'on-shelf' } }] })
    expect(await author().editedClass({ params })).toMatchObject({ status: 'draft', revision: 0 })
  })

  it('restore from the recycle bin what they have deleted', async () => {
    const { params } = await build({ name: '误删', status: 'off-shelf' })
    await author().deleteClass({ params })
    expect(await refusal(author().editedClass({ params }))).toMatchObject({ errorCode: 900_005 })
    const recycleBin = platform.client(operations, roles.owner)
    const { items } = await recycleBin.listRecycled({ query: { keyword: '误删' } })
    await recycleBin.restoreRecycled({ params: { id: items[0]?.id ?? '' } })
    expect(await author().editedClass({ params })).toMatchObject({ name: '误删', status: 'off-shelf' })
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
    expect(await as(applicant).publishClass({ params, body: { revision: 0 } })).toMatchObject({ applied: true })
    return params
  }

  it('an approver sees the draft and agrees', async () => {
    const params = await apply()
    expect(await as(applicant).editedClass({ params })).toMatchObject({
      ...{ needsApproval: true, approval: { state: 'waiting' }, actions: ['withdraw'] },
    })
    const change = as(applicant).changeClass({ params, body: { ...fields, revision: 1 } })
    expect(await refusal(change)).toMatchObject({ errorCode: CLASS_STATUS.code })
    expect(await as(approver).previewClass({ params })).toMatchObject({ body: '第一步：阅读要求。' })
    const decide = platform.client(approvals, approver)
    const businessKey = `${params.id}_${approvalBusinessType}`
    const { processInstanceId } = await decide.processOfBusiness({ params: { businessKey } })
    const { taskId } = await decide.process({ params: { id: processInstanceId } })
    await decide.agree({ params: { id: taskId ?? '' }, body: {} })
    expect(await as(applicant).editedClass({ params })).toMatchObject({ status: 'on-shelf', approval: null })
  })

  it('the applicant alone withdraws the application', async () => {
    const call = async (caller: BuiltMember | undefined) => as(caller).withdrawClass({ params: await apply() })
    const outcomes = { owner: 10_138, administrator: 10_138, member: 10_138, colleague: 10_138 } as const
    await expectRoles(roles, {
      withdrawClass: { ...outcomes, stranger: 'accepted', otherCompany: 900_005, nobody: 401, call },
    })
  })

  it('an application that was returned is the applicant’s alone', async () => {
    const chief = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'] })
    const params = await apply()
    const decide = platform.client(approvals, approver)
    const businessKey = `${params.id}_${approvalBusinessType}`
    const { processInstanceId } = await decide.processOfBusiness({ params: { businessKey } })
    const { taskId } = await decide.process({ params: { id: processInstanceId } })
    await decide.giveBack({ params: { id: taskId ?? '' }, body: { opinion: '请补充' } })
    const { revision } = await as(chief).editedClass({ params })
    expect(await refusal(as(chief).publishClass({ params, body: { revision } }))).toMatchObject({
      errorCode: 46_002,
    })
  })

  it('an application that nobody but the applicant could decide is refused', async () => {
    const { otherCompany } = roles
    const { companyId } = otherCompany
    const place = { companyId, businessType: approvalBusinessType, now: platform.now }
    await buildTemplate(platform.db, place, [buildStep([otherCompany.id], { whenNobody: 'administrator' })])
    const own = await build({ author: otherCompany, status: 'draft' })
    const publish = as(otherCompany).publishClass({ ...own, body: { revision: 0 } })
    expect(await refusal(publish)).toMatchObject({ errorCode: 46_003 })
  })
})

describe('learners', () => {
  it('see what is published for them, and the published text while the author writes on', async () => {
    const { params } = await build({ name: '只给市场部', organizationIds: [roles.stranger.organizationId] })
    const found = async (member: BuiltMember) =>
      (await as(member).classes({ query: { search: '只给' } })).items.map(({ id }) => id)
    expect(await found(roles.stranger)).toEqual([params.id])
    expect(await found(roles.member)).toEqual([])
    expect(await refusal(learner().class({ params }))).toMatchObject({ errorCode: 900_005 })
    await author().changeClass({ params, body: { ...fields, body: '新的一稿', revision: 0 } })
    expect(await as(roles.stranger).class({ params })).toMatchObject({ body: '第一步：阅读要求。' })
    await author().publishClass({ params, body: { revision: 1 } })
    expect(await learner().class({ params })).toMatchObject({ body: '新的一稿' })
  })

  it('start and finish once; what they have started stays open to them off the shelf', async () => {
    const { params } = await build()
    const { companyId, member } = roles
    const ref = { businessType, businessId: params.id }
    const state = async () => (await studyStates(platform.db, companyId, [member.id], [ref]))[0]
    const { openedAt } = await learner().openClass({ params })
    expect(await state()).toMatchObject({ isStarted: true, isFinished: false, percent: 0 })
    await author().takeClassDown({ params })
    platform.now += 60_000
    expect(await learner().openClass({ params })).toEqual({ openedAt })
    const { finishedAt } = await learner().finishClass({ params })
    expect(finishedAt).toBe(openedAt + 60_000)
    platform.now += 60_000
    expect(await learner().finishClass({ params })).toEqual({ finishedAt })
    await platform.runJobs()
    expect(await state()).toMatchObject({ isFinished: true, percent: 100, finishedAt })
    expect(await refusal(as(roles.colleague).class({ params }))).toMatchObject({ errorCode: 900_005 })
    const items = await studyItems(platform.db, companyId, [ref])
    expect([...items.values()]).toMatchObject([{ name: '新员工培训班', isAvailable: false }])
  })
})
