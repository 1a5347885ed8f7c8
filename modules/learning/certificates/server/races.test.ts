/** What is asked for many times at once happens once, and the rest is refused as if it had come later. */
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { certificates } from '#modules/learning/certificates/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { buildTemplate, exampleTemplate } from './templates.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
let chief: BuiltMember

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
})

const managing = () => platform.client(certificates, chief)
const times = Array.from({ length: 8 }, (_, index) => index)

/** Codes of the refusals, and how many went through; anything else is a fault. */
async function outcomeOf(calls: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(calls)
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as { errorCode?: number }] : []))
  expect(refused.map(({ errorCode }) => typeof errorCode)).toEqual(refused.map(() => 'number'))
  return { codes: new Set(refused.map(({ errorCode }) => errorCode)), passed: settled.length - refused.length }
}

async function granted(values: Partial<typeof exampleTemplate> = {}) {
  const holder = await buildMember(platform.db, { companyId: chief.companyId })
  const templateId = await buildTemplate(platform.db, { author: chief, name: `模板 ${holder.id}`, ...values })
  const body = { templateId, memberId: holder.id, itemName: '校外学习' }
  return { holder, body, id: (await managing().grantCertificate({ body })).id }
}

describe('at once', () => {
  it('one template gets a name', async () => {
    const make = (name: string) => managing().createTemplate({ body: { ...exampleTemplate, name } })
    expect(await outcomeOf(times.map(() => make('同名')))).toEqual({ codes: new Set([380203]), passed: 1 })
    const ids = [(await make('甲')).id, (await make('乙')).id]
    const rename = (id: string) =>
      managing().changeTemplate({ params: { id }, body: { ...exampleTemplate, name: '丙', revision: 0 } })
    expect(await outcomeOf(ids.map(rename))).toEqual({ codes: new Set([380203]), passed: 1 })
  })

  it('a certificate is revoked, issued again or replaced by another, and one at most is current', async () => {
    const { body, id, holder } = await granted({ validityMonths: 1, renewalDays: 27 })
    const params = { id }
    const { codes, passed } = await outcomeOf(
      times.map((index) => {
        if (index % 3 === 0) return managing().grantCertificate({ body })
        if (index % 3 === 1) return managing().reissueCertificate({ params, body: { reason: '姓名有误' } })
        return managing().revokeCertificate({ params, body: { reason: '信息有误' } })
      }),
    )
    expect(passed).toBeGreaterThan(0)
    expect([380205, 380206]).toEqual(expect.arrayContaining([...codes]))
    const { items } = await platform.client(certificates, holder).myCertificates({ query: { all: true } })
    expect(items.filter(({ validity }) => validity !== 'replaced' && validity !== 'revoked').length).toBeLessThan(2)
  })

  it('a request for many certificates is one batch', async () => {
    const { body } = await granted()
    const { templateId, memberId, itemName } = body
    const input = { requestId: uuid(), templateId, itemName, memberIds: [memberId] }
    const answers = await Promise.all(times.map(() => managing().grantMany({ body: input })))
    expect(new Set(answers.map(({ taskId }) => taskId)).size).toBe(1)
    expect(answers.map(({ memberCount }) => memberCount)).toEqual(times.map(() => 1))
  })

  it('a paper is made once, and everybody gets the same', async () => {
    const { id, holder } = await granted()
    const documents = await Promise.all(
      times.map(() => platform.client(certificates, holder).certificatePdf({ params: { id } })),
    )
    expect(new Set(documents.map(({ sha256 }) => sha256)).size).toBe(1)
  })
})
