import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { certificates } from '#modules/learning/certificates/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { takeSteps } from '#modules/platform/operations/server/long-work.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { batchWork } from './batches.ts'
import { buildTemplate } from './templates.fixture.ts'

const dayMs = 86_400_000
const platform = testPlatform({ poolSize: 4 })
let [companyId, departmentId, templateId] = ['', '', '']
let chief: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
})

beforeEach(async () => {
  departmentId = await buildOrganization(platform.db, {
    companyId,
    parentId: companyId,
    name: `车间 ${uuid().slice(-6)}`,
  })
  templateId = await buildTemplate(platform.db, { author: chief, name: `上岗证 ${uuid().slice(-8)}`, renewalDays: 30 })
})

const calls = () => platform.client(certificates, chief)

async function workers(count: number, fullName = '工人'): Promise<BuiltMember[]> {
  const members: BuiltMember[] = []
  for (let index = 0; index < count; index += 1)
    members.push(
      await buildMember(platform.db, { companyId, organizationId: departmentId, fullName: `${fullName}${index}` }),
    )
  return members
}

const input = () => ({ requestId: uuid(), templateId, itemName: '叉车上岗培训', organizationIds: [departmentId] })
const task = (id: string) => platform.client(operations, chief).taskById({ params: { id } })

async function numbersOf(ids: readonly string[]) {
  const { rows } = await sql<{ member_id: string; number: string }>`
    select member_id, number from certificates.certificate
    where template_id = ${templateId} and member_id = any(${[...ids]}::uuid[])`.execute(platform.root)
  return rows
}

describe('certificates for many', () => {
  it('are given to all of a department, each once, with what came of it in the task', async () => {
    const members = await workers(60)
    const [first, second] = members
    await calls().grantCertificate({ body: { templateId, memberId: first?.id ?? '', itemName: '叉车上岗培训' } })
    const { taskId, memberCount } = await calls().grantMany({ body: input() })
    expect(memberCount).toBe(60)
    expect(await task(taskId)).toMatchObject({ state: 'waiting', kindLabel: { cn: '批量颁发证书' } })
    await sql`update identity.member set enabled = false where id = ${second?.id}`.execute(platform.root)
    await platform.runJobs()
    const counts = (await task(taskId)).counts?.map(({ value }) => value)
    expect([(await task(taskId)).state, counts]).toEqual(['done', [58, 1, 1, 0]])
    const rows = await numbersOf(members.map(({ id }) => id))
    expect(rows).toHaveLength(59)
    expect(new Set(rows.map(({ number }) => number)).size).toBe(59)
  })

  it('asked for again by the same request, and taken up again after its end, are not given twice', async () => {
    const members = await workers(3)
    const body = input()
    const { taskId } = await calls().grantMany({ body })
    expect(await calls().grantMany({ body })).toEqual({ taskId, memberCount: 3 })
    await platform.runJobs()
    for (let again = 0; again < 2; again += 1) await batchWork.resume(platform.db, taskId)
    await platform.runJobs()
    expect(await numbersOf(members.map(({ id }) => id))).toHaveLength(3)
  })

  it('go on where they were when the process ends between two steps', async () => {
    const members = await workers(55)
    const { taskId } = await calls().grantMany({ body: input() })
    await takeSteps(platform, batchWork.job, taskId, 1)
    expect(await numbersOf(members.map(({ id }) => id))).toHaveLength(50)
    expect(await task(taskId)).toMatchObject({ permille: 909, done: 50, total: 55 })
    await platform.runJobs()
    expect(await numbersOf(members.map(({ id }) => id))).toHaveLength(55)
    expect((await task(taskId)).state).toBe('done')
  })

  it('stop where they are called off, and what was given stays', async () => {
    const members = await workers(2)
    const { taskId } = await calls().grantMany({ body: input() })
    await platform.client(operations, chief).cancelTask({ params: { id: taskId } })
    await platform.runJobs()
    expect(await numbersOf(members.map(({ id }) => id))).toHaveLength(0)
    expect((await task(taskId)).state).toBe('cancelled')
  })

  it('end where their starter may give none any more, between two steps as well', async () => {
    const members = await workers(55)
    const keeper = await buildMember(platform.db, { companyId, roles: ['admin'] })
    const { taskId } = await platform.client(certificates, keeper).grantMany({ body: input() })
    await takeSteps(platform, batchWork.job, taskId, 1)
    await sql`delete from identity.role_grant where member_id = ${keeper.id}`.execute(platform.root)
    await platform.runJobs()
    expect(await numbersOf(members.map(({ id }) => id))).toHaveLength(50)
    const tasks = platform.client(operations, keeper)
    expect(await tasks.taskById({ params: { id: taskId } })).toMatchObject({ state: 'failed', canRetry: true })
    await tasks.retryTask({ params: { id: taskId } })
    await platform.runJobs()
    expect(await tasks.taskById({ params: { id: taskId } })).toMatchObject({ state: 'failed' })
    expect(await numbersOf(members.map(({ id }) => id))).toHaveLength(50)
  })

  it('are refused for nobody, for another company’s members, of a template that is not offered, and to who may not', async () => {
    const foreign = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    for (const chosen of [{}, { memberIds: [] }, { memberIds: [foreign.id], organizationIds: [foreign.companyId] }])
      expect(
        await refusal(calls().grantMany({ body: { requestId: uuid(), templateId, itemName: '培训', ...chosen } })),
      ).toMatchObject({ errorCode: 380207 })
    const body = { ...input(), templateId: uuid() }
    expect(await refusal(calls().grantMany({ body }))).toMatchObject({ errorCode: 380201 })
    const [worker] = await workers(1)
    expect(await refusal(platform.client(certificates, worker).grantMany({ body }))).toMatchObject({ status: 403 })
  })
})

describe('the compliance board', () => {
  it('says by department who holds one that is good, whose is due, whose has expired, and who has none', async () => {
    const [good, due, expired, missing] = await workers(4, '员工')
    const year = 365 * dayMs
    const give = async (member: BuiltMember | undefined, finishedAt: number) => {
      const body = { templateId, memberId: member?.id ?? '', itemName: '年度安全', finishedAt }
      return calls().grantCertificate({ body })
    }
    await give(good, platform.now)
    await give(due, platform.now - 2 * year + 20 * dayMs)
    await give(expired, platform.now - 3 * year)
    const query = { templateId, organizationId: departmentId }
    const board = await calls().complianceBoard({ query })
    const counts = { memberCount: 4, valid: 1, expiring: 1, expired: 1, missing: 1 }
    expect(board).toMatchObject({ recordCount: 1, items: [{ organizationId: departmentId, ...counts }], total: counts })
    const members = await calls().complianceMembers({ query })
    expect(members.items.map(({ memberId, state }) => [memberId, state])).toEqual([
      [expired?.id, 'expired'],
      [due?.id, 'expiring'],
      [missing?.id, 'missing'],
      [good?.id, 'valid'],
    ])
    expect(members.items[2]).toMatchObject({ certificateId: null, number: null, expiresAt: null })
    for (const state of ['valid', 'expiring', 'expired', 'missing'] as const)
      expect((await calls().complianceMembers({ query: { ...query, state } })).recordCount).toBe(1)
    expect((await calls().complianceMembers({ query: { ...query, search: '员工3' } })).recordCount).toBe(1)
    expect((await calls().complianceMembers({ query: { ...query, search: '%' } })).recordCount).toBe(0)
    // The whole company: those of other departments have none.
    const all = await calls().complianceBoard({ query: { templateId } })
    expect(all.total.memberCount).toBe(all.items.reduce((sum, { memberCount }) => sum + memberCount, 0))
    expect(all.items[0]?.organizationId).toBe(departmentId)
  })

  it('counts no member who has left, and nothing of another company', async () => {
    const [worker] = await workers(1)
    const finishedAt = platform.now - 2 * 365 * dayMs + 20 * dayMs
    const body = { templateId, memberId: worker?.id ?? '', itemName: '年度安全', finishedAt }
    await calls().grantCertificate({ body })
    const expiring = async () => {
      const { figures } = await platform.client(operations, chief).overview()
      return figures.find(({ key }) => key === 'certificates.expiring')
    }
    const before = await expiring()
    expect(before?.parts).toContainEqual(expect.objectContaining({ id: departmentId, value: 1 }))
    await sql`update identity.member set enabled = false where id = ${worker?.id}`.execute(platform.root)
    const after = await expiring()
    expect([after?.value, after?.parts.some(({ id }) => id === departmentId)]).toEqual([
      (before?.value ?? 0) - 1,
      false,
    ])
    const query = { templateId, organizationId: departmentId }
    expect((await calls().complianceBoard({ query })).total.memberCount).toBe(0)
    const strangeCompany = await buildCompany(platform.db)
    const stranger = platform.client(
      certificates,
      await buildMember(platform.db, { companyId: strangeCompany, roles: ['super-admin'] }),
    )
    for (const call of ['complianceBoard', 'complianceMembers', 'exportCompliance'] as const)
      expect(await refusal(stranger[call]({ query }))).toMatchObject({ errorCode: 900005 })
  })

  it('is handed out as a spreadsheet', async () => {
    const [worker] = await workers(1, '=员工')
    await calls().grantCertificate({ body: { templateId, memberId: worker?.id ?? '', itemName: '年度安全' } })
    const answer = await platform.app.inject({
      url: `/api/v1/certificates/compliance/export?format=csv&templateId=${templateId}&organizationId=${departmentId}`,
      headers: { authorization: `Bearer ${chief.token}` },
    })
    const lines = answer.body.replace('\uFEFF', '').trim().split(/\r?\n/)
    expect(lines[0]).toBe('姓名,组织,状态,证书编号,有效期至')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/有效,AQ-\d{4}-\d{6},\d{4}-\d\d-\d\d$/)
    expect(lines[1]).not.toMatch(/^=/)
  })
})
