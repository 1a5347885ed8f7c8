/** The rules of prices as the server keeps them: each from both sides of its bound, over HTTP, read as it was set. */
import { describe, expect, it } from 'vitest'
import { buildCard } from '#modules/commerce/cards/server/cards.fixture.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves, type RequirementId } from '#test/proves.ts'
import { testRoles } from '#test/roles.ts'
import { NO_MEMBER_CARD, PRICE_WRONG, RANGES_WRONG, type Terms, TOO_MANY_RANGES } from '../contract/shapes.ts'
import { prices } from '../contract.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['admin'] })
const as = (member = roles.owner) => platform.client(prices, member)
/** What the schema of the call refuses: it is no price at all. */
const malformed = 900001
const mostCost = 1_000_000_000
const mostUnits = 1_000_000

type Range = Terms['payConfig'][number]
const range = (begin: number, end: number, discountCoin: number | null = 100, coin: number | null = 100): Range => ({
  ...{ id: `r${begin}`, begin, end, coin, discountCoin },
})
const single = (coin: number | null, discountCoin: number | null): Terms => ({
  ...{ isPay: 1, payType: 1, isLadderPrice: 0, coin, discountCoin, payConfig: [], vipCardConfiguration: [] },
})
const ladder = (...payConfig: Range[]): Terms => ({ ...single(null, null), isLadderPrice: 1, payConfig })

/** What setting the price of a new course answers, and what is read afterwards. */
async function set(terms: Terms) {
  const { id: itemId } = await buildCourse(platform.db, { author: roles.owner })
  const at = { params: { businessType: 1, itemId } }
  const call = as().setPrice({ ...at, body: { terms, specials: [], revision: 0 } })
  const outcome = await call.then(
    () => undefined,
    async () => (await refusal(call)).errorCode,
  )
  return { itemId, outcome, read: await as().price(at) }
}
async function expectKept(terms: Terms): Promise<string> {
  const { itemId, outcome, read } = await set(terms)
  expect({ outcome, revision: read.revision, terms: read.terms }).toEqual({ outcome: undefined, revision: 1, terms })
  return itemId
}
async function expectRefused(terms: Terms, code: number): Promise<void> {
  const { outcome, read } = await set(terms)
  expect({ outcome, revision: read.revision, isPay: read.terms.isPay }).toEqual({
    outcome: code,
    revision: 0,
    isPay: 0,
  })
}

type Case = readonly [
  id: RequirementId,
  what: string,
  kept: readonly Terms[],
  refused: readonly (readonly [code: number, ...Terms[]])[],
]
const row = (discountCoin: number | null, coin: number | null = 100) =>
  ladder(range(1, 5), range(6, -1, discountCoin, coin))
const five = [range(1, 1), range(2, 2), range(3, 3), range(4, 4)]
const cases: readonly Case[] = [
  [
    'COMMERCE-018',
    'at least 0, in hundredths',
    [single(1, 0)],
    [
      [PRICE_WRONG.code, single(-1, -1)],
      [malformed, single(123.4, 1)],
    ],
  ],
  [
    'COMMERCE-020',
    'at most 10,000,000',
    [single(mostCost, mostCost)],
    [[PRICE_WRONG.code, single(mostCost + 1, 1), single(mostCost, mostCost + 1)]],
  ],
  ['COMMERCE-021', 'not above the original', [single(1999, 1999)], [[PRICE_WRONG.code, single(1999, 2000)]]],
  [
    'COMMERCE-022',
    'not empty',
    [single(1, 1)],
    [[PRICE_WRONG.code, single(null, 1), single(1, null), single(null, null)]],
  ],
  [
    'COMMERCE-011',
    'of at most five ranges',
    [ladder(...five, range(5, -1))],
    [[TOO_MANY_RANGES.code, ladder(...five, range(5, 5), range(6, -1))]],
  ],
  ['COMMERCE-012', 'from 1 on', [ladder(range(1, -1))], [[RANGES_WRONG.code, ladder(range(2, -1))]]],
  [
    'COMMERCE-013',
    'to unlimited',
    [ladder(range(1, 9), range(10, -1))],
    [[RANGES_WRONG.code, ladder(range(1, 9), range(10, 20))]],
  ],
  [
    'COMMERCE-014',
    'without gap or overlap',
    [ladder(range(1, 9), range(10, -1))],
    [[RANGES_WRONG.code, ladder(range(1, 9), range(11, -1)), ladder(range(1, 9), range(9, -1))]],
  ],
  [
    'COMMERCE-015',
    'with no range that begins after its end',
    [ladder(range(1, 5), range(6, 6), range(7, -1))],
    [[RANGES_WRONG.code, ladder(range(1, 5), range(6, 5), range(6, -1))]],
  ],
  [
    'COMMERCE-017',
    'of ranges of 1 to 1,000,000',
    [ladder(range(1, mostUnits - 1), range(mostUnits, -1))],
    [
      [
        RANGES_WRONG.code,
        ladder(range(1, mostUnits + 1), range(mostUnits + 2, -1)),
        ladder(range(0, 5), range(6, -1)),
        ladder(range(1, mostUnits), range(mostUnits + 1, -1)),
      ],
    ],
  ],
  [
    'COMMERCE-023',
    'the same for each row of a ladder',
    [row(100), row(0, 0), row(mostCost, mostCost)],
    [
      [PRICE_WRONG.code, row(101), row(null), row(1, null), row(-1), row(1, mostCost + 1)],
      [malformed, row(0.5)],
    ],
  ],
  [
    'COMMERCE-016',
    'unlimited in the last range alone',
    [ladder(range(1, -1))],
    [[RANGES_WRONG.code, ladder(range(1, -1), range(2, -1)), ladder(range(1, -1), range(2, 9))]],
  ],
]

describe('the price that the server keeps', () => {
  it.each(cases)('%s: is %s', async (id, _what, kept, refused) => {
    await proves(id, async () => {
      for (const terms of kept) await expectKept(terms)
      for (const [code, ...wrong] of refused) for (const terms of wrong) await expectRefused(terms, code)
    })
  })

  it('by member card names one', async () => {
    const { id } = await buildCard(platform.db, { companyId: roles.companyId, name: '年卡' })
    const byCard = (...vipCardConfiguration: Terms['vipCardConfiguration']): Terms => ({
      ...{ ...single(null, null), payType: 3, vipCardConfiguration },
    })
    await proves('COMMERCE-024', async () => {
      await expectRefused(byCard(), NO_MEMBER_CARD.code)
      await expectKept(byCard({ id, cardName: '年卡' }))
    })
    await proves(['COMMERCE-008', 'COMMERCE-009', 'COMMERCE-010'], async () => {
      await expectKept({ ...single(null, null), isPay: 0 })
      for (const payType of [1, 2] as const) {
        await expectKept({ ...single(20, 10), payType })
        await expectKept({ ...ladder(range(1, -1)), payType })
      }
      await expectKept(byCard({ id, cardName: '年卡' }))
    })
  })

  it('is in hundredths, and that of the range of what is bought', async () => {
    const costs = async (itemId: string, quantity: number) =>
      (await as(roles.member).quote({ body: { businessType: 1, itemId, quantity } })).unit
    await proves('COMMERCE-025', async () => {
      const itemId = await expectKept(single(2000, 1999))
      expect(await costs(itemId, 1)).toBe('1999')
    })
    await proves('COMMERCE-026', async () => {
      const itemId = await expectKept(ladder(range(1, 9, 90), range(10, 99, 80), range(100, -1, 70)))
      const found: string[] = []
      for (const quantity of [1, 9, 10, 99, 100, mostUnits]) found.push(await costs(itemId, quantity))
      expect(found).toEqual(['90', '90', '80', '80', '70', '70'])
    })
  })

  it('[COMMERCE-027] of what is free is none, whatever was sent with it', async () => {
    const { outcome, read } = await set({ ...single(500, 400), isPay: 0, payConfig: [range(5, 3)] })
    expect(outcome).toBeUndefined()
    expect(read.terms).toMatchObject({ isPay: 0, coin: null, discountCoin: null, payConfig: [] })
  })
})
