/** The calls of members: what the mall has. Exchanging is an order. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Id, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { Category, goodsNameLengthMax, goodsSorts, MallGoods, MallItem } from './shapes.ts'

export const mallCalls = contract({
  mall: {
    method: 'GET',
    path: '/goods',
    summary: 'The goods that can be exchanged now, sold out ones too (COMMERCE-004)',
    access: 'signed-in',
    query: PageQuery({
      categoryId: Type.Optional(Id),
      search: Type.Optional(OptionalText(goodsNameLengthMax)),
      sort: Type.Optional(OneOf(goodsSorts)),
    }),
    response: Page(MallItem),
    cacheSeconds: 0,
  },
  mallGoods: {
    method: 'GET',
    path: '/goods/{id}',
    summary: 'Goods that are on sale or that the caller has got; any of the company for those who run the mall',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    response: MallGoods,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  goodsCategories: {
    method: 'GET',
    path: '/goods-category',
    summary: 'The categories of the mall in their order, each with how many goods it has on sale',
    access: 'signed-in',
    response: Type.Object({ items: Type.Array(Category) }),
    cacheSeconds: 0,
  },
})
