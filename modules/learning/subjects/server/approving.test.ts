/** Subjects that somebody has to agree to. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { CallInput } from '#kit/contract.ts'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { taskOf as findTask } from '#modules/platform/approvals/server/tasks.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { buildPeople, deskOf, holding, type People } from './people.fixture.ts'

const platform = testPlatform()
let people: People
let companyId: string
let college: string
let chief: BuiltMember
let learner: BuiltMember
const { as, course, build, newSubject } = deskOf(platform, () => people)

beforeAll(async () => {
  people = await buildPeople(platform)
  ;({ companyId, college, chief, learner } = people)
})

describe('where approval is on', () => {
  let approver: BuiltMember
  let lecturer: BuiltMember

  type Step = CallInput<typeof approvals.saveTemplate>['body']['steps'][number]
  const stepOf = ({ id }: BuiltMember): Step => ({
    ...{ name: '审核', who: 'members', memberIds: [id], mode: 'any' },
    ...{ whenNobody: 'administrator', onTimeout: 'escalate' },
  })
  const switchOn = async (member: BuiltMember, organizationId: string, step: Step) => {
    const calls = platform.client(approvals, member)
    const place = { businessType: 5, organizationId }
    await calls.saveTemplate({ body: { ...place, name: '专题发布审批', steps: [step] } })
    await calls.setSwitch({ body: { ...place, state: 'on' } })
  }
  const decide = () => platform.client(approvals, approver)
  const taskOf = (id: string) => findTask(platform, approver, { businessType: 5, businessId: id })

  beforeAll(async () => {
    approver = await buildMember(platform.db, { companyId, fullName: '审批人' })
    lecturer = await buildMember(platform.db, { companyId, organizationId: college, roles: ['lecturer'] })
    await switchOn(chief, college, stepOf(approver))
  })

  it('[COURSE-038] approving: nothing changes, who decides sees the draft; agreed, it is on the shelf', async () => {
    const one = await newSubject({ status: 'draft' }, lecturer)
    expect(await one.edited()).toMatchObject({ needsApproval: true })
    expect(await one.publish()).toMatchObject({ applied: true, versionNumber: 0 })
    expect(await one.edited()).toMatchObject({
      ...{ status: 'draft', approval: { state: 'waiting' }, actions: ['preview', 'withdraw'] },
    })
    expect(await refusal(one.change({ name: '改' }))).toMatchObject({ errorCode: 380402 })
    expect(await refusal(one.stages([]))).toMatchObject({ errorCode: 380402, data: { action: 'edit' } })
    const waiting = await as(lecturer).authoredSubjects({ query: { approval: 'waiting' } })
    expect(waiting.items.map(({ id }) => id)).toEqual([one.id])
    expect(await as(approver).previewSubject({ params: one.params })).toMatchObject({
      ...{ canStudy: false, closedBecause: 'preview', study: null, stages: [{ title: '起步' }] },
      // Not those of what is published: nothing is.
      ...{ stageCount: 1, contentCount: 1 },
    })
    expect(await refusal(as(learner).previewSubject({ params: one.params }))).toMatchObject({ errorCode: 10138 })
    await decide().agree({ ...(await taskOf(one.id)), body: {} })
    expect(await one.edited()).toMatchObject({ status: 'on-shelf', approval: null, versionNumber: 1 })
    expect(await as(learner).subjectDetail({ params: one.params, query: {} })).toMatchObject({ status: 'on-shelf' })
  })

  it('a subject with an empty stage is not applied for, so nobody decides about one (380410)', async () => {
    const one = await newSubject({ status: 'draft' }, lecturer)
    const { stages } = await one.edited()
    const started = { id: stages[0]?.id ?? '', title: '起步', contents: holding(one.courseId)[0]?.contents ?? [] }
    await one.stages([started, { title: '实战', contents: [] }])
    expect(await refusal(one.publish())).toMatchObject({ errorCode: 380410, data: { title: '实战' } })
    expect((await one.edited()).approval).toBeNull()
  })

  it('[COURSE-038] rejected, with the reason; the author revises and applies again', async () => {
    const one = await newSubject({ status: 'draft' }, lecturer)
    await one.publish()
    await decide().refuse({ ...(await taskOf(one.id)), body: { opinion: '内容太少' } })
    expect(await one.edited()).toMatchObject({ status: 'draft', approval: { state: 'refused', opinion: '内容太少' } })
    const rejected = await as(lecturer).authoredSubjects({ query: { approval: 'refused' } })
    expect(rejected.items.map(({ id }) => id)).toEqual([one.id])
    await one.change({ summary: '补充了' })
    expect(await one.publish()).toMatchObject({ applied: true })
    await as(lecturer).withdrawSubject({ params: one.params })
    expect(await one.edited()).toMatchObject({ approval: null, actions: expect.arrayContaining(['edit', 'publish']) })
  })

  it('given back, it is its applicant’s to apply for again, nobody else’s', async () => {
    const one = await newSubject({ status: 'draft' }, lecturer)
    await one.publish()
    await decide().giveBack({ ...(await taskOf(one.id)), body: { opinion: '请补充' } })
    expect(await one.edited()).toMatchObject({ approval: { state: 'returned' } })
    expect(await refusal(one.publish(chief))).toMatchObject({ errorCode: 46002 })
  })

  it('what is taken off the shelf meanwhile is not put back by agreeing', async () => {
    const one = await newSubject({}, lecturer)
    const another = await course('再加一门')
    await one.stages([...holding(one.courseId), ...holding(another.id)])
    await one.publish()
    const task = await taskOf(one.id)
    await as(lecturer).takeSubjectDown({ params: one.params })
    await refusal(decide().agree({ ...task, body: {} }))
    expect(await one.edited()).toMatchObject({ status: 'off-shelf', approval: null })
  })

  it('is refused where nobody but the applicant could decide', async () => {
    const alone = await buildCompany(platform.db, '一人公司')
    const only = await buildMember(platform.db, { companyId: alone, roles: ['super-admin', 'lecturer'] })
    await switchOn(only, alone, stepOf(only))
    const { id } = await build({ author: only, status: 'draft' })
    const own = await course('自己的课', { author: only })
    const params = { id }
    const { revision } = await as(only).changeStages({ params, body: { stages: holding(own.id), revision: 0 } })
    expect(await refusal(as(only).publishSubject({ params, body: { revision } }))).toMatchObject({ errorCode: 46003 })
  })
})
