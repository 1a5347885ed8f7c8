import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { following } from '#modules/community/following/contract.ts'
import { type BuiltMember, buildMember, buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { serverModules } from '#server/modules.ts'
import { bounds } from '#test/bounds.ts'
import { buildCompanyElsewhere } from '#test/company-days.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { community } from '../contract.ts'
import { accountBusinessType } from '../server.ts'
import { buildAccount } from './accounts.fixture.ts'
import { published, publisherModule } from './figures.fixture.ts'
import { countVisitsJob } from './visits.ts'

const platform = testPlatform({ modules: [...serverModules, publisherModule] })
const roles = testRoles(platform)
const as = (member: BuiltMember | undefined) => platform.client(community, member)

/** Noon of 27 November in Los Angeles. */
const noon = Date.UTC(2026, 10, 27, 20)
const dayMs = 86_400_000
let owner: BuiltMember
let visitor: BuiltMember
let id: string

beforeEach(async () => {
  platform.now = noon - 2 * dayMs
  owner = await buildCompanyElsewhere(platform)
  const { companyId } = owner
  visitor = await buildMember(platform.db, { companyId, now: platform.now })
  const yearBefore = platform.now - 400 * dayMs
  id = await buildAccount(platform.db, { companyId, name: '安全先锋', memberIds: [owner.id], now: yearBefore })
})

const attention = (member = visitor) =>
  platform.client(following, member).attention({ body: { businessType: accountBusinessType, businessId: id } })

async function signInAgain() {
  owner = { ...owner, token: await buildSession(platform.db, owner, platform.now) }
  visitor = { ...visitor, token: await buildSession(platform.db, visitor, platform.now) }
}

/** The visitor comes and follows two days ago; unfollows yesterday, an hour before midnight; comes twice today. */
async function threeDays() {
  await as(visitor).account({ query: { id } })
  await attention()
  platform.now = Date.UTC(2026, 10, 27, 7)
  await signInAgain()
  await attention()
  platform.now = noon
  await signInAgain()
  await attention()
  for (const member of [visitor, visitor, owner]) await as(member).account({ query: { id } })
  await enqueue(platform.db, countVisitsJob, {})
  await platform.runJobs()
  const today = Date.UTC(2026, 10, 27) / dayMs
  published.set(id, [
    { day: today, reads: 5, praise: 2 },
    { day: today - 40, reads: 7, praise: 1, contents: 1 },
  ])
}

describe('the figures of an account', () => {
  it('[COMMUNITY-130] are analyzed by day: followers won and lost, visits, likes and reads', async () => {
    await threeDays()
    const { total, items } = await as(owner).accountAnalysis({ query: { id, days: 7 } })
    expect(total).toEqual({ attentionNum: 1, visits: 3, praise: 3, reads: 12, contents: 1 })
    expect(items.map(({ day }) => day)).toEqual(
      ['21', '22', '23', '24', '25', '26', '27'].map((day) => `2026-11-${day}`),
    )
    const nothing = { won: 0, lost: 0, visits: 0, praise: 0, reads: 0, contents: 0 }
    expect(items.slice(3)).toEqual([
      { day: '2026-11-24', ...nothing },
      { day: '2026-11-25', ...nothing, won: 1, visits: 1 },
      { day: '2026-11-26', ...nothing, lost: 1 },
      { day: '2026-11-27', ...nothing, won: 1, visits: 2, praise: 2, reads: 5 },
    ])
    await bounds(366, (days) => as(owner).accountAnalysis({ query: { id, days } }), { refused: 900001, path: 'days' })
    const least = { refused: 900001, path: 'days', beyond: 6 }
    await bounds(7, (days) => as(owner).accountAnalysis({ query: { id, days } }), least)
    // Likes and reads of what it has published count with its own.
    expect(await as(visitor).trend({ query: { id } })).toMatchObject({ attentionNum: 1, praise: 3, read: 15 })
  })

  it('[COMMUNITY-135] are reported by month, with the followers at its end', async () => {
    await threeDays()
    await sql`insert into following.followed_day (company_id, business_type, business_id, day, won, lost)
      values (${owner.companyId}, ${accountBusinessType}, ${id}, ${Date.UTC(2026, 8, 30) / dayMs}, 4, 1)`.execute(
      platform.root,
    )
    const report = await as(owner).accountReport({ query: { id, months: 3 } })
    expect(report).toMatchObject({ id, name: '安全先锋', administrator: expect.any(String) })
    const nothing = { won: 0, lost: 0, visits: 0, praise: 0, reads: 0, contents: 0 }
    expect(report.items).toEqual([
      { month: '2026-11', attentionNum: 1, ...nothing, won: 2, lost: 1, visits: 3, praise: 2, reads: 5 },
      { month: '2026-10', attentionNum: 0, ...nothing, reads: 7, praise: 1, contents: 1 },
      { month: '2026-09', attentionNum: 0, ...nothing, won: 4, lost: 1 },
    ])
    const csv = await platform.app.inject({
      url: `/api/v1/knowledge-operation/come-enjoy/report-export?id=${id}&months=3`,
      headers: { authorization: `Bearer ${owner.token}`, 'accept-language': 'en' },
    })
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(csv.payload.split(/\r?\n/)[1]).toBe('2026-11,1,2,1,3,5,2,0')
    expect((await as(owner).accountReport({ query: { id } })).items).toHaveLength(12)
    const young = { companyId: owner.companyId, memberIds: [owner.id], now: noon - 30 * dayMs }
    const recent = await as(owner).accountReport({ query: { id: await buildAccount(platform.db, young) } })
    expect(recent.items.map(({ month }) => month)).toEqual(['2026-11', '2026-10'])
    await bounds(24, (months) => as(owner).accountReport({ query: { id, months } }), { refused: 900001 })
    expect(await refusal(as(visitor).accountReport({ query: { id } }))).toMatchObject({ errorCode: 10138 })
  })

  it('are shown to its administrators only', async () => {
    const { companyId } = roles
    const memberIds = [roles.owner, roles.administrator, roles.member].map((member) => member.id)
    const team = await buildAccount(platform.db, { companyId, memberIds, memberTypes: [1, 2] })
    const administrators = {
      owner: 'accepted',
      administrator: 'accepted',
      member: 10138,
      colleague: 10138,
      stranger: 10138,
      otherCompany: 900005,
      nobody: 401,
    } as const
    await expectRoles(roles, {
      analysis: { ...administrators, call: (caller) => as(caller).accountAnalysis({ query: { id: team } }) },
      exportReport: { ...administrators, call: (caller) => as(caller).exportReport({ query: { id: team } }) },
      report: { ...administrators, call: (caller) => as(caller).accountReport({ query: { id: team } }) },
    })
  })
})
