/** What is made in the shop is made once, however often the same request arrives. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { KEY_USED_FOR_ANOTHER_REQUEST } from '#kit/errors.ts'
import { addresses } from '#modules/commerce/addresses/contract.ts'
import { addressInput } from '#modules/commerce/addresses/server/addresses.fixture.ts'
import { cards } from '#modules/commerce/cards/contract.ts'
import { coupons } from '#modules/commerce/coupons/contract.ts'
import { goods } from '#modules/commerce/goods/contract.ts'
import { invoices } from '#modules/commerce/invoices/contract.ts'
import { companyInfo } from '#modules/commerce/invoices/server/invoices.fixture.ts'
import { redeem } from '#modules/commerce/redeem/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'

const platform = testPlatform({ poolSize: 6 })
let chief: BuiltMember
let other: BuiltMember
beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  other = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
})

type Make = (member: BuiltMember, name: string, headers: Record<string, string>) => Promise<{ readonly id: string }>
const dayMs = 86_400_000
const until = () => platform.now + dayMs

/** Each with the table in which it stands. */
const made: readonly [string, string, Make][] = [
  [
    'an address',
    'addresses.address',
    (member, receiver, headers) =>
      platform.client(addresses, member).addAddress({ body: addressInput({ receiver }) }, { headers }),
  ],
  [
    'an invoice info',
    'invoices.info',
    (member, title, headers) =>
      platform.client(invoices, member).addInfo({ body: companyInfo({ title }) }, { headers }),
  ],
  [
    'a batch of redeem cards',
    'redeem.batch',
    (member, name, headers) => {
      const reward = { kind: 'coins' as const, amount: '5000' }
      const body = { name, reward, quantity: 3, memberMax: 1, validFrom: platform.now, validUntil: until() }
      return platform.client(redeem, member).createBatch({ body }, { headers })
    },
  ],
  [
    'a member card',
    'cards.card',
    (member, name, headers) => {
      const body = { name, promise: '全部课程任您学', color: 'jade' as const, validityDays: 365 }
      return platform.client(cards, member).createCard({ body }, { headers })
    },
  ],
  [
    'a coupon',
    'coupons.coupon',
    (member, name, headers) => {
      const saves = {
        kind: 'amount' as const,
        amount: '500',
        percent: null,
        cap: null,
        payType: 1 as const,
        minimum: '0',
      }
      const got = { way: 'claim' as const, code: '', total: 10, memberMax: 1 }
      const when = { validFrom: platform.now, validUntil: until() }
      const body = { name, ...saves, ...got, ...when, scope: 'all' as const, businessTypes: [], items: [] }
      return platform.client(coupons, member).createCoupon({ body }, { headers })
    },
  ],
  [
    'an item of the mall',
    'goods.goods',
    (member, name, headers) => {
      const about = { description: '<p>不锈钢</p>', categoryId: null, pictureIds: [], handout: '' }
      const sale = { points: 10_000, coins: 0, limitPerMember: null, saleFrom: null, saleUntil: null }
      const body = { name, ...about, ...sale, kind: 'physical' as const, stock: 5 }
      return platform.client(goods, member).createGoods({ body }, { headers })
    },
  ],
]

async function count(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
    platform.root,
  )
  return rows[0]?.count ?? 0
}

describe.each(made)('%s', (_, table, make) => {
  it('is made once by a request that arrives five times at once, and answered alike', async () => {
    const headers = { 'idempotency-key': uuid() }
    const before = await count(table)
    const { answers, accepted } = await race(platform, 5, () => make(chief, '第一份', headers), {
      begin: async () => undefined,
    })
    expect(accepted).toBe(5)
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await make(chief, '第一份', headers)).toEqual(answers[0])
    expect(await count(table)).toBe(before + 1)
  })

  it('is refused where the key was sent with something else, and nobody’s key is another member’s', async () => {
    const headers = { 'idempotency-key': uuid() }
    const first = await make(chief, '第二份', headers)
    const before = await count(table)
    expect((await refusal(make(chief, '第三份', headers))).errorCode).toBe(KEY_USED_FOR_ANOTHER_REQUEST.code)
    expect(await count(table)).toBe(before)
    expect((await make(other, '第二份', headers)).id).not.toBe(first.id)
  })

  it('is made again by a request of its own', async () => {
    const [one, another] = [
      await make(chief, '第四份', { 'idempotency-key': uuid() }),
      await make(chief, '第四份', { 'idempotency-key': uuid() }),
    ]
    expect(one.id).not.toBe(another.id)
  })
})
