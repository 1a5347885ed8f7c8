/** Coupons over HTTP: making, starting, claiming, codes, giving, and who may. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildMembers,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import type { CouponTerms } from '../contract/shapes.ts'
import {
  COUPON_CHANGED,
  COUPON_CODE_TAKEN,
  COUPON_CODE_UNKNOWN,
  COUPON_MEMBER_LIMIT,
  COUPON_OUT_OF_TIME,
  COUPON_STATE,
  COUPON_TERMS_WRONG,
  COUPON_TOO_MANY_MEMBERS,
  COUPON_TOO_MANY_WRONG_CODES,
  COUPON_TOTAL_NOT_RAISED,
  COUPONS_GONE,
  coupons,
} from '../contract.ts'
import { buildCoupon } from './coupons.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const as = (member: BuiltMember | undefined) => platform.client(coupons, member)
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode
const dayMs = 86_400_000
const minuteMs = 60_000

let companyId: string
let staff: BuiltMember
let elsewhere: BuiltMember
const newMember = (organizationId?: string) =>
  buildMember(platform.db, { companyId, ...(organizationId !== undefined && { organizationId }) })

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  staff = await buildMember(platform.db, { companyId, roles: ['admin'] })
  elsewhere = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['admin'] })
})

const terms = (change: Partial<CouponTerms> = {}): CouponTerms => ({
  ...{ name: '新学员立减', kind: 'amount', amount: '500', percent: null, cap: null, payType: 1, minimum: '0' },
  ...{ scope: 'all', businessTypes: [], items: [], way: 'claim', code: '', total: 10, memberMax: 1 },
  ...{ validFrom: platform.now - dayMs, validUntil: platform.now + 30 * dayMs },
  ...change,
})
const make = (change?: Partial<CouponTerms>) => as(staff).createCoupon({ body: terms(change) })
const setState = (id: string, state: 'running' | 'stopped') =>
  as(staff).setCouponState({ params: { id }, body: { state } })
async function running(change?: Partial<CouponTerms>): Promise<string> {
  const { id } = await make(change)
  await setState(id, 'running')
  return id
}
const claim = (member: BuiltMember, id: string, key: string = uuid()) =>
  as(member).claimCoupon({ params: { id }, body: { key } })
const byCode = (member: BuiltMember, code: string, key: string = uuid()) =>
  as(member).claimCouponByCode({ body: { key, code } })
const managed = async (id: string) =>
  (await as(staff).managedCoupons({ query: { pageSize: 100 } })).items.find((coupon) => coupon.id === id)
const give = (id: string, memberIds: string[], organizationIds: string[] = []) =>
  as(staff).giveCoupon({ params: { id }, body: { memberIds, organizationIds } })

describe('a coupon', () => {
  it('is a draft that nobody gets, then runs, then is stopped and stays with those who have it', async () => {
    const member = await newMember()
    const { id } = await make()
    expect(await codeOf(claim(member, id))).toBe(900005)
    expect(await codeOf(give(id, [member.id]))).toBe(COUPON_STATE.code)
    await setState(id, 'running')
    expect(await as(member).claimableCoupons({ query: {} })).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ id, ownCount: 0, left: 10 })]),
    })
    expect(await claim(member, id)).toMatchObject({ name: '新学员立减', state: 'usable', orderId: null })
    await setState(id, 'stopped')
    await setState(id, 'stopped')
    expect(await codeOf(claim(await newMember(), id))).toBe(COUPON_STATE.code)
    expect(await codeOf(setState(id, 'running'))).toBe(COUPON_STATE.code)
    expect(await as(member).ownCoupons({ query: { is: 'open' } })).toMatchObject({ recordCount: 1 })
    expect(await managed(id)).toMatchObject({ state: 'stopped', givenCount: 1, usedCount: 0, reservedCount: 0 })
    const holders = await as(staff).couponHolders({ params: { id }, query: {} })
    expect(holders).toMatchObject({
      recordCount: 1,
      items: [{ memberId: member.id, source: 'claim', state: 'usable' }],
    })
  })

  it('is changed as a draft only, and by one who has read it', async () => {
    const { id } = await make()
    const change = (revision: number, changed: Partial<CouponTerms> = {}) =>
      as(staff).changeCoupon({ params: { id }, body: { ...terms(changed), revision } })
    expect(await change(1, { scope: 'kinds', businessTypes: [1], name: '课程券' })).toEqual({ revision: 2 })
    expect(await codeOf(change(1))).toBe(COUPON_CHANGED.code)
    expect(await managed(id)).toMatchObject({ name: '课程券', scope: 'kinds', businessTypes: [1], kindNames: ['课程'] })
    expect(await change(2)).toEqual({ revision: 3 })
    expect(await managed(id)).toMatchObject({ scope: 'all', businessTypes: [] })
    expect(await codeOf(change(3, { amount: '0' }))).toBe(COUPON_TERMS_WRONG.code)
    expect(await codeOf(change(3, { scope: 'kinds', businessTypes: [999] }))).toBe(403004)
    await setState(id, 'running')
    expect(await codeOf(change(3))).toBe(COUPON_STATE.code)
    const terms2 = sql`update coupons.coupon set amount = 900 where id = ${id}`
    await expect(terms2.execute(platform.root)).rejects.toThrow('never changed')
    await expect(sql`update coupons.coupon set total = 1 where id = ${id}`.execute(platform.root)).rejects.toThrow(
      'never changed',
    )
  })

  it('is refused where its terms contradict each other', async () => {
    const wrong = async (change: Partial<CouponTerms>) => {
      const { errorCode, data } = await refusal(make(change))
      expect(errorCode).toBe(COUPON_TERMS_WRONG.code)
      return (data as { problem: string }).problem
    }
    expect(await wrong({ amount: '0' })).toBe('worth')
    expect(await wrong({ amount: null })).toBe('worth')
    expect(await wrong({ percent: 10 })).toBe('worth')
    expect(await wrong({ kind: 'percent', amount: null })).toBe('worth')
    expect(await wrong({ cap: '100' })).toBe('cap')
    expect(await wrong({ kind: 'percent', amount: null, percent: 10, cap: '0' })).toBe('cap')
    expect(await wrong({ validUntil: platform.now - dayMs })).toBe('validity')
    expect(await wrong({ validFrom: 1, validUntil: platform.now })).toBe('validity')
    expect(await wrong({ scope: 'kinds' })).toBe('scope')
    expect(await wrong({ businessTypes: [1] })).toBe('scope')
    expect(await wrong({ way: 'code' })).toBe('code')
    expect(await wrong({ way: 'code', code: '新年' })).toBe('code')
    expect(await wrong({ code: 'NEWYEAR' })).toBe('code')
    expect(await wrong({ memberMax: 11 })).toBe('number')
    expect(await codeOf(make({ scope: 'kinds', businessTypes: [999] }))).toBe(403004)
  })

  it('is bounded', async () => {
    const rest = { kind: 'percent', amount: null } as const
    await bounds(60, (length) => make({ name: '券'.repeat(length) }), { refused: 900001, path: 'name' })
    await bounds(99, (percent) => make({ ...rest, percent }), { refused: 900001 })
    await bounds(1, (percent) => make({ ...rest, percent }), { refused: 900001, beyond: 0 })
    await bounds(1_000_000, (total) => make({ total }), { refused: 900001, path: 'total' })
    await bounds(1, (total) => make({ total }), { refused: 900001, path: 'total', beyond: 0 })
    await bounds(100, (memberMax) => make({ total: 200, memberMax }), { refused: 900001, path: 'memberMax' })
    expect(await codeOf(make({ amount: '100000000000' }))).toBe(900001)
    expect(await codeOf(make({ amount: '-1' }))).toBe(900001)
    expect(await codeOf(make({ amount: '1.5' }))).toBe(900001)
    expect(await make({ amount: '99999999999' })).toMatchObject({ id: expect.any(String) })
  })

  it('is for items of the company alone', async () => {
    const author = await newMember()
    const own = await buildCourse(platform.db, { author, chapters: [{ sections: [{}] }] })
    const other = await buildCourse(platform.db, { author: elsewhere, chapters: [{ sections: [{}] }] })
    const items = (itemId: string) => [{ businessType: 1, itemId }]
    expect(await codeOf(make({ scope: 'items', items: items(other.id) }))).toBe(900005)
    const id = await running({ scope: 'items', items: items(own.id) })
    expect(await managed(id)).toMatchObject({ items: [{ itemId: own.id, businessType: 1 }] })
  })

  it('has a number that is raised and never lowered', async () => {
    const { id } = await make({ total: 1 })
    const raise = (total: number) => as(staff).raiseCouponTotal({ params: { id }, body: { total } })
    expect(await codeOf(raise(2))).toBe(COUPON_STATE.code)
    await setState(id, 'running')
    expect(await codeOf(raise(1))).toBe(COUPON_TOTAL_NOT_RAISED.code)
    await claim(await newMember(), id)
    const late = await newMember()
    expect(await codeOf(claim(late, id))).toBe(COUPONS_GONE.code)
    await raise(2)
    expect(await claim(late, id)).toMatchObject({ state: 'usable' })
  })

  it('cannot be started when its time is over', async () => {
    const { id } = await buildCoupon(platform.db, {
      ...{ companyId, state: 'draft', now: platform.now - 60 * dayMs },
    })
    const { errorCode, data } = await refusal(setState(id, 'running'))
    expect({ errorCode, data }).toMatchObject({ errorCode: COUPON_TERMS_WRONG.code, data: { problem: 'validity' } })
    await sql`update coupons.coupon set state = 'running' where id = ${id}`.execute(platform.root)
    expect(await codeOf(claim(await newMember(), id))).toBe(COUPON_OUT_OF_TIME.code)
    expect(await codeOf(give(id, [(await newMember()).id]))).toBe(COUPON_OUT_OF_TIME.code)
  })

  it('is managed by those who may for the whole company', async () => {
    const { id } = await make()
    const branch = await buildOrganization(platform.db, { companyId, parentId: companyId })
    const head = await buildMember(platform.db, { companyId, organizationId: branch, roles: ['admin'] })
    const call = (caller: BuiltMember) => as(caller).setCouponState({ params: { id }, body: { state: 'running' } })
    expect(await codeOf(call(head))).toBe(10138)
    expect(await codeOf(call(await newMember()))).toBe(10138)
    expect(await codeOf(call(elsewhere))).toBe(900005)
    expect(await managed(id)).toMatchObject({ state: 'draft' })
    expect(
      await codeOf(as(elsewhere).giveCoupon({ params: { id }, body: { memberIds: [], organizationIds: [] } })),
    ).toBe(900005)
    expect(await codeOf(as(elsewhere).couponHolders({ params: { id }, query: {} }))).toBe(900005)
    expect(await codeOf(claim(elsewhere, await running()))).toBe(900005)
    expect(await codeOf(as(elsewhere).changeCoupon({ params: { id }, body: { ...terms(), revision: 1 } }))).toBe(900005)
    expect(await codeOf(as(elsewhere).raiseCouponTotal({ params: { id }, body: { total: 99 } }))).toBe(900005)
  })
})

describe('claiming', () => {
  it('answers the same key with the same coupon, and stops at the limit of a member', async () => {
    const id = await running({ memberMax: 2 })
    const member = await newMember()
    const key = uuid()
    const first = await claim(member, id, key)
    expect((await claim(member, id, key)).id).toBe(first.id)
    expect((await claim(member, id)).id).not.toBe(first.id)
    expect(await codeOf(claim(member, id))).toBe(COUPON_MEMBER_LIMIT.code)
    expect(await managed(id)).toMatchObject({ givenCount: 2 })
  })

  it('gives no more than there are to 50 members at once', async () => {
    const id = await running({ total: 7 })
    const members: BuiltMember[] = []
    for (let count = 0; count < 50; count++) members.push(await newMember())
    const left = [...members]
    const result = await race(platform, 50, () => claim(left.pop() as BuiltMember, id), {
      begin: async () => undefined,
    })
    expect(result).toMatchObject({ accepted: 7, refused: { [COUPONS_GONE.code]: 43 } })
    expect(await managed(id)).toMatchObject({ givenCount: 7 })
  })

  it('gives a member one of two clicks at once', async () => {
    const id = await running()
    const member = await newMember()
    const result = await race(platform, 8, () => claim(member, id), { begin: async () => undefined })
    expect(result).toMatchObject({ accepted: 1, refused: { [COUPON_MEMBER_LIMIT.code]: 7 } })
  })

  it('with one key for two coupons gets one of them', async () => {
    const ids = [await running(), await running()]
    const member = await newMember()
    const key = uuid()
    const left = [...ids]
    const result = await race(platform, 2, () => claim(member, left.pop() as string, key), {
      begin: async () => undefined,
    })
    expect(new Set(result.answers.map(({ id }) => id)).size).toBe(1)
    expect(await as(member).ownCoupons({ query: {} })).toMatchObject({ recordCount: 1 })
  })

  it('shows what can be used, what cannot yet, and what is over', async () => {
    const member = await newMember()
    const start = platform.now
    await claim(member, await running({ validFrom: start + minuteMs, validUntil: start + 2 * minuteMs }))
    const shown = (is: 'open' | 'used' | 'expired') => as(member).ownCoupons({ query: { is } })
    expect(await shown('open')).toMatchObject({ items: [{ state: 'upcoming' }] })
    platform.now = start + minuteMs
    try {
      expect(await shown('open')).toMatchObject({ items: [{ state: 'usable' }] })
      platform.now = start + 2 * minuteMs
      expect(await shown('open')).toMatchObject({ recordCount: 0 })
      expect(await shown('expired')).toMatchObject({ items: [{ state: 'expired' }] })
      expect(await shown('used')).toMatchObject({ recordCount: 0 })
    } finally {
      platform.now = start
    }
  })
})

describe('a code', () => {
  it('gets its coupon however it is typed, and belongs to one that is not stopped', async () => {
    const id = await running({ way: 'code', code: 'spring26' })
    expect(await codeOf(make({ way: 'code', code: ' SPRING26 ' }))).toBe(COUPON_CODE_TAKEN.code)
    const other = await make()
    const change = { ...terms({ way: 'code', code: 'Spring26' }), revision: 1 }
    expect(await codeOf(as(staff).changeCoupon({ params: { id: other.id }, body: change }))).toBe(
      COUPON_CODE_TAKEN.code,
    )
    const member = await newMember()
    expect(await byCode(member, 'Spring 26')).toMatchObject({ state: 'usable' })
    expect(await codeOf(byCode(member, 'SPRING26'))).toBe(COUPON_MEMBER_LIMIT.code)
    expect(await codeOf(claim(await newMember(), id))).toBe(900005)
    expect(await codeOf(byCode(elsewhere, 'SPRING26'))).toBe(COUPON_CODE_UNKNOWN.code)
    await setState(id, 'stopped')
    expect(await codeOf(byCode(await newMember(), 'SPRING26'))).toBe(COUPON_CODE_UNKNOWN.code)
    expect(await running({ way: 'code', code: 'SPRING26' })).toEqual(expect.any(String))
  })

  it('cannot be guessed: after ten wrong ones even the right one is refused for an hour', async () => {
    await running({ way: 'code', code: 'AUTUMN26', total: 1 })
    const member = await newMember()
    for (let count = 0; count < 10; count++)
      expect(await codeOf(byCode(member, `WRONG${count}`))).toBe(COUPON_CODE_UNKNOWN.code)
    expect(await codeOf(byCode(member, 'AUTUMN26'))).toBe(COUPON_TOO_MANY_WRONG_CODES.code)
    const start = platform.now
    platform.now = start + 3_600_001
    try {
      expect(await byCode(member, 'AUTUMN26')).toMatchObject({ state: 'usable' })
      expect(await codeOf(byCode(await newMember(), 'AUTUMN26'))).toBe(COUPONS_GONE.code)
      platform.now = start + 31 * dayMs
      const late = await buildMember(platform.db, { companyId, now: platform.now })
      expect(await codeOf(byCode(late, 'AUTUMN26'))).toBe(COUPON_OUT_OF_TIME.code)
    } finally {
      platform.now = start
    }
  })
})

describe('giving', () => {
  it('reaches members and whole organizations once, never the giver, and tells them', async () => {
    const branch = await buildOrganization(platform.db, { companyId, parentId: companyId })
    const below = await buildOrganization(platform.db, { companyId, parentId: branch })
    const [one, two, three] = [
      await newMember(branch),
      await newMember(below),
      await buildMember(platform.db, { companyId, fullName: '钱三' }),
    ]
    const id = await running({ way: 'given' })
    expect(await give(id, [one.id, three.id], [branch])).toEqual({ given: 3, leftOut: 0 })
    expect(await give(id, [], [branch])).toEqual({ given: 0, leftOut: 2 })
    expect(await as(two).ownCoupons({ query: {} })).toMatchObject({ recordCount: 1 })
    expect(await codeOf(give(id, [staff.id]))).toBe(900012)
    const mailbox = await platform.client(messages, two).listNotifications({ query: {} })
    expect(mailbox.items[0]).toMatchObject({ title: '您收到一张优惠券' })
    expect(await as(staff).couponHolders({ params: { id }, query: { search: '钱三' } })).toMatchObject({
      items: [{ source: 'given' }],
    })
  })

  it('is refused beyond what is left, beyond 5,000 at once, and for members of others', async () => {
    const id = await running({ total: 1 })
    const [one, two] = [await newMember(), await newMember()]
    expect(await codeOf(give(id, [one.id, two.id]))).toBe(COUPONS_GONE.code)
    expect(await codeOf(give(id, [elsewhere.id]))).toBe(900005)
    expect(await codeOf(give(id, [], [elsewhere.companyId]))).toBe(900005)
    expect(await codeOf(give(uuid(), [one.id]))).toBe(900005)
    const crowd = await buildOrganization(platform.db, { companyId, parentId: companyId })
    const input = { companyId, organizationId: crowd }
    await buildMembers(
      platform.db,
      Array.from({ length: 5001 }, () => input),
    )
    expect(await codeOf(give(id, [], [crowd]))).toBe(COUPON_TOO_MANY_MEMBERS.code)
  })
})
