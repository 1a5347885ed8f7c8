/** Specimens over HTTP: who may do what, from the first draft to the learner who finishes it. */
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
  newSpecimen,
  SPECIMEN_CHANGED,
  SPECIMEN_EMPTY,
  SPECIMEN_STATUS,
  type SpecimenInput,
  specimenBodyLengthMax,
  specimenNameLengthMax,
  specimenSummaryLengthMax,
  specimens,
} from '../contract.ts'
import { type BuiltSpecimen, buildSpecimen } from './specimens.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, {
  owner: ['lecturer'],
  administrator: ['admin'],
  colleague: ['lecturer'],
  stranger: ['lecturer'],
  otherCompany: ['super-admin'],
})
const fields: SpecimenInput = { ...newSpecimen, name: '入职须知', summary: '第一周', body: '门禁与账号' }
const as = (member: BuiltMember | undefined) => platform.client(specimens, member)
const author = () => as(roles.owner)
const learner = () => as(roles.member)

async function build(input: Partial<BuiltSpecimen> = {}) {
  const id = await buildSpecimen(platform.db, { author: roles.owner, now: platform.now, ...input })
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
    const of = (status: BuiltSpecimen['status']) => build({ status })
    await expectRoles(roles, {
      editedSpecimen: { ...editing, call: async (member) => as(member).editedSpecimen(await build()) },
      changeSpecimen: {
        ...editing,
        call: async (member) => as(member).changeSpecimen({ ...(await build()), body: { ...fields, revision: 0 } }),
      },
      publishSpecimen: {
        ...editing,
        call: async (member) => as(member).publishSpecimen({ ...(await of('draft')), body }),
      },
      takeSpecimenDown: { ...editing, call: async (member) => as(member).takeSpecimenDown(await build()) },
      discardSpecimenChanges: {
        ...editing,
        async call(member) {
          const { params } = await build()
          await author().changeSpecimen({ params, body: { ...fields, revision: 0 } })
          return as(member).discardSpecimenChanges({ params, body: { revision: 1 } })
        },
      },
      deleteSpecimen: { ...editing, call: async (member) => as(member).deleteSpecimen(await of('off-shelf')) },
      previewSpecimen: { ...editing, call: async (member) => as(member).previewSpecimen(await of('draft')) },
      specimen: { ...reading, call: async (member) => as(member).specimen(await build()) },
      openSpecimen: { ...reading, call: async (member) => as(member).openSpecimen(await build()) },
      finishSpecimen: { ...reading, call: async (member) => as(member).finishSpecimen(await build()) },
    })
  })

  it('see a list of what they may change, filtered by state, name and author', async () => {
    const { params } = await build({ name: '独一无二', status: 'off-shelf' })
    const found = (member: BuiltMember, query: object = {}) =>
      as(member).authoredSpecimens({ query: { search: '独一', ...query } })
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
    const create = (change: Partial<SpecimenInput>) => author().createSpecimen({ body: { ...fields, ...change } })
    const tooLong = (path: string) => ({ refused: 900_001, path })
    await bounds(specimenNameLengthMax, (count) => create({ name: '书'.repeat(count) }), tooLong('name'))
    await bounds(specimenSummaryLengthMax, (count) => create({ summary: '书'.repeat(count) }), tooLong('summary'))
    await bounds(specimenBodyLengthMax, (count) => create({ body: '书'.repeat(count) }), tooLong('body'))
    const foreign = [roles.otherCompany.companyId]
    expect(await refusal(create({ organizationIds: foreign }))).toMatchObject({ errorCode: 900_005 })
    const { companyId } = roles
    await buildWords(platform.db, { companyId, by: roles.owner.id, words: ['赌博'], now: platform.now })
    expect(await refusal(create({ summary: '一起赌博' }))).toMatchObject({ errorCode: 900_010 })
  })

  it('are refused on an earlier revision, and for what the state does not allow', async () => {
    const { params } = await build()
    const changed = { errorCode: SPECIMEN_CHANGED.code, data: { revision: 1 } }
    const impossible = { errorCode: SPECIMEN_STATUS.code }
    await author().changeSpecimen({ params, body: { ...fields, revision: 0 } })
    const again = author().changeSpecimen({ params, body: { ...fields, revision: 0 } })
    expect(await refusal(again)).toMatchObject(changed)
    expect(await refusal(author().publishSpecimen({ params, body: { revision: 0 } }))).toMatchObject(changed)
    expect(await refusal(author().discardSpecimenChanges({ params, body: { revision: 0 } }))).toMatchObject(changed)
    expect(await refusal(author().deleteSpecimen({ params }))).toMatchObject(impossible)
    expect(await refusal(author().withdrawSpecimen({ params }))).toMatchObject(impossible)
    await author().publishSpecimen({ params, body: { revision: 1 } })
    expect(await refusal(author().publishSpecimen({ params, body: { revision: 2 } }))).toMatchObject(impossible)
    expect(await refusal(author().discardSpecimenChanges({ params, body: { revision: 2 } }))).toMatchObject(impossible)
    await author().takeSpecimenDown({ params })
    expect(await refusal(author().takeSpecimenDown({ params }))).toMatchObject(impossible)
    const empty = await build({ status: 'draft', body: '' })
    expect(await refusal(author().publishSpecimen({ ...empty, body: { revision: 0 } }))).toMatchObject({
      errorCode: SPECIMEN_EMPTY.code,
    })
  })

  it('find out with a dry run what publishing would change, and nothing is changed', async () => {
    const { params } = await build({ status: 'draft' })
    const forecast = await platform.app.inject({
      method: 'POST',
      url: `/api/v1/specimen-manage/${params.id}/publish`,
      headers: { authorization: `Bearer ${roles.owner.token}`, version: '1', 'x-dry-run': '1' },
      payload: { revision: 0 },
    })
    expect(forecast.json()).toMatchObject({ entries: [{ before: { status: 'draft' }, after: { status: 'on-shelf' } }] })
    expect(await author().editedSpecimen({ params })).toMatchObject({ status: 'draft', revision: 0 })
  })

  it('restore from the recycle bin what they have deleted', async () => {
    const { params } = await build({ name: '误删', status: 'off-shelf' })
    await author().deleteSpecimen({ params })
    expect(await refusal(author().editedSpecimen({ params }))).toMatchObject({ errorCode: 900_005 })
    const recycleBin = platform.client(operations, roles.owner)
    const { items } = await recycleBin.listRecycled({ query: { keyword: '误删' } })
    await recycleBin.restoreRecycled({ params: { id: items[0]?.id ?? '' } })
    expect(await author().editedSpecimen({ params })).toMatchObject({ name: '误删', status: 'off-shelf' })
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
    expect(await as(applicant).publishSpecimen({ params, body: { revision: 0 } })).toMatchObject({ applied: true })
    return params
  }

  it('an approver sees the draft and agrees', async () => {
    const params = await apply()
    expect(await as(applicant).editedSpecimen({ params })).toMatchObject({
      ...{ needsApproval: true, approval: { state: 'waiting' }, actions: ['withdraw'] },
    })
    const change = as(applicant).changeSpecimen({ params, body: { ...fields, revision: 1 } })
    expect(await refusal(change)).toMatchObject({ errorCode: SPECIMEN_STATUS.code })
    expect(await as(approver).previewSpecimen({ params })).toMatchObject({ body: '第一步：阅读要求。' })
    const decide = platform.client(approvals, approver)
    const businessKey = `${params.id}_${approvalBusinessType}`
    const { processInstanceId } = await decide.processOfBusiness({ params: { businessKey } })
    const { taskId } = await decide.process({ params: { id: processInstanceId } })
    await decide.agree({ params: { id: taskId ?? '' }, body: {} })
    expect(await as(applicant).editedSpecimen({ params })).toMatchObject({ status: 'on-shelf', approval: null })
  })

  it('the applicant alone withdraws the application', async () => {
    const call = async (caller: BuiltMember | undefined) => as(caller).withdrawSpecimen({ params: await apply() })
    const outcomes = { owner: 10_138, administrator: 10_138, member: 10_138, colleague: 10_138 } as const
    await expectRoles(roles, {
      withdrawSpecimen: { ...outcomes, stranger: 'accepted', otherCompany: 900_005, nobody: 401, call },
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
    const { revision } = await as(chief).editedSpecimen({ params })
    expect(await refusal(as(chief).publishSpecimen({ params, body: { revision } }))).toMatchObject({
      errorCode: 46_002,
    })
  })

  it('an application that nobody but the applicant could decide is refused', async () => {
    const { otherCompany } = roles
    const { companyId } = otherCompany
    const place = { companyId, businessType: approvalBusinessType, now: platform.now }
    await buildTemplate(platform.db, place, [buildStep([otherCompany.id], { whenNobody: 'administrator' })])
    const own = await build({ author: otherCompany, status: 'draft' })
    const publish = as(otherCompany).publishSpecimen({ ...own, body: { revision: 0 } })
    expect(await refusal(publish)).toMatchObject({ errorCode: 46_003 })
  })
})

describe('learners', () => {
  it('see what is published for them, and the published text while the author writes on', async () => {
    const { params } = await build({ name: '只给市场部', organizationIds: [roles.stranger.organizationId] })
    const found = async (member: BuiltMember) =>
      (await as(member).specimens({ query: { search: '只给' } })).items.map(({ id }) => id)
    expect(await found(roles.stranger)).toEqual([params.id])
    expect(await found(roles.member)).toEqual([])
    expect(await refusal(learner().specimen({ params }))).toMatchObject({ errorCode: 900_005 })
    await author().changeSpecimen({ params, body: { ...fields, body: '新的一稿', revision: 0 } })
    expect(await as(roles.stranger).specimen({ params })).toMatchObject({ body: '第一步：阅读要求。' })
    await author().publishSpecimen({ params, body: { revision: 1 } })
    expect(await learner().specimen({ params })).toMatchObject({ body: '新的一稿' })
  })

  it('start and finish once; what they have started stays open to them off the shelf', async () => {
    const { params } = await build()
    const { companyId, member } = roles
    const ref = { businessType, businessId: params.id }
    const state = async () => (await studyStates(platform.db, companyId, [member.id], [ref]))[0]
    const { openedAt } = await learner().openSpecimen({ params })
    expect(await state()).toMatchObject({ isStarted: true, isFinished: false, percent: 0 })
    await author().takeSpecimenDown({ params })
    platform.now += 60_000
    expect(await learner().openSpecimen({ params })).toEqual({ openedAt })
    const { finishedAt } = await learner().finishSpecimen({ params })
    expect(finishedAt).toBe(openedAt + 60_000)
    platform.now += 60_000
    expect(await learner().finishSpecimen({ params })).toEqual({ finishedAt })
    await platform.runJobs()
    expect(await state()).toMatchObject({ isFinished: true, percent: 100, finishedAt })
    expect(await refusal(as(roles.colleague).specimen({ params }))).toMatchObject({ errorCode: 900_005 })
    const items = await studyItems(platform.db, companyId, [ref])
    expect([...items.values()]).toMatchObject([{ name: '新员工样品', isAvailable: false }])
  })
})
