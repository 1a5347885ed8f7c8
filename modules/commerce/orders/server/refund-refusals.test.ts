/** Each case in which nothing is paid back has its own number, which the order shows before anything is asked for. */
import { beforeAll, describe, expect, it } from 'vitest'
import { findSoldKind } from '#modules/commerce/entitlements/server.ts'
import { type BuiltMember, buildMember, buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves, type RequirementId } from '#test/proves.ts'
import type { Order } from '../contract/shapes.ts'
import { testShop } from './shop.fixture.ts'

const platform = testPlatform()
const shop = testShop(platform)
const { as, bought, order, newBuyer, newCourse } = shop
const dayMs = 86_400_000
let chief: BuiltMember
beforeAll(async () => {
  chief = await buildMember(platform.db, { companyId: shop.companyId, roles: ['super-admin'] })
})

interface Asked {
  readonly buyer: BuiltMember
  readonly order: Pick<Order, 'id' | 'lines'>
  readonly quantity?: number
}

const request = ({ buyer, order: { id, lines }, quantity = 1 }: Asked) =>
  as(buyer).requestRefund({
    params: { id },
    body: { lines: [{ lineId: lines[0]?.id ?? '', quantity }], reason: '买错了' },
  })
const agreed = async (asked: Asked) => {
  const { id } = await request(asked)
  await as(shop.staff).decideRefund({ params: { id }, body: { isAgreed: true } })
}
async function paid(quantity = 1): Promise<Asked & { readonly course: Awaited<ReturnType<typeof newCourse>> }> {
  const course = await newCourse({ original: 100, now: platform.now })
  const buyer = await newBuyer()
  return { buyer, course, order: await bought(buyer, [course.id], quantity) }
}
const later = async (member: BuiltMember) => ({
  ...member,
  token: await buildSession(platform.db, member, platform.now),
})

const cases: readonly (readonly [what: string, id: RequirementId, code: number, ask: () => Promise<Asked>])[] = [
  [
    ...(['fully refunded', 'COMMERCE-113', 701201] as const),
    async () => {
      const asked = await paid()
      await agreed(asked)
      return asked
    },
  ],
  ['exceeds refundable amount', 'COMMERCE-114', 701202, async () => ({ ...(await paid(5)), quantity: 6 })],
  [
    ...(['refund in progress', 'COMMERCE-115', 701203] as const),
    async () => {
      const asked = await paid(5)
      await request(asked)
      return asked
    },
  ],
  [
    ...(['order expired', 'COMMERCE-117', 701205] as const),
    async () => {
      const buyer = await newBuyer()
      const placed = await order(buyer, [(await newCourse()).id])
      await as(buyer).closeOrder({ params: { id: placed.id } })
      return { buyer, order: placed }
    },
  ],
  [
    ...(['learned content not refundable', 'COMMERCE-119', 701207] as const),
    async () => {
      const { course, ...asked } = await paid()
      const params = { id: course.id, sectionId: course.sections[0]?.id ?? '' }
      await as(asked.buyer).startPlayback({ params, body: {} })
      return asked
    },
  ],
]

describe('a refund is refused', () => {
  it.each(cases)('with its own number: %s', async (_what, id, code, ask) => {
    const asked = await ask()
    const shown = await as(asked.buyer).ownOrder({ params: { id: asked.order.id } })
    await proves(id, async () => {
      expect(await refusal(request(asked))).toMatchObject({ status: 422, errorCode: code })
    })
    // What is too much depends on what is asked for; every other case is shown before.
    expect(shown.refundable.refusal).toBe(asked.quantity === undefined ? code : null)
  })

  it('with its own number: virtual goods not refundable', async () => {
    const asked = await paid()
    const kind = findSoldKind(1) as { isRefundable?: false }
    try {
      kind.isRefundable = false
      await proves('COMMERCE-116', async () => {
        expect(await refusal(request(asked))).toMatchObject({ status: 422, errorCode: 701204 })
      })
    } finally {
      delete kind.isRefundable
    }
    expect(await request(asked)).toMatchObject({ status: 'requested' })
  })

  it('with its own number: past the period of the rule, and not before its last moment', async () => {
    const start = platform.now
    const asked = await paid(3)
    const until = async () => (await as(asked.buyer).ownOrder({ params: { id: asked.order.id } })).refundable.until
    await proves('COMMERCE-053', async () => {
      expect(await until()).toBe(start + 7 * dayMs)
    })
    platform.now = start + 7 * dayMs
    const buyer = await later(asked.buyer)
    await proves(['COMMERCE-118', 'COMMERCE-053'], async () => {
      expect(await refusal(request({ ...asked, buyer }))).toMatchObject({ status: 422, errorCode: 701206 })
    })
    platform.now -= 1
    expect(await request({ ...asked, buyer })).toMatchObject({ status: 'requested' })
    platform.now = start
  })

  it('after as many days as the company says', async () => {
    const asked = await paid()
    const set = (refundDays: number) =>
      platform.client(settings, chief).changeRule({ params: { key: 'ORDER_CONFIG' }, body: { value: { refundDays } } })
    await set(1)
    const shown = await as(asked.buyer).ownOrder({ params: { id: asked.order.id } })
    await proves('COMMERCE-053', () => expect(shown.refundable.until).toBe(platform.now + dayMs))
    await set(7)
  })
})
