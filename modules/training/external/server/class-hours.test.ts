/** The hours of accepted reports as class hours of the member, over HTTP. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { study } from '#modules/content/study/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { testRoles } from '#test/roles.ts'
import { REFUSAL_REASON_NEEDED } from '../contract/codes.ts'
import { reportApproval } from '../contract.ts'
import { externalOn } from './external-on.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
const roles = testRoles(platform, { owner: ['admin'], administrator: ['admin'], otherCompany: ['super-admin'] })
const { as, report, reportOf, decide, submit, newsOf } = externalOn(platform, () => roles.owner)

const learner = () =>
  buildMember(platform.db, { companyId: roles.companyId, organizationId: roles.organizationId, fullName: '段学员' })
const recordsOf = async (member: BuiltMember) =>
  (await platform.client(study, member).creditRecords({ query: { type: 1, pageSize: 100 } })).items
const yearsOf = async (member: BuiltMember) => platform.client(study, member).creditYears({ query: { type: 1 } })
const recorded = async (member: BuiltMember) =>
  platform.client(study, member).learningRecord({ params: { memberId: member.id } })

describe('the hours of a report', () => {
  it('count once when it is accepted, in the year in which the training ended', async () => {
    const member = await learner()
    const days = { startsOn: '2025-12-30', endsOn: '2025-12-31' }
    const id = await report(member, { ...days, title: '质量大会', hourHundredths: 1250 })
    expect(await recordsOf(member)).toEqual([])
    for (let again = 0; again < 2; again += 1) await decide(roles.owner, [id], 'accept')
    expect(await recordsOf(member)).toMatchObject([
      { source: '质量大会', rule: '外部培训审核通过', businessType: reportApproval, businessId: id, score: '1250' },
    ])
    expect(await yearsOf(member)).toMatchObject({ total: '1250', items: [{ year: 2025, score: '1250' }] })
    expect(await recorded(member)).toMatchObject({ classHours: '1250' })
    const { items } = await platform.client(study, member).learningTimeline({ query: {} })
    expect(items).toMatchObject([
      { kind: 'credited', label: '外部培训审核通过', name: '质量大会', creditType: 1, score: '1250' },
    ])
  })

  it('are taken back with the acceptance, and given again as they are then', async () => {
    const member = await learner()
    const [id, other] = [await report(member), await report(member, { hourHundredths: 300 })]
    await decide(roles.owner, [id, other], 'accept')
    expect(await yearsOf(member)).toMatchObject({ total: '1500' })
    expect((await reportOf(roles.owner, id)).possible).toContain('revoke')
    expect((await reportOf(member, id)).possible).toEqual([])
    expect(await refusal(decide(roles.owner, [id], 'revoke', ' '))).toMatchObject({
      errorCode: REFUSAL_REASON_NEEDED.code,
    })
    for (const stranger of [member, roles.member])
      expect(await refusal(decide(stranger, [id], 'revoke', '证书有误'))).toMatchObject({ errorCode: 10_138 })
    expect(await decide(roles.otherCompany, [id], 'revoke', '证书有误')).toEqual({ decided: 0 })
    expect(await decide(roles.owner, [id], 'revoke', '证书有误')).toEqual({ decided: 1 })
    expect(await decide(roles.owner, [id], 'revoke', '证书有误')).toEqual({ decided: 0 })
    expect(await recordsOf(member)).toMatchObject([{ businessId: other, score: '300' }])
    expect(await yearsOf(member)).toMatchObject({ total: '300' })
    expect(await recorded(member)).toMatchObject({ classHours: '300' })
    expect(await newsOf(member)).toContain('external.returned')
    const returned = await reportOf(member, id)
    expect(returned).toMatchObject({ state: 'returned', reason: '证书有误' })
    const changed = await as(member).changeReport({
      params: { id },
      body: { ...bodyOf(returned), hourHundredths: 800, revision: returned.revision },
    })
    await submit(member, changed)
    await decide(roles.administrator, [id], 'accept')
    expect(await yearsOf(member)).toMatchObject({ total: '1100' })
  })

  it('of the own report are neither accepted nor revoked by oneself', async () => {
    const id = await report(roles.owner, { state: 'accepted' })
    expect(await decide(roles.owner, [id], 'revoke', '自行撤销')).toEqual({ decided: 0 })
    expect((await reportOf(roles.owner, id)).possible).toEqual([])
  })

  it('count once for two who accept and revoke at the same time', async () => {
    const member = await learner()
    let id = ''
    const begin = async () => {
      id = await report(member)
    }
    const chiefs = [roles.owner, roles.administrator]
    await race(platform, 6, (at) => decide(chiefs[at % 2], [id], 'accept'), { begin })
    expect(await yearsOf(member)).toMatchObject({ total: '1200' })
    await race(platform, 6, (at) => decide(chiefs[at % 2], [id], 'revoke', '重复'), { begin: async () => {} })
    expect(await yearsOf(member)).toMatchObject({ total: '0' })
    expect(await recordsOf(member)).toEqual([])
  })

  it('stay within the maximum that the company sets for external training', async () => {
    const member = await learner()
    const params = { businessType: reportApproval, type: 1 as const }
    const chief = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'] })
    const keeper = platform.client(study, chief)
    await keeper.changeCreditCap({ params, body: { maxScore: '1000' } })
    const id = await report(member)
    await decide(roles.owner, [id], 'accept')
    await keeper.changeCreditCap({ params, body: { maxScore: null } })
    expect(await recordsOf(member)).toMatchObject([{ score: '1000', askedScore: '1200' }])
    await decide(roles.owner, [id], 'revoke', '重复')
    expect(await yearsOf(member)).toMatchObject({ total: '0' })
  })

  it('of imported records count as well, and a report without hours gives nothing', async () => {
    const member = await learner()
    const cells = { member: member.name, title: '旧培训', kind: '', provider: '协会', startsOn: '2024-05-01' }
    const rest = { endsOn: '2024-05-02', cost: '', certificateNumber: '' }
    const rows = ['6.5', '0'].map((hours, n) => ({ row: n + 2, cells: { ...cells, ...rest, hours } }))
    await as(roles.owner).importRecords({ body: { rows } })
    expect(await recordsOf(member)).toMatchObject([{ source: '旧培训', score: '650' }])
    const { rows: years } = await sql`
      select year from study.credit_year where member_id = ${member.id} and record_count > 0`.execute(platform.root)
    expect(years).toEqual([{ year: 2024 }])
  })
})

type Details = Awaited<ReturnType<typeof reportOf>>
const bodyOf = (details: Details) => {
  const { title, kind, provider, place, startsOn, endsOn, costHundredths, certificateNumber, summary } = details
  const fileIds = details.evidence.map((file) => file.id)
  return { title, kind, provider, place, startsOn, endsOn, costHundredths, certificateNumber, summary, fileIds }
}
