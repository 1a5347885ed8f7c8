import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { SENSITIVE_WORDS } from '#kit/errors.ts'
import { announceFinished } from '#modules/content/study/server.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
  buildSession,
} from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { words } from '#modules/platform/words/contract.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { personalData } from '#server/personal-data.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { ALIAS_TAKEN, RANKING_OFF, RANKING_SCOPE, rankingNames, rankings } from '../contract.ts'
import { countNotes } from './counting.ts'
import { buildFigure } from './rankings.fixture.ts'

const platform = testPlatform({ poolSize: 4 })
const dayMs = 86_400_000
let companyId: string
let chief: BuiltMember
let ming: BuiltMember
let fang: BuiltMember

beforeEach(async () => {
  // A Wednesday, so that a day more stays within the week.
  platform.now = Date.parse('2026-11-25T04:00:00Z')
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  ming = await buildMember(platform.db, { companyId, fullName: '王明' })
  fang = await buildMember(platform.db, { companyId, fullName: '李芳' })
})

const calls = (member: BuiltMember) => platform.client(rankings, member)
const figure = (member: BuiltMember, amount: number, more: object = {}) =>
  buildFigure(platform.db, { companyId, ranking: 'study', subjectId: member.id, at: platform.now, amount, ...more })
const count = () => inTransaction(platform.db, (db) => countNotes(db, companyId))
const study = async (member: BuiltMember, query: object = {}) => (await calls(member).studyRanking({ query })).items
const ranks = async (member: BuiltMember, query: object = {}) =>
  (await study(member, query)).map(({ rank, name, figure: amount }) => [rank, name, amount])
const setRules = (value: Record<string, unknown>) =>
  platform.client(settings, chief).changeRule({ params: { key: 'RANKING_CONFIG' }, body: { value } })

describe('rankings of members', () => {
  it('[SYSTEM-232] begin with the largest figure, and equal figures share a rank', async () => {
    await figure(ming, 2)
    await figure(fang, 2)
    await figure(chief, 1)
    await count()
    const found = await study(ming)
    expect(found.map(({ rank, figure: amount }) => [rank, amount])).toEqual([
      [1, 2],
      [1, 2],
      [3, 1],
    ])
    expect((await calls(chief).studyRanking()).own).toEqual({ rank: 3, figure: 1, isHidden: false })
    expect((await calls(chief).studyRanking()).missing).toBe(1)
  })

  it('are nine, by period and scope', async () => {
    const nine = await calls(ming).rankingOverview()
    await proves(['SYSTEM-231', 'SYSTEM-233'], () => {
      expect(nine.rankings).toHaveLength(9)
      expect(nine.scopes).toEqual(['company', 'organization', 'near'])
    })
  })

  it('[SYSTEM-234] count what a member has finished once, however often it is reported', async () => {
    const businessId = uuid()
    const finished = {
      companyId,
      memberId: ming.id,
      businessType: 1,
      businessId,
      name: '消防',
      finishedAt: platform.now,
    }
    for (let at = 0; at < 2; at++) {
      await inTransaction(platform.db, (db) => announceFinished(db, finished))
      await count()
    }
    expect(await ranks(fang)).toEqual([[1, '王明', 1]])
    await inTransaction(platform.db, (db) => announceFinished(db, { ...finished, roundId: uuid() }))
    await count()
    expect(await ranks(fang)).toEqual([[1, '王明', 1]])
    const evidence = await calls(ming).rankingEvidence({ query: { ranking: 'study' } })
    expect(evidence).toMatchObject({ figure: 1, uncounted: 0, parts: [{ source: 'finish', count: 1, figure: 1 }] })
    expect(evidence.items).toMatchObject([{ label: '消防', figure: 1 }])
  })

  it.each([
    ['SYSTEM-235', 'credit', 'creditRanking'],
    ['SYSTEM-240', 'class-hour', 'classHourRanking'],
    ['SYSTEM-241', 'integral', 'integralRanking'],
    ['SYSTEM-242', 'study-time', 'studyTimeRanking'],
  ] as const)('[%s] answer the ranking of %s', async (_id, ranking, call) => {
    await figure(fang, 150, { ranking })
    await count()
    expect((await calls(ming)[call]()).items).toMatchObject([{ rank: 1, name: '李芳', figure: 150, isOwn: false }])
  })

  it('count what an earlier note said no more, once a later one of the same key stands', async () => {
    const key = await figure(ming, 5)
    await count()
    await figure(ming, 3, { key })
    await count()
    expect(await ranks(ming)).toEqual([[1, '王明', 3]])
    await figure(ming, 0, { key })
    await count()
    expect(await ranks(ming)).toEqual([])
  })

  it('begin again with each week, month and season of the company', async () => {
    const later = async () => ({ ...ming, token: await buildSession(platform.db, ming, platform.now) })
    await figure(ming, 1)
    await count()
    // Sunday, 23:59 in the company's zone, and a minute later.
    platform.now = Date.parse('2026-11-29T15:59:00Z')
    expect(await ranks(await later())).toHaveLength(1)
    platform.now += 60_000
    expect(await ranks(await later())).toEqual([])
    expect(await ranks(await later(), { ago: 1 })).toHaveLength(1)
    expect(await ranks(await later(), { period: 'month' })).toHaveLength(1)
    platform.now = Date.parse('2026-12-01T00:00:00+08:00')
    expect(await ranks(await later(), { period: 'month' })).toEqual([])
    expect(await ranks(await later(), { period: 'season' })).toHaveLength(1)
    platform.now = Date.parse('2027-01-01T00:00:00+08:00')
    expect(await ranks(await later(), { period: 'season' })).toEqual([])
    expect((await calls(await later()).studyRanking({ query: { period: 'all' } })).startsOn).toBeNull()
    expect(await ranks(await later(), { period: 'all' })).toHaveLength(1)
  })

  it('leave out who is hidden and who is disabled, and nobody stands behind them', async () => {
    await figure(chief, 9)
    await figure(ming, 5)
    await figure(fang, 1)
    await count()
    await calls(ming).changeAppearance({ body: { isHidden: true, alias: null } })
    await sql`update identity.member set enabled = false where id = ${chief.id}`.execute(platform.root)
    expect(await ranks(fang)).toEqual([[1, '李芳', 1]])
    const own = await calls(ming).studyRanking({ query: { scope: 'near' } })
    expect(own).toMatchObject({ items: [], own: { rank: 0, figure: 5, isHidden: true } })
  })

  it('show an alias everywhere and nothing that tells whose it is', async () => {
    await figure(ming, 5)
    await figure(ming, 5, { ranking: 'credit' })
    await count()
    await calls(ming).changeAppearance({ body: { isHidden: false, alias: '青山' } })
    expect(await calls(ming).rankingOverview()).toMatchObject({ isHidden: false, alias: '青山' })
    for (const { items } of [await calls(fang).studyRanking(), await calls(fang).creditRanking()])
      expect(items).toMatchObject([{ name: '青山', id: null, picture: null, note: '', isOwn: false }])
    expect(await study(ming)).toMatchObject([{ name: '青山', isOwn: true }])
  })

  it('refuse an alias that is a colleague’s name, somebody else’s alias, or a forbidden word', async () => {
    const take = (member: BuiltMember, alias: string) =>
      calls(member).changeAppearance({ body: { isHidden: false, alias } })
    expect((await refusal(take(ming, '李芳'))).errorCode).toBe(ALIAS_TAKEN.code)
    const both = await Promise.allSettled([take(ming, 'Blue Hill'), take(fang, 'blue hill')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await platform.client(words, chief).addWords({ body: { words: ['禁语'], category: '', level: 'refuse' } })
    expect((await refusal(take(ming, '禁语'))).errorCode).toBe(SENSITIVE_WORDS.code)
  })

  it('show the members around the caller, with the ranks that they have in the whole', async () => {
    const ranking = 'credit'
    for (let at = 0; at < 14; at++) await figure(await buildMember(platform.db, { companyId }), 100 - at, { ranking })
    await figure(ming, 93, { ranking })
    await count()
    const near = await calls(ming).creditRanking({ query: { scope: 'near' } })
    expect(near.own?.rank).toBe(8)
    expect(near.items.filter(({ isOwn }) => isOwn)).toMatchObject([{ rank: 8, figure: 93 }])
    // 100 has rank 1; two have 93, and what lies below them stands one place further down.
    expect(near.items.every(({ rank, figure: own }) => rank === (own >= 93 ? 101 - own : 102 - own))).toBe(true)
    expect(near.items).toHaveLength(11)
  })

  it('show an organization with all below it, and no other company', async () => {
    const organizationId = await buildOrganization(platform.db, { companyId, parentId: companyId })
    const below = await buildMember(platform.db, { companyId, organizationId, fullName: '赵强' })
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    await figure(below, 1)
    await figure(ming, 2)
    await count()
    expect(await ranks(below, { scope: 'organization' })).toEqual([[1, '赵强', 1]])
    expect(await ranks(ming, { scope: 'organization' })).toHaveLength(2)
    expect(await ranks(stranger)).toEqual([])
  })

  it('can be switched off, and cut to the own organization', async () => {
    await setRules({ study: '0', scope: 'organization' })
    expect((await refusal(calls(ming).studyRanking())).errorCode).toBe(RANKING_OFF.code)
    expect((await refusal(calls(ming).rankingEvidence({ query: { ranking: 'study' } }))).errorCode).toBe(
      RANKING_OFF.code,
    )
    expect((await calls(ming).rankingOverview()).rankings).not.toContain('study')
    expect((await refusal(calls(ming).creditRanking({ query: { scope: 'company' } }))).errorCode).toBe(
      RANKING_SCOPE.code,
    )
    expect((await calls(ming).creditRanking()).items).toEqual([])
  })

  it('are refused alike, whichever it is, when they are off or the scope is not shown', async () => {
    const all = calls(ming)
    const ofMembers = [
      all.studyRanking,
      all.creditRanking,
      all.classHourRanking,
      all.integralRanking,
      all.studyTimeRanking,
    ]
    const ofItems = [all.browseCountRanking, all.topicWatchRanking, all.finishCountRanking, all.hotQuestionsRanking]
    const codes = async (some: typeof ofMembers | typeof ofItems) => {
      const refused: (number | undefined)[] = []
      for (const ranking of some) refused.push((await refusal(ranking({ query: { scope: 'company' } }))).errorCode)
      return [...new Set(refused)]
    }
    await setRules({ scope: 'organization' })
    expect(await codes(ofMembers)).toEqual([RANKING_SCOPE.code])
    const nine = rankingNames.map((name) => name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()))
    const off = Object.fromEntries(nine.map((name) => [name, '0']))
    await setRules(off)
    expect([...(await codes(ofMembers)), ...(await codes(ofItems))]).toEqual([RANKING_OFF.code, RANKING_OFF.code])
  })

  it('count no more of a day than the cap, and are made again when the cap changes', async () => {
    for (let at = 0; at < 25; at++) await figure(ming, 1)
    await count()
    expect(await ranks(ming)).toEqual([[1, '王明', 20]])
    const { uncounted } = await calls(ming).rankingEvidence({ query: { ranking: 'study' } })
    expect(uncounted).toBe(5)
    await setRules({ studiesPerDay: 3 })
    await sql`select graphile_worker.add_job('rankings.follow-settings', '{}'::json)`.execute(platform.root)
    await platform.runJobs()
    expect(await ranks(ming)).toEqual([[1, '王明', 3]])
  })

  it('come out the same when they are made again, whatever happened before', async () => {
    const keys: [BuiltMember, string][] = []
    let seed = 7
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let round = 0; round < 6; round++) {
      for (let at = 0; at < 30; at++) {
        const member = [ming, fang, chief][next(3)] as BuiltMember
        const [, known] = (next(3) === 0 && keys.find(([one]) => one === member)) || []
        const key = await figure(member, next(12) - 2, { key: known ?? uuid(), at: platform.now - next(120) * dayMs })
        keys.unshift([member, key])
      }
      await Promise.all([count(), count()])
    }
    const totals = async () =>
      (
        await sql`select * from rankings.total where company_id = ${companyId} and amount <> 0
      order by ranking, period, starts, subject_id`.execute(platform.root)
      ).rows
    const before = await totals()
    expect(before.length).toBeGreaterThan(30)
    const payload = JSON.stringify({ companyId, ranking: 'study' })
    await sql`select graphile_worker.add_job('rankings.rebuild', ${payload}::json)`.execute(platform.root)
    await platform.runJobs()
    expect(await totals()).toEqual(before)
  })

  it('lose what an erased member counted', async () => {
    await figure(ming, 4)
    await count()
    const owner = { companyId, memberId: ming.id, now: platform.now }
    const own = personalData.all().find(({ module }) => module === 'rankings')
    expect(await own?.collect(platform.db, owner)).toMatchObject([{ rows: [{ ranking: 'study', amount: 4 }] }, {}])
    await inTransaction(platform.db, async (db) => own?.erase(db, owner))
    expect(await ranks(fang)).toEqual([])
  })
})
