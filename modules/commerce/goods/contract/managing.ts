/** The calls of those who run the mall. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { FILE_TYPE_UNSUPPORTED, KEY_USED_FOR_ANOTHER_REQUEST, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Nullable, OneOf, OptionalText, Page, PageQuery, Text, Title } from '#kit/schema.ts'
import { managesGoods } from './access.ts'
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
} from './codes.ts'
import {
  Category,
  categoriesMax,
  categoryNameLengthMax,
  codeLengthMax,
  codesMax,
  EditedGoods,
  goodsFields,
  goodsKinds,
  goodsNameLengthMax,
  goodsStatuses,
  ManagedGoods,
  reasonLengthMax,
  StockChange,
  stockMax,
} from './shapes.ts'

const ofGoods = Type.Object({ id: Id })
const categoryBody = Body({ name: Title(categoryNameLengthMax) })
const Stocked = Type.Object({ stock: Type.Integer() })

const categoryCalls = contract({
  managedGoodsCategories: {
    method: 'GET',
    path: '/managed-goods-category',
    summary: 'The categories in their order, each with how many goods it has in any state',
    access: managesGoods,
    response: Type.Object({ items: Type.Array(Category) }),
    cacheSeconds: 0,
  },
  addGoodsCategory: {
    method: 'POST',
    path: '/managed-goods-category',
    summary: 'Adds a category at the end',
    access: managesGoods,
    body: categoryBody,
    response: ofGoods,
    errors: [CATEGORY_TAKEN, CATEGORIES_FULL],
  },
  renameGoodsCategory: {
    method: 'PUT',
    path: '/managed-goods-category/{id}',
    summary: 'Renames a category',
    access: managesGoods,
    params: ofGoods,
    body: categoryBody,
    response: Done,
    errors: [NOT_FOUND, CATEGORY_TAKEN],
  },
  deleteGoodsCategory: {
    method: 'DELETE',
    path: '/managed-goods-category/{id}',
    summary: 'Deletes a category without goods',
    access: managesGoods,
    params: ofGoods,
    response: Done,
    errors: [NOT_FOUND, CATEGORY_NOT_EMPTY],
  },
  orderGoodsCategories: {
    method: 'PUT',
    path: '/managed-goods-category-order',
    summary: 'The order of the categories: the places that these have are given to them in the order of the list',
    access: managesGoods,
    body: Body({ ids: Type.Array(Id, { minItems: 1, maxItems: categoriesMax, uniqueItems: true }) }),
    response: Done,
    errors: [NOT_FOUND],
  },
})

export const managingCalls = contract({
  ...categoryCalls,
  managedGoods: {
    method: 'GET',
    path: '/managed-goods',
    summary: 'The goods of the company, the newest first',
    access: managesGoods,
    query: PageQuery({
      search: Type.Optional(OptionalText(goodsNameLengthMax)),
      status: Type.Optional(OneOf(goodsStatuses)),
      kind: Type.Optional(OneOf(goodsKinds)),
      categoryId: Type.Optional(Id),
    }),
    response: Page(ManagedGoods),
    cacheSeconds: 0,
  },
  editedGoods: {
    method: 'GET',
    path: '/managed-goods/{id}',
    summary: 'Goods as their form shows them',
    access: managesGoods,
    params: ofGoods,
    response: EditedGoods,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  createGoods: {
    method: 'POST',
    path: '/managed-goods',
    summary:
      'Makes goods as a draft. Their kind stays; their stock is changed by calls of its own (COMMERCE-079). Header Idempotency-Key',
    access: managesGoods,
    body: Body({
      ...goodsFields,
      kind: OneOf(goodsKinds),
      /** Null: without limit, which the kind `text` may have; goods with codes begin without any. */
      stock: Nullable(Type.Integer({ minimum: 0, maximum: stockMax })),
    }),
    response: ofGoods,
    errors: [
      KEY_USED_FOR_ANOTHER_REQUEST,
      NOT_FOUND,
      FILE_TYPE_UNSUPPORTED,
      PRICE_NEEDED,
      STOCK_WRONG,
      SALE_TIME_WRONG,
      HANDOUT_NEEDED,
    ],
  },
  changeGoods: {
    method: 'PUT',
    path: '/managed-goods/{id}',
    summary: 'Changes goods. What was ordered stays as it was',
    access: managesGoods,
    params: ofGoods,
    body: Body({ ...goodsFields, revision: Type.Integer({ minimum: 1 }) }),
    response: Type.Object({ revision: Type.Integer() }),
    errors: [NOT_FOUND, FILE_TYPE_UNSUPPORTED, GOODS_CHANGED, PRICE_NEEDED, SALE_TIME_WRONG, HANDOUT_NEEDED],
  },
  setGoodsStatus: {
    method: 'PUT',
    path: '/managed-goods/{id}/status',
    summary: 'Puts goods on sale, or ends their sale',
    access: managesGoods,
    params: ofGoods,
    body: Body({ status: OneOf(['on-sale', 'off-sale'] as const) }),
    response: Done,
    errors: [NOT_FOUND],
  },
  deleteGoods: {
    method: 'DELETE',
    path: '/managed-goods/{id}',
    summary: 'Deletes goods that were never on sale',
    access: managesGoods,
    params: ofGoods,
    response: Done,
    errors: [NOT_FOUND, NOT_A_DRAFT],
  },
  adjustStock: {
    method: 'POST',
    path: '/managed-goods/{id}/stock',
    summary: 'Adds units to the stock or takes some out, with a reason that stands in its history',
    access: managesGoods,
    params: ofGoods,
    body: Body({
      /** Below 0: fewer. */
      change: Type.Integer({ minimum: -stockMax, maximum: stockMax }),
      reason: Text(reasonLengthMax),
    }),
    response: Stocked,
    errors: [NOT_FOUND, STOCK_BOUNDS, STOCK_NOT_ADJUSTED],
  },
  addCodes: {
    method: 'POST',
    path: '/managed-goods/{id}/code',
    summary: 'Adds codes, each of which is a unit of the stock. They are not shown again but to those who get them',
    access: managesGoods,
    params: ofGoods,
    body: Body({ codes: Type.Array(Title(codeLengthMax), { minItems: 1, maxItems: codesMax }) }),
    response: Stocked,
    errors: [NOT_FOUND, CODE_TWICE, STOCK_BOUNDS, STOCK_NOT_ADJUSTED],
  },
  stockChanges: {
    method: 'GET',
    path: '/managed-goods/{id}/stock',
    summary: 'What was done to the stock beside exchanges, the newest first',
    access: managesGoods,
    params: ofGoods,
    query: PageQuery({}),
    response: Page(StockChange),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
})
