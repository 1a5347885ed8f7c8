/** The certificates of awards over HTTP: chosen by those who run the contest, issued once with the results, revoked with the award. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { certificates } from '#modules/learning/certificates/contract.ts'
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { takeSteps } from '#modules/platform/operations/server/long-work.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { NO_AWARD, REASON_NEEDED } from '../contract/codes.ts'
import { type ContestInput, contestFields } from '../contract/fields.ts'
import { certificateWork } from './award-certificates.ts'
import { buildWork } from './contests.fixture.ts'
import { contestsOn, type TestContest } from './contests-on.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, {
  ...{ owner: ['admin'], administrator: ['admin'], stranger: ['admin'], otherCompany: ['super-admin'] },
})
const { as, build, handIn, toEnd } = contestsOn(platform, () => roles.owner)

const mine = (member: BuiltMember) => platform.client(certificates, member)
const certificatesFor = async (member: BuiltMember, item: string) =>
  (await mine(member).myCertificates({ query: { pageSize: 50, all: true } })).items.filter(({ itemName }) =>
    itemName.includes(item),
  )
const template = (name: string, rest: Parameters<typeof buildTemplate>[1] | object = {}) =>
  buildTemplate(platform.db, { author: roles.owner, now: platform.now, name, ...rest })
const award = (key: string, certificateTemplateId: string | null, count = 1) =>
  ({ key, level: 'first', name: `奖项${key}`, text: '', count, certificateTemplateId }) as const
const win = (work: TestContest, awardKey: string) => ({ workId: work.params.id, awardKey })
const setAwards = (one: TestContest, ...winners: ReturnType<typeof win>[]) =>
  as(roles.owner).setAwards({ ...one, body: { winners } })

async function publish(one: TestContest) {
  toEnd()
  await as(roles.owner).publishResults(one)
}

const takeBack = (one: TestContest, work: TestContest, reason = '内容抄袭', by = roles.owner) =>
  as(by).takeBackAward({ params: { ...one.params, workId: work.params.id }, body: { reason } })

const taskOf = async (one: TestContest) => {
  const { rows } = await sql<{ id: string }>`select certificate_task_id as id from contests.contest
    where id = ${one.params.id}`.execute(platform.root)
  return rows[0]?.id ?? ''
}

describe('an award with a certificate', () => {
  it('gives it to each winner with the results, in the contest and among the own certificates', async () => {
    // One that ends after two years: an award does not.
    const templateId = await template('获奖证书', { validityMonths: 24 })
    const awards = [award('a', templateId), award('b', null)]
    const one = await build({ name: '证书大赛', awards, worksPerMember: 2 })
    const [first, second] = [await handIn(roles.member, one), await handIn(roles.colleague, one)]
    await setAwards(one, win(first, 'a'), win(second, 'b'))
    expect((await as(roles.member).contest(one)).certificates).toEqual([{ id: templateId, name: '获奖证书' }])
    expect((await as(roles.member).contest(one)).own).toMatchObject([{ award: null, certificate: null, rank: null }])
    await publish(one)
    await platform.runJobs()
    const [own] = await certificatesFor(roles.member, '证书大赛')
    expect(own).toMatchObject({ itemName: '奖项a · 证书大赛', origin: 'awarded', validity: 'valid', expiresAt: null })
    expect((await as(roles.member).contest(one)).own).toMatchObject([
      { award: '奖项a', certificate: { id: own?.id, number: own?.number }, awardTakenBack: '' },
    ])
    const { url } = await mine(roles.member).certificatePdf({ params: { id: own?.id ?? '' } })
    expect(url).toMatch(/^\//)
    expect(await certificatesFor(roles.colleague, '证书大赛')).toEqual([])
    expect((await as(roles.colleague).contest(one)).own).toMatchObject([{ award: '奖项b', certificate: null }])
    const ranking = (await as(roles.owner).ranking({ ...one, query: { round: 0 } })).items
    expect(ranking.map(({ certificate }) => certificate)).toEqual(['issued', null])
    const tasks = await platform.client(operations, roles.owner).listTasks({ query: { pageSize: 50 } })
    expect(tasks.items.find(({ kind }) => kind === 'contest-certificates')).toMatchObject({ title: '证书大赛' })
  })

  it('stands beside others of its template, and is no proof of training', async () => {
    const templateId = await template('两次获奖')
    const awards = [award('a', templateId, 2)]
    const one = await build({ name: '两次大赛', awards, worksPerMember: 2 })
    const [first, second] = [await handIn(roles.member, one), await handIn(roles.member, one)]
    await setAwards(one, win(first, 'a'), win(second, 'a'))
    await publish(one)
    await platform.runJobs()
    const both = await certificatesFor(roles.member, '两次大赛')
    expect(both.map(({ validity }) => validity)).toEqual(['valid', 'valid'])
    // Issued again with a corrected name, it still leaves the other alone.
    const chief = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'] })
    const manager = mine(chief)
    await manager.reissueCertificate({
      params: { id: both[0]?.id ?? '' },
      body: { reason: '姓名有误', holderName: '甲' },
    })
    const after = (await certificatesFor(roles.member, '两次大赛')).map(({ validity }) => validity)
    expect(after.toSorted()).toEqual(['replaced', 'valid', 'valid'])
    const board = await manager.complianceMembers({ query: { templateId, state: 'valid' } })
    expect(board.items).toEqual([])
    const given = { templateId, memberId: roles.member.id, itemName: '手工' }
    expect(await manager.grantCertificate({ body: given })).toMatchObject({ id: expect.any(String) })
  })

  it('is chosen among those that the company offers', async () => {
    const [offered, gone, foreign] = [
      await template('可选'),
      await template('停用', { enabled: false }),
      await buildTemplate(platform.db, { author: roles.otherCompany, name: '外部' }),
    ]
    const one = await build({ status: 'draft' })
    const change = async (certificateTemplateId: string | null) => {
      const now = await as(roles.owner).editedContest(one)
      const fields = Object.keys(contestFields).map((key) => [key, now[key as keyof ContestInput]])
      const body = { ...(Object.fromEntries(fields) as ContestInput), awards: [award('a', certificateTemplateId)] }
      return as(roles.owner).changeContest({ ...one, body: { ...body, revision: now.revision } })
    }
    for (const id of [gone, foreign, one.params.id])
      expect(await refusal(change(id))).toMatchObject({ status: 422, errorCode: 380_201 })
    await change(offered)
    // What was chosen stays though it is no longer offered, and its name is there.
    await sql`update certificates.template set enabled = false where id = ${offered}`.execute(platform.root)
    await change(offered)
    expect((await as(roles.owner).editedContest(one)).certificates).toEqual([{ id: offered, name: '可选' }])
    const fresh = { ...(await as(roles.owner).editedContest(one)) }
    const created = Object.fromEntries(Object.keys(contestFields).map((key) => [key, fresh[key as keyof ContestInput]]))
    expect(await refusal(as(roles.owner).createContest({ body: created as ContestInput }))).toMatchObject({
      errorCode: 380_201,
    })
  })
})

describe('the certificates of a contest', () => {
  it('are issued once, though a process ends and the job is repeated', async () => {
    const templateId = await template('一次')
    const one = await build({ name: '多人大赛', awards: [award('a', templateId, 100)] })
    const winners = await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        const member = await buildMember(platform.db, { companyId: roles.companyId, fullName: `选手${at}` })
        const file = { fileId: roles.owner.id, fileName: 'a.mp4', handedInAt: platform.now }
        const work = { contestId: one.params.id, companyId: roles.companyId, number: at + 1, title: '作品', ...file }
        const id = await buildWork(platform.db, { ...work, memberId: member.id, awardKey: 'a' })
        return { member, id }
      }),
    )
    await sql`update identity.member set enabled = false where id = ${winners[59]?.member.id}`.execute(platform.root)
    await publish(one)
    const issued = async () => {
      const { rows } = await sql<{ all: number; members: number }>`
        select count(*)::int as all, count(distinct member_id)::int as members from certificates.certificate
        where template_id = ${templateId}`.execute(platform.root)
      return rows[0]
    }
    await takeSteps(platform, certificateWork.job, await taskOf(one), 1)
    expect(await issued()).toEqual({ all: 50, members: 50 })
    await platform.runJobs()
    expect(await issued()).toEqual({ all: 59, members: 59 })
    await certificateWork.resume(platform.db, await taskOf(one))
    await platform.runJobs()
    expect(await issued()).toEqual({ all: 59, members: 59 })
    const { rows } = await sql<{ certificate: string }>`select certificate from contests.work
      where id = ${winners[59]?.id}`.execute(platform.root)
    expect(rows).toEqual([{ certificate: 'gone' }])
  })

  it('are not issued for an award that was taken back before its turn', async () => {
    const templateId = await template('未及')
    const one = await build({ name: '未及大赛', awards: [award('a', templateId)] })
    const work = await handIn(roles.member, one)
    await setAwards(one, win(work, 'a'))
    await publish(one)
    await takeBack(one, work)
    await platform.runJobs()
    expect(await certificatesFor(roles.member, '未及大赛')).toEqual([])
  })
})

describe('an award that is taken back', () => {
  it('revokes its certificate with the reason that the winner reads, and leaves rank and other certificates', async () => {
    const templateId = await template('收回')
    const one = await build({ name: '收回大赛', awards: [award('a', templateId, 2)], worksPerMember: 2 })
    const [first, second] = [await handIn(roles.member, one), await handIn(roles.member, one)]
    await setAwards(one, win(first, 'a'), win(second, 'a'))
    expect(await refusal(takeBack(one, first))).toMatchObject({ status: 422, errorCode: NO_AWARD.code })
    await publish(one)
    await platform.runJobs()
    expect(await refusal(takeBack(one, first, ' '))).toMatchObject({ errorCode: REASON_NEEDED.code })
    await takeBack(one, first)
    const all = await certificatesFor(roles.member, '收回大赛')
    expect(all.map(({ validity, revokeReason }) => [validity, revokeReason]).toSorted()).toEqual([
      ['revoked', '内容抄袭'],
      ['valid', ''],
    ])
    expect((await as(roles.member).contest(one)).own).toMatchObject([
      { award: null, certificate: null, awardTakenBack: '内容抄袭', rank: 1 },
      { award: '奖项a', awardTakenBack: '', rank: 1 },
    ])
    expect((await as(roles.colleague).contestResults(one)).items.map(({ work }) => work.award)).toEqual([null, '奖项a'])
    const inbox = await platform.client(messages, roles.member).listNotifications({ query: { pageSize: 50 } })
    expect(inbox.items.map(({ type }) => type)).toContain('contest.award-taken-back')
    expect(await refusal(takeBack(one, first))).toMatchObject({ errorCode: NO_AWARD.code })
    const elsewhere = await build()
    expect(await refusal(takeBack(elsewhere, second))).toMatchObject({ errorCode: 900_005 })
  })

  it('is taken back by those who run the contest', async () => {
    const one = await build({ awards: [award('a', null)] })
    const work = await handIn(roles.member, one)
    await setAwards(one, win(work, 'a'))
    await publish(one)
    const no = 10_138
    const needs = REASON_NEEDED.code
    await expectRoles(roles, {
      takeBackAward: {
        ...{ owner: needs, administrator: needs, stranger: no, member: no, colleague: no },
        ...{ otherCompany: 900_005, nobody: 401 },
        call: (caller) =>
          as(caller).takeBackAward({ params: { ...one.params, workId: work.params.id }, body: { reason: ' ' } }),
      },
    })
  })
})
