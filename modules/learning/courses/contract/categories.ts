/** Categories of courses: a tree, kept by administrators. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Nullable, Title } from '#kit/schema.ts'
import { managesCategories } from './access.ts'
import { CATEGORY_IN_USE, CATEGORY_NAME_TAKEN, TOO_MANY } from './errors.ts'

export const Category = Type.Object({
  id: Id,
  parentId: Nullable(Id),
  name: Type.String(),
  sort: Type.Integer(),
  /** 1 for a root. */
  level: Type.Integer(),
  pathName: Type.String(),
  /** Published courses in it and below it, whoever may see them. */
  courseCount: Type.Integer(),
})
export type Category = Static<typeof Category>

const category = Type.Object({ id: Id })
/** The categories are those of the whole company. */

export const categoryCalls = contract({
  categories: {
    method: 'GET',
    path: '/course-study/category/tree',
    summary: 'All categories, parents before children, brothers in their order',
    access: 'signed-in',
    response: Type.Object({ items: Type.Array(Category), recordCount: Type.Integer() }),
  },
  createCategory: {
    method: 'POST',
    path: '/course-study/category',
    summary: 'Add a category',
    access: managesCategories,
    body: Body({
      name: Title(50),
      parentId: Type.Optional(Nullable(Id)),
      sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 9999 })),
    }),
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND, CATEGORY_NAME_TAKEN, TOO_MANY],
  },
  changeCategory: {
    method: 'PUT',
    path: '/course-study/category/{id}',
    summary: 'Rename, sort or move a category. It can not be moved below itself',
    access: managesCategories,
    params: category,
    body: Body({
      name: Type.Optional(Title(50)),
      parentId: Type.Optional(Nullable(Id)),
      sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 9999 })),
    }),
    response: Done,
    errors: [NOT_FOUND, CATEGORY_NAME_TAKEN, TOO_MANY],
  },
  deleteCategory: {
    method: 'DELETE',
    path: '/course-study/category/{id}',
    summary: 'Delete a category that nothing stands in',
    access: managesCategories,
    params: category,
    response: Done,
    errors: [NOT_FOUND, CATEGORY_IN_USE],
  },
})
