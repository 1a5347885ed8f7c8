/** The administration of goods over HTTP: fields and their bounds, stock, codes, categories, pictures, and who may. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterEach, describe, expect, it } from 'vitest'
import type { CallInput } from '#kit/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import {
  CATEGORIES_FULL,
  CATEGORY_NOT_EMPTY,
  CATEGORY_TAKEN,
  CODE_TWICE,
  GOODS_CHANGED,
  HANDOUT_NEEDED,
  NOT_A_DRAFT,
  PRICE_NEEDED,
  SALE_TIME_WRONG,
  STOCK_BOUNDS,
  STOCK_NOT_ADJUSTED,
  STOCK_WRONG,
} from '../contract/codes.ts'
import { categoriesMax } from '../contract/shapes.ts'
import type { goods } from '../contract.ts'
import { buildGoodsCategory, readStock } from './goods.fixture.ts'
import { testMall } from './mall.fixture.ts'

const [NOT_FOUND, INVALID, FILE_TYPE_UNSUPPORTED] = [900_005, 900_001, 900_004]
const platform = testPlatform({ poolSize: 8 })
const mall = testMall(platform)
const { as, exchange, newGoods, newMember, shop } = mall
const roles = testRoles(platform, { owner: ['admin'], administrator: ['admin'], otherCompany: ['super-admin'] })
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode
afterEach(() => sql`delete from server.rate`.execute(platform.root))

type GoodsBody = CallInput<typeof goods.createGoods>['body']
const input = (change: Partial<GoodsBody> = {}): GoodsBody => ({
  ...{ name: '保温杯', description: '<p>不锈钢</p>', categoryId: null, pictureIds: [], handout: '', points: 10_000 },
  ...{ coins: 0, limitPerMember: null, saleFrom: null, saleUntil: null, kind: 'physical', stock: 5, ...change },
})
const create = (change: Partial<GoodsBody> = {}) => as(shop.staff).createGoods({ body: input(change) })
const edited = (id: string) => as(shop.staff).editedGoods({ params: { id } })
function change(id: string, { kind: _kind, stock: _stock, ...fields }: GoodsBody, revision: number) {
  return as(shop.staff).changeGoods({ params: { id }, body: { ...fields, revision } })
}

describe('goods', () => {
  it('[COMMERCE-079] are made as a draft with their fields, changed, put on sale and taken off', async () => {
    const category = await buildGoodsCategory(platform.db, { companyId: shop.companyId, name: '文具' })
    const now = platform.now
    const fields = { categoryId: category.id, points: 1999, coins: 501, limitPerMember: 2, saleUntil: now + 1000 }
    const { id } = await create({ ...fields, description: '<p>好看<script>alert(1)</script></p>' })
    expect(await edited(id)).toMatchObject({
      ...{ name: '保温杯', kind: 'physical', points: '1999', coins: '501', stock: 5, limitPerMember: 2, revision: 1 },
      ...{ status: 'draft', categoryName: '文具', description: '<p>好看</p>', freeCodes: null, takenCount: 0 },
    })
    const member = await newMember(100_000n, 1000n)
    expect(await codeOf(as(member).mallGoods({ params: { id } }))).toBe(NOT_FOUND)
    await as(shop.staff).setGoodsStatus({ params: { id }, body: { status: 'on-sale' } })
    expect(await as(member).mallGoods({ params: { id } })).toMatchObject({ isOnSale: true, stock: 5, ownUnits: 0 })
    await exchange(member, id)
    expect(await change(id, input({ name: '旅行杯' }), 1)).toEqual({ revision: 2 })
    expect(await refusal(change(id, input(), 1))).toMatchObject({
      ...{ errorCode: GOODS_CHANGED.code, data: { revision: 2 } },
    })
    expect(await edited(id)).toMatchObject({ name: '旅行杯', points: '10000', stock: 4, takenCount: 1 })
    await as(shop.staff).setGoodsStatus({ params: { id }, body: { status: 'off-sale' } })
    // Who has got it still sees it.
    expect(await as(member).mallGoods({ params: { id } })).toMatchObject({ isOnSale: false, ownUnits: 1 })
    expect(await codeOf(as(await newMember()).mallGoods({ params: { id } }))).toBe(NOT_FOUND)
    expect(await as(shop.staff).mallGoods({ params: { id } })).toMatchObject({ isOnSale: false })
    expect(await codeOf(as(shop.staff).deleteGoods({ params: { id } }))).toBe(NOT_A_DRAFT.code)
  })

  it('have fields within bounds', async () => {
    const refused = { refused: INVALID }
    await bounds(60, (length) => create({ name: '杯'.repeat(length) }), { ...refused, path: 'name' })
    await bounds(1_000_000_000, (points) => create({ points }), { ...refused, path: 'points' })
    await bounds(1_000_000_000, (coins) => create({ coins }), { ...refused, path: 'coins' })
    await bounds(0, (points) => create({ points, coins: 1 }), { ...refused, path: 'points', beyond: -1 })
    await bounds(1_000_000, (stock) => create({ stock }), refused)
    await bounds(0, (stock) => create({ stock }), { ...refused, beyond: -1 })
    await bounds(1000, (limitPerMember) => create({ limitPerMember }), refused)
    await bounds(1, (limitPerMember) => create({ limitPerMember }), { ...refused, beyond: 0 })
    expect(await codeOf(create({ points: 1.5 }))).toBe(INVALID)
    expect(await codeOf(create({ pictureIds: Array.from({ length: 10 }, () => uuid()) }))).toBe(INVALID)
  })

  it('have a price, a stock that fits their kind, a sale that ends after it begins, and a text', async () => {
    expect(await codeOf(create({ points: 0 }))).toBe(PRICE_NEEDED.code)
    expect(await codeOf(create({ stock: null }))).toBe(STOCK_WRONG.code)
    expect(await codeOf(create({ kind: 'codes', stock: 5 }))).toBe(STOCK_WRONG.code)
    const now = platform.now
    expect(await codeOf(create({ saleFrom: now, saleUntil: now }))).toBe(SALE_TIME_WRONG.code)
    await create({ saleFrom: now, saleUntil: now + 1 })
    expect(await codeOf(create({ kind: 'text', handout: ' ' }))).toBe(HANDOUT_NEEDED.code)
    const { id } = await create({ kind: 'text', stock: null, handout: '到前台领取' })
    expect(await edited(id)).toMatchObject({ stock: null, handout: '到前台领取' })
    for (const wrong of [input({ points: 0 }), input({ saleFrom: now, saleUntil: now })])
      expect([PRICE_NEEDED.code, SALE_TIME_WRONG.code]).toContain(await codeOf(change(id, wrong, 1)))
    expect(await codeOf(change(id, input({ handout: '' }), 1))).toBe(HANDOUT_NEEDED.code)
    expect(await codeOf(create({ categoryId: uuid() }))).toBe(NOT_FOUND)
    expect(await codeOf(change(uuid(), input(), 1))).toBe(NOT_FOUND)
  })

  it('that are drafts are deleted with their codes, unless some are set aside', async () => {
    const { id } = await create({ kind: 'codes', stock: null })
    await as(shop.staff).addCodes({ params: { id }, body: { codes: ['A', 'B'] } })
    await as(shop.staff).deleteGoods({ params: { id } })
    expect(await codeOf(edited(id))).toBe(NOT_FOUND)
    expect(await codeOf(as(shop.staff).deleteGoods({ params: { id } }))).toBe(NOT_FOUND)
  })
})

describe('the mall', () => {
  it('[COMMERCE-004] lists what is on sale now, by category, name and points, sold out ones too', async () => {
    const { companyId } = shop
    const [pens, cups] = [
      (await buildGoodsCategory(platform.db, { companyId, name: '笔类' })).id,
      (await buildGoodsCategory(platform.db, { companyId, name: '杯类', position: 2 })).id,
    ]
    const [cheap, dear, gone] = [
      await newGoods({ name: '金笔一', categoryId: pens, points: 100 }),
      await newGoods({ name: '金笔二', categoryId: pens, points: 900 }),
      await newGoods({ name: '金笔三', categoryId: cups, points: 500, stock: 0 }),
    ]
    await newGoods({ name: '金笔四', status: 'draft' })
    await newGoods({ name: '金笔五', saleUntil: platform.now })
    const member = await newMember()
    const list = async (query: CallInput<typeof goods.mall>['query']) =>
      (await as(member).mall({ query: { search: '金笔', ...query } })).items.map(({ id }) => id)
    expect(await list({ sort: 'points' })).toEqual([cheap, gone, dear])
    expect((await list({})).toSorted()).toEqual([cheap, gone, dear].toSorted())
    expect(await list({ categoryId: pens, sort: 'points' })).toEqual([cheap, dear])
    expect(await list({ search: '没有的' })).toEqual([])
    const { items } = await as(member).goodsCategories()
    const own = items.filter(({ id }) => id === pens || id === cups)
    expect(own).toEqual([
      { id: pens, name: '笔类', goodsCount: 2 },
      { id: cups, name: '杯类', goodsCount: 1 },
    ])
    const managed = await as(shop.staff).managedGoods({ query: { search: '金笔', status: 'draft' } })
    expect(managed).toMatchObject({ recordCount: 1, items: [{ name: '金笔四', status: 'draft' }] })
    const ofKind = await as(shop.staff).managedGoods({ query: { search: '金笔', kind: 'physical', categoryId: cups } })
    expect(ofKind).toMatchObject({ recordCount: 1, items: [{ id: gone, categoryName: '杯类' }] })
  })
})

describe('stock', () => {
  const adjust = (id: string, change: number, reason = '盘点') =>
    as(shop.staff).adjustStock({ params: { id }, body: { change, reason } })

  it('is adjusted with a reason that stands in its history, between none and a million', async () => {
    const { id } = await create({ stock: 5 })
    expect(await adjust(id, 3)).toEqual({ stock: 8 })
    expect(await adjust(id, -8, '损坏')).toEqual({ stock: 0 })
    expect(await refusal(adjust(id, -1))).toMatchObject({ errorCode: STOCK_BOUNDS.code, data: { stock: 0 } })
    expect(await adjust(id, 1_000_000)).toEqual({ stock: 1_000_000 })
    expect(await codeOf(adjust(id, 1))).toBe(STOCK_BOUNDS.code)
    expect(await codeOf(adjust(id, 1, ' '))).toBe(INVALID)
    expect(await as(shop.staff).stockChanges({ params: { id } })).toMatchObject({
      recordCount: 4,
      items: [
        { kind: 'adjusted', change: 1_000_000 },
        { kind: 'adjusted', change: -8, stockAfter: 0, reason: '损坏', changedByName: '周财' },
        { kind: 'adjusted', change: 3, stockAfter: 8 },
        { kind: 'initial', change: 5, stockAfter: 5 },
      ],
    })
  })

  it('is adjusted by several at once without losing a unit', async () => {
    const id = await newGoods({ stock: 10 })
    const begin = () => Promise.resolve()
    expect(await race(platform, 12, () => adjust(id, -1), { begin })).toMatchObject({
      ...{ accepted: 10, refused: { [STOCK_BOUNDS.code]: 2 } },
    })
  })

  it('of codes comes from the codes alone, each of them once', async () => {
    const { id } = await create({ kind: 'codes', stock: null })
    const add = (...codes: string[]) => as(shop.staff).addCodes({ params: { id }, body: { codes } })
    expect(await add('A', 'B')).toEqual({ stock: 2 })
    expect(await refusal(add('C', 'D', 'C'))).toMatchObject({ errorCode: CODE_TWICE.code, data: { place: 3 } })
    expect(await refusal(add('C', 'A'))).toMatchObject({ errorCode: CODE_TWICE.code, data: { place: 2 } })
    expect(await readStock(platform.db, id)).toEqual({ stock: 2, freeCodes: 2 })
    expect(await edited(id)).toMatchObject({ freeCodes: 2 })
    expect(await codeOf(adjust(id, 1))).toBe(STOCK_NOT_ADJUSTED.code)
    const full = await newGoods({ kind: 'codes', codes: ['X'], stock: 1_000_000 })
    const more = { params: { id: full }, body: { codes: ['Y'] } }
    expect(await codeOf(as(shop.staff).addCodes(more))).toBe(STOCK_BOUNDS.code)
    const text = await newGoods({ kind: 'text', stock: null })
    expect(await codeOf(adjust(text, 1))).toBe(STOCK_NOT_ADJUSTED.code)
    const wrong = { params: { id: await newGoods() }, body: { codes: ['A'] } }
    expect(await codeOf(as(shop.staff).addCodes(wrong))).toBe(STOCK_NOT_ADJUSTED.code)
    for (const codes of [[], [''], Array.from({ length: 1001 }, (_, place) => `C${place}`)])
      expect(await codeOf(as(shop.staff).addCodes({ params: { id }, body: { codes } }))).toBe(INVALID)
    expect(await codeOf(as(shop.staff).addCodes({ params: { id: uuid() }, body: { codes: ['A'] } }))).toBe(NOT_FOUND)
    expect(await codeOf(adjust(uuid(), 1))).toBe(NOT_FOUND)
    expect(await codeOf(as(shop.staff).stockChanges({ params: { id: uuid() } }))).toBe(NOT_FOUND)
  })
})

describe('categories', () => {
  it('have a name of their own, an order, and are deleted while they are empty', async () => {
    const staff = as(shop.staff)
    const [a, b] = [
      (await staff.addGoodsCategory({ body: { name: 'Alpha' } })).id,
      (await staff.addGoodsCategory({ body: { name: 'Beta' } })).id,
    ]
    expect(await codeOf(staff.addGoodsCategory({ body: { name: 'ALPHA' } }))).toBe(CATEGORY_TAKEN.code)
    const rename = (id: string, name: string) => staff.renameGoodsCategory({ params: { id }, body: { name } })
    expect(await codeOf(rename(b, 'alpha'))).toBe(CATEGORY_TAKEN.code)
    await rename(b, 'Gamma')
    await staff.orderGoodsCategories({ body: { ids: [b, a] } })
    const { items } = await staff.managedGoodsCategories()
    const own = items.filter(({ id }) => id === a || id === b)
    expect(own.map(({ name }) => name)).toEqual(['Gamma', 'Alpha'])
    await newGoods({ categoryId: a, status: 'draft' })
    expect(await refusal(staff.deleteGoodsCategory({ params: { id: a } }))).toMatchObject({
      ...{ errorCode: CATEGORY_NOT_EMPTY.code, data: { count: 1 } },
    })
    await staff.deleteGoodsCategory({ params: { id: b } })
    expect(await codeOf(staff.deleteGoodsCategory({ params: { id: b } }))).toBe(NOT_FOUND)
    expect(await codeOf(rename(b, 'Delta'))).toBe(NOT_FOUND)
    expect(await codeOf(staff.orderGoodsCategories({ body: { ids: [a, b] } }))).toBe(NOT_FOUND)
  })

  it('are fifty at most', async () => {
    const companyId = await buildCompany(platform.db)
    const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    for (let count = 0; count < categoriesMax - 1; count++)
      await buildGoodsCategory(platform.db, { companyId, name: `分类 ${count}`, position: count })
    const add = (name: string) => as(chief).addGoodsCategory({ body: { name } })
    await add('第五十')
    expect(await codeOf(add('第五十一'))).toBe(CATEGORIES_FULL.code)
  })
})

describe('pictures', () => {
  it('are files that the caller has uploaded, or that the goods have already', async () => {
    const { companyId } = shop
    const file = async (contentType: string, owner: BuiltMember) =>
      (await buildFile(platform.db, { companyId, ownerId: owner.id, contentType })).id
    const other = await buildMember(platform.db, { companyId, roles: ['admin'] })
    const [own, foreign] = [await file('image/png', shop.staff), await file('image/png', other)]
    expect(await codeOf(create({ pictureIds: [uuid()] }))).toBe(NOT_FOUND)
    expect(await codeOf(create({ pictureIds: [own, foreign] }))).toBe(NOT_FOUND)
    const video = await file('video/mp4', shop.staff)
    expect(await codeOf(create({ pictureIds: [video] }))).toBe(FILE_TYPE_UNSUPPORTED)
    const { id } = await create({ pictureIds: [own] })
    expect(await edited(id)).toMatchObject({ pictureIds: [own] })
    const { kind: _kind, stock: _stock, ...fields } = input({ pictureIds: [foreign, own] })
    expect(await as(other).changeGoods({ params: { id }, body: { ...fields, revision: 1 } })).toEqual({ revision: 2 })
    expect(await change(id, input({ pictureIds: [own, foreign] }), 2)).toEqual({ revision: 3 })
    expect(await codeOf(change(id, input({ pictureIds: [video] }), 3))).toBe(FILE_TYPE_UNSUPPORTED)
  })
})

describe('who runs the mall', () => {
  it('holds goods.manage for the whole company', async () => {
    const refused = {
      ...{ owner: 10_138, administrator: 10_138, member: 10_138, colleague: 10_138, stranger: 10_138, nobody: 401 },
    } as const
    await expectRoles(roles, {
      list: { ...refused, otherCompany: 'accepted', call: (caller) => as(caller).managedGoods() },
      create: { ...refused, otherCompany: 'accepted', call: (caller) => as(caller).createGoods({ body: input() }) },
      category: {
        ...{ ...refused, otherCompany: 'accepted' },
        call: (caller) => as(caller).addGoodsCategory({ body: { name: uuid().slice(0, 18) } }),
      },
    })
    const id = await newGoods()
    const strange = await buildMember(platform.db, {
      companyId: await buildCompany(platform.db),
      roles: ['super-admin'],
    })
    const own = { params: { id } }
    for (const call of [
      () => as(strange).editedGoods(own),
      () => as(strange).mallGoods(own),
      () => as(strange).setGoodsStatus({ ...own, body: { status: 'off-sale' } }),
      () => as(strange).adjustStock({ ...own, body: { change: 1, reason: '测试' } }),
      () => as(strange).deleteGoods(own),
      () => as(strange).stockChanges({ ...own, query: {} }),
    ])
      expect(await codeOf(call())).toBe(NOT_FOUND)
    expect(await edited(id)).toMatchObject({ status: 'on-sale', stock: 10 })
  })
})
