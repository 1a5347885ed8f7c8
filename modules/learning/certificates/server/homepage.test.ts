/** Certificates on their holder's homepage: by choice, while they hold, and for colleagues alone. */
import { beforeAll, describe, expect, it } from 'vitest'
import { certificates } from '#modules/learning/certificates/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { PersonalData } from '#server/personal-data.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { certificatesPersonalData } from './personal-data.ts'
import { buildTemplate } from './templates.fixture.ts'

const dayMs = 86_400_000
const platform = testPlatform()
const roles = testRoles(platform)
let chief: BuiltMember

beforeAll(async () => {
  const lasting = platform.now + 20 * 365 * dayMs
  chief = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'], now: lasting })
})

const calls = (member: BuiltMember | undefined) => platform.client(certificates, member)
let made = 0

/** A certificate of a template of its own. */
async function give(member: { id: string }, itemName: string, validityMonths: number | null = null) {
  made += 1
  const templateId = await buildTemplate(platform.db, { author: chief, name: `模板 ${made}`, validityMonths })
  const { id } = await calls(chief).grantCertificate({ body: { templateId, memberId: member.id, itemName } })
  return { id, templateId }
}

const choose = (member: BuiltMember, id: string, isShown = true) =>
  calls(member).showCertificate({ params: { id }, body: { isShown } })
const shownTo = async (viewer: BuiltMember, member: { id: string }) =>
  (await calls(viewer).shownCertificates({ query: { memberId: member.id } })).items.map(({ itemName }) => itemName)
const newHolder = () => buildMember(platform.db, { companyId: roles.companyId, fullName: '张晓明' })

describe('certificates on the homepage', () => {
  it('are shown by choice alone, one by one, without number and code, the newest first', async () => {
    const [holder, { colleague }] = [await newHolder(), roles]
    const first = await give(holder, '消防安全')
    platform.now += 1000
    const second = await give(holder, '叉车上岗')
    await give(holder, '急救')
    expect(await shownTo(colleague, holder)).toEqual([])
    expect((await calls(holder).myCertificates()).items.map(({ isShown }) => isShown)).toEqual([false, false, false])
    await choose(holder, first.id)
    await choose(holder, second.id)
    const { items, recordCount } = await calls(colleague).shownCertificates({ query: { memberId: holder.id } })
    expect([items.map(({ itemName }) => itemName), recordCount]).toEqual([['叉车上岗', '消防安全'], 2])
    expect(items[1]).toEqual({
      ...{ id: first.id, validity: 'valid', design: 'classic', titleCn: '结业证书', itemName: '消防安全' },
      ...{ titleEn: 'Certificate of Completion', issuerCn: '云帆科技集团有限公司' },
      ...{ issuedAt: platform.now - 1000, expiresAt: null },
    })
    const page = { memberId: holder.id, page: 2, pageSize: 1 }
    expect(await calls(colleague).shownCertificates({ query: page })).toMatchObject({
      ...{ recordCount: 2, items: [{ itemName: '消防安全' }] },
    })
    const mine = (await calls(holder).myCertificates()).items
    expect(mine.find(({ id }) => id === second.id)).toMatchObject({ isShown: true })
    await choose(holder, second.id, false)
    expect(await shownTo(colleague, holder)).toEqual(['消防安全'])
  })

  it('are not shown once they are revoked or have expired, and then cannot be chosen', async () => {
    const [holder, { colleague }] = [await newHolder(), roles]
    const [revoked, shortLived] = [await give(holder, '撤销的'), await give(holder, '一个月的', 1)]
    for (const { id } of [revoked, shortLived]) await choose(holder, id)
    expect((await shownTo(colleague, holder)).toSorted()).toEqual(['一个月的', '撤销的'])
    await calls(chief).revokeCertificate({ params: { id: revoked.id }, body: { reason: '核对有误' } })
    expect(await shownTo(colleague, holder)).toEqual(['一个月的'])
    expect(await shownTo(holder, holder)).toEqual(['一个月的'])
    expect(await refusal(choose(holder, revoked.id))).toMatchObject({ status: 422, errorCode: 380206 })
    await choose(holder, revoked.id, false)
    const began = platform.now
    platform.now += 40 * dayMs
    const visitor = await buildMember(platform.db, { companyId: roles.companyId, now: platform.now })
    expect(await shownTo(visitor, holder)).toEqual([])
    platform.now = began
  })

  it('one that replaces a shown one is shown in its place, and one that replaces a hidden one is not', async () => {
    const [holder, { colleague }] = [await newHolder(), roles]
    const [shown, hidden] = [await give(holder, '旧名一'), await give(holder, '旧名二')]
    await choose(holder, shown.id)
    for (const [{ id }, itemName] of [
      [shown, '新名一'],
      [hidden, '新名二'],
    ] as const)
      await calls(chief).reissueCertificate({ params: { id }, body: { reason: '改名', itemName } })
    expect(await shownTo(colleague, holder)).toEqual(['新名一'])
    expect(await refusal(choose(holder, hidden.id))).toMatchObject({ errorCode: 380206 })
  })

  it('are read by every colleague, and chosen by their holder alone', async () => {
    const { owner } = roles
    const { id } = await give(owner, '信息安全')
    await choose(owner, id)
    const read = (caller: BuiltMember | undefined) => calls(caller).shownCertificates({ query: { memberId: owner.id } })
    const state = () => shownTo(chief, owner)
    await expectRoles(roles, {
      read: {
        ...{ call: read, owner: 'accepted', administrator: 'accepted', member: 'accepted', colleague: 'accepted' },
        ...{ stranger: 'accepted', otherCompany: 900005, nobody: 401 },
      },
      hide: {
        call: (caller) => calls(caller).showCertificate({ params: { id }, body: { isShown: false } }),
        ...{ state, owner: 'accepted', administrator: 900005, member: 900005, colleague: 900005 },
        ...{ stranger: 900005, otherCompany: 900005, nobody: 401 },
      },
    })
    expect(await refusal(choose(chief, id))).toMatchObject({ errorCode: 900005 })
  })

  it('are in the export of personal data, and gone from the homepage with an erasure', async () => {
    const [holder, { colleague }] = [await newHolder(), roles]
    await choose(holder, (await give(holder, '消防安全')).id)
    const { value } = certificatesPersonalData as { value: PersonalData }
    const person = { companyId: roles.companyId, memberId: holder.id, now: platform.now }
    expect(await value.collect(platform.db, person)).toMatchObject([{ rows: [{ shown_on_homepage: true }] }])
    expect(await shownTo(colleague, holder)).toHaveLength(1)
    await value.erase(platform.db, person)
    expect(await shownTo(colleague, holder)).toEqual([])
  })
})
