/** Lotteries of the company: who may draw in them, what they follow, and what everybody sees of who has won. */
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { buildCard } from '#modules/commerce/cards/server/cards.fixture.ts'
import { giveEntitlements, setEntitlements } from '#modules/commerce/entitlements/server.ts'
import { memberCardType } from '#modules/commerce/prices/contract.ts'
import { buildCourse, buildLearner } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import type { Outcome } from '#test/outcomes.ts'
import { expectRoles, type RoleName, testRoles } from '#test/roles.ts'
import * as codes from '../contract/codes.ts'
import { newLottery, prizesMax } from '../contract/fields.ts'
import { prizesWith } from './lotteries.fixture.ts'
import { lotteriesOn } from './lotteries-on.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['class-teacher'], otherCompany: ['super-admin'] })
const { as, build, draw, join } = lotteriesOn(platform, () => roles.owner)
const { LOTTERY_STATUS, NOT_A_PARTICIPANT, NOT_PUBLISHED, NOT_QUALIFIED, QUALIFICATION_UNKNOWN } = codes

async function buildCardFor(memberIds: readonly string[]) {
  const { companyId } = roles
  const card = await buildCard(platform.db, { companyId, name: '年度会员' })
  await giveEntitlements(platform.db, {
    ...{ companyId, memberIds, businessType: memberCardType, itemId: card.id, source: 'grant', sourceId: card.id },
    ...{ by: roles.owner.id, now: platform.now },
  })
  return card
}

describe('what a lottery asks for', () => {
  it('[COMMERCE-084] is a finished course, a member card or both: who lacks it is refused, and sees what is missing', async () => {
    const course = await buildCourse(platform.db, { author: roles.owner, name: '消防安全' })
    const [section] = course.sections
    if (!section) throw new Error('a course has a section')
    const study = (share: number) =>
      buildLearner(platform.db, { member: roles.member, course, watched: [{ section, share }] })
    const card = await buildCardFor([roles.member.id, roles.colleague.id])
    const qualifications = [
      { kind: 'finished-1', itemId: course.id },
      { kind: 'member-card', itemId: card.id },
    ]
    const one = await build({ qualifications, drawsPerMember: 2 })
    await study(1)
    const refused = await refusal(draw(roles.colleague, one))
    expect(refused).toMatchObject({ status: 422, errorCode: NOT_QUALIFIED.code, data: { missing: ['finished-1'] } })
    expect(NOT_QUALIFIED.code).toBe(86_005)
    expect(await as(roles.colleague).lottery(one)).toMatchObject({
      obstacle: 'not-qualified',
      qualifications: [
        { name: '消防安全', label: '学完课程', link: expect.stringContaining(course.id), isFulfilled: false },
        { name: '年度会员', label: '持有会员卡', isFulfilled: true },
      ],
    })
    expect(await draw(roles.member, one)).toMatchObject({ number: 1 })
    const revoked = { sourceId: card.id, state: 'revoked', by: roles.owner.id, now: platform.now } as const
    await setEntitlements(platform.db, { ...revoked, memberId: roles.member.id })
    const later = await refusal(draw(roles.member, one))
    expect(later).toMatchObject({ errorCode: NOT_QUALIFIED.code, data: { missing: ['member-card'] } })
  })

  it('is chosen by name from what can be studied and from member cards', async () => {
    const course = await buildCourse(platform.db, { author: roles.owner, name: '数据安全入门' })
    const choices = (query: { kind?: string; search?: string }) => as(roles.owner).lotteryQualifications({ query })
    const { kinds, items } = await choices({})
    expect(kinds).toEqual(expect.arrayContaining([{ kind: 'finished-1', label: '学完课程' }]))
    expect(kinds.map(({ kind }) => kind)).toContain('member-card')
    expect(items).toEqual([])
    expect(await choices({ kind: 'finished-1', search: '数据安全' })).toMatchObject({
      items: [{ id: course.id, name: '数据安全入门' }],
    })
    expect((await choices({ kind: 'nothing' })).items).toEqual([])
    const other = await buildCourse(platform.db, { author: roles.otherCompany, name: '别家的课' })
    const body = { ...newLottery, name: '抽奖', prizes: prizesWith(5, 1) }
    const known = { ...body, qualifications: [{ kind: 'finished-1', itemId: course.id }] }
    const { id, revision } = await as(roles.owner).createLottery({ body: known })
    expect(await as(roles.owner).editedLottery({ params: { id } })).toMatchObject({
      qualifications: [{ kind: 'finished-1', name: '数据安全入门' }],
    })
    for (const wrong of [
      { kind: 'finished-1', itemId: other.id },
      { kind: 'nothing', itemId: course.id },
    ]) {
      const changed = { ...body, qualifications: [wrong], revision }
      const refused = [
        await refusal(as(roles.owner).createLottery({ body: { ...body, qualifications: [wrong] } })),
        await refusal(as(roles.owner).changeLottery({ params: { id }, body: changed })),
      ]
      expect(refused.map(({ errorCode }) => errorCode)).toEqual([
        QUALIFICATION_UNKNOWN.code,
        QUALIFICATION_UNKNOWN.code,
      ])
    }
  })
})

describe('a marketing lottery', () => {
  it('[COMMERCE-085] is drawn and joined by its participants alone', async () => {
    const one = await build({ organizationIds: [roles.organizationId], drawsPerMember: 2 })
    const participants: Readonly<Record<RoleName, Outcome>> = {
      ...{ owner: 'accepted', administrator: 'accepted', member: 'accepted', colleague: 'accepted' },
      ...{ stranger: 86_015, otherCompany: 900005, nobody: 401 },
    }
    await expectRoles(roles, {
      draw: { ...participants, call: (caller) => draw(caller, one) },
      joinLottery: { ...participants, call: (caller) => join(caller, one) },
    })
  })

  it('[COMMERCE-090] runs once it is published, is not taken back, and has at most 10 prizes, as that of a class', async () => {
    const goods = Array.from({ length: prizesMax }, () => ({ ...prizesWith(1, 1)[0], weight: 1000 }) as const)
    const thanks = { kind: 'thanks' as const, name: '谢谢参与', weight: 991_000, stock: 1 }
    const body = { ...newLottery, name: '周年庆抽奖', closesAt: platform.now + 1000 }
    const write = (prizes: unknown[]) => as(roles.owner).createLottery({ body: { ...body, prizes: prizes as never } })
    expect(await refusal(write([...goods, thanks]))).toMatchObject({ status: 422, errorCode: 900001 })
    const { id, revision } = await write([...goods.slice(1), thanks])
    const one = { params: { id } }
    expect(await refusal(draw(roles.member, one))).toMatchObject({ status: 422, errorCode: NOT_PUBLISHED.code })
    await as(roles.owner).publishLottery({ ...one, body: { revision, notify: false } })
    expect(await draw(roles.member, one)).toMatchObject({ number: 1 })
    const refused = { status: 422, errorCode: LOTTERY_STATUS.code, data: { status: 'published' } }
    expect(await refusal(as(roles.owner).deleteLottery(one))).toMatchObject(refused)
    const changed = { ...body, prizes: prizesWith(5, 1), revision: revision + 1 }
    expect(await refusal(as(roles.owner).changeLottery({ ...one, body: changed }))).toMatchObject(refused)
  })
})

describe('who has won', () => {
  it('[COMMERCE-006] is shown to everybody in the lottery, the newest first, with covered names but the own', async () => {
    const { companyId } = roles
    const winner = (fullName: string) => buildMember(platform.db, { companyId, fullName })
    const [zhang, phone] = [await winner('张小三'), await winner('13812345678')]
    const won = [zhang, phone, roles.member].map(({ id }) => ({ memberId: id, place: 0 }))
    const draws = [...won, { memberId: zhang.id, place: 1 }]
    const one = await build({ prizes: prizesWith(50, 5), draws, organizationIds: [roles.organizationId] })
    const { items, recordCount } = await as(roles.member).shownWins(one)
    expect(recordCount).toBe(3)
    expect(items).toMatchObject([
      { number: 3, winner: 'member', isOwn: true, prizeName: '保温杯', drawnAt: platform.now },
      { number: 2, winner: '138****', isOwn: false },
      { number: 1, winner: '张*三', isOwn: false },
    ])
    expect(JSON.stringify(items)).not.toContain(zhang.id)
    expect(await as(roles.owner).winners(one)).toMatchObject({ items: [{ member: { fullName: '张小三' } }, {}, {}] })
    const seen: Readonly<Record<RoleName, Outcome>> = {
      ...{ owner: 'accepted', administrator: 'accepted', member: 'accepted', colleague: 'accepted' },
      ...{ stranger: NOT_A_PARTICIPANT.code, otherCompany: 900005, nobody: 401 },
    }
    await expectRoles(roles, { shownWins: { ...seen, call: (caller) => as(caller).shownWins(one) } })
    expect(await refusal(as(roles.owner).shownWins(await build({ status: 'draft' })))).toMatchObject({
      errorCode: 900005,
    })
    const nowhere = { params: { id: uuid() } }
    expect(await refusal(as(roles.member).shownWins(nowhere))).toMatchObject({ errorCode: 900005 })
  })
})

it('[COMMERCE-091] each refusal has a number of its own in the ranges of the specification', () => {
  const numbers = Object.values(codes).map(({ code }) => code)
  expect(new Set(numbers).size).toBe(numbers.length)
  const outside = numbers.filter((code) => !(code >= 85_001 && code <= 85_013) && !(code >= 86_001 && code <= 86_017))
  expect(outside).toEqual([])
  const { PROBABILITIES_WRONG, NO_THANKS_PRIZE, DAILY_LIMIT, ALREADY_JOINED } = codes
  const given = [PROBABILITIES_WRONG, NO_THANKS_PRIZE, DAILY_LIMIT, NOT_QUALIFIED, NOT_A_PARTICIPANT, ALREADY_JOINED]
  expect(given.map(({ code }) => code)).toEqual([85_005, 85_006, 86_004, 86_005, 86_015, 86_016])
})
