/** The picture library: its calls. Imports kit/ and typebox only, for both sides read it. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { errorCode, FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, OptionalText, Page, PageQuery, Title } from '#kit/schema.ts'
import { managesPictures } from './contract/access.ts'

/** A category of the company or of the platform has this name already. */
export const CATEGORY_NAME_TAKEN = errorCode(70701)
/** The category still has pictures, retired ones included. `data.pictureCount` */
export const CATEGORY_NOT_EMPTY = errorCode(70702)
/** `data.max`: how many the company may have. */
export const LIBRARY_FULL = errorCode(70703)

export const picturesMax = 500
export const categoriesMax = 30
export const pictureNameLengthMax = 50
export const categoryNameLengthMax = 20
/** Bytes of an own picture. */
export const ownPictureBytesMax = 3 * 1024 * 1024
/** The longest title that a picture may say it carries. */
export const titleLengthLimit = 100
const cyclePictures = 6

/** Shares of the picture's width and height, in per cent. */
const BlankArea = Type.Object({
  x: Type.Integer(),
  y: Type.Integer(),
  width: Type.Integer(),
  height: Type.Integer(),
})

export const Material = Type.Object({
  id: Id,
  name: Type.String(),
  categoryId: Id,
  categoryName: Type.String(),
  /** Drawn by the platform, and the same in every company. */
  isPlatform: Type.Boolean(),
  /** `files/{id}` or an address of this server, as the client's `pictureUrl` takes both. */
  path: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  /** The longest title that its blank area carries; 0: none. */
  titleLengthMax: Type.Integer(),
  /** Where a title stands. */
  blank: BlankArea,
  /** The color of a title on it. */
  ink: Type.String(),
})
export type Material = Static<typeof Material>

const ManagedPicture = Type.Object({
  id: Id,
  name: Type.String(),
  categoryId: Id,
  categoryName: Type.String(),
  path: Type.String(),
  titleLengthMax: Type.Integer(),
  isRetired: Type.Boolean(),
})
export type ManagedPicture = Static<typeof ManagedPicture>

const Category = Type.Object({
  id: Id,
  name: Type.String(),
  isPlatform: Type.Boolean(),
  /** Pictures that can be chosen. */
  pictureCount: Type.Integer(),
})
export type PictureCategory = Static<typeof Category>

const params = Type.Object({ id: Id })
const listQuery = PageQuery({
  /** The id of a category. */
  category: Type.Optional(Id),
  search: Type.Optional(OptionalText(50)),
})
const oneQuery = Type.Object({ category: Type.Optional(Id) })
const cycleQuery = Type.Object({
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: cyclePictures })),
})
const lengthQuery = Type.Object({ titleLength: Type.Integer({ minimum: 0, maximum: 1000 }) })
const Count = Type.Object({ count: Type.Integer() })
const Materials = Type.Object({ items: Type.Array(Material) })
const Categories = Type.Object({ items: Type.Array(Category) })
const pictureFields = {
  name: Title(pictureNameLengthMax),
  categoryId: Id,
  titleLengthMax: Type.Integer({ minimum: 0, maximum: titleLengthLimit }),
}
const categoryBody = Body({ name: Title(categoryNameLengthMax) })
const orderBody = (maxItems: number) => Body({ ids: Type.Array(Id, { minItems: 1, maxItems, uniqueItems: true }) })

export const pictures = contract({
  materials: {
    method: 'GET',
    path: '/knowledge-operation/material',
    summary: 'The pictures for covers and posts: those of the company, then those of the platform',
    access: 'signed-in',
    query: listQuery,
    response: Page(Material),
  },
  material: {
    method: 'GET',
    path: '/knowledge-operation/material/{id}',
    summary: 'One picture of the library',
    access: 'signed-in',
    params,
    response: Material,
    errors: [NOT_FOUND],
  },
  randomMaterial: {
    method: 'GET',
    path: '/knowledge-operation/material/random',
    summary: 'A picture at random',
    access: 'signed-in',
    query: oneQuery,
    response: Material,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  cycleMaterials: {
    method: 'GET',
    path: '/knowledge-operation/material/cycle',
    summary: 'The next pictures in turn for the caller; after the last one the first comes again',
    access: 'signed-in',
    query: cycleQuery,
    response: Materials,
    writes: true,
    noDryRun: 'reading',
    cacheSeconds: 0,
  },
  countMaterials: {
    method: 'GET',
    path: '/knowledge-operation/material/count-materials-by-title-length',
    summary: 'How many pictures have room for a title of that length',
    access: 'signed-in',
    query: lengthQuery,
    response: Count,
  },
  categories: {
    method: 'GET',
    path: '/knowledge-operation/picture-category',
    summary: 'The categories of the library: those of the company, then those of the platform',
    access: 'signed-in',
    response: Categories,
  },
  cloudMaterials: {
    method: 'GET',
    path: '/knowledge-operation/cloud/material',
    summary: 'The pictures of the platform',
    access: 'signed-in',
    query: listQuery,
    response: Page(Material),
  },
  cloudMaterial: {
    method: 'GET',
    path: '/knowledge-operation/cloud/material/{id}',
    summary: 'One picture of the platform',
    access: 'signed-in',
    params,
    response: Material,
    errors: [NOT_FOUND],
  },
  cloudRandomMaterial: {
    method: 'GET',
    path: '/knowledge-operation/cloud/material/random',
    summary: 'A picture of the platform at random',
    access: 'signed-in',
    query: oneQuery,
    response: Material,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  cloudCycleMaterials: {
    method: 'GET',
    path: '/knowledge-operation/cloud/material/cycle',
    summary: 'The next pictures of the platform in turn for the caller',
    access: 'signed-in',
    query: cycleQuery,
    response: Materials,
    writes: true,
    noDryRun: 'reading',
    cacheSeconds: 0,
  },
  cloudCountMaterials: {
    method: 'GET',
    path: '/knowledge-operation/cloud/material/count-materials-by-title-length',
    summary: 'How many pictures of the platform have room for a title of that length',
    access: 'signed-in',
    query: lengthQuery,
    response: Count,
  },
  cloudCategories: {
    method: 'GET',
    path: '/knowledge-operation/cloud/picture-category',
    summary: 'The categories of the platform',
    access: 'signed-in',
    response: Categories,
  },
  platformPicture: {
    method: 'GET',
    path: '/knowledge-operation/cloud/material/{id}/picture',
    summary:
      'A picture of the platform as SVG. It belongs to the product, holds nothing of a company, and browsers keep it for a week',
    access: 'public',
    params,
    response: Type.Unknown(),
    errors: [NOT_FOUND],
    kind: 'stream',
  },
  managedPictures: {
    method: 'GET',
    path: '/knowledge-operation/picture-manage',
    summary: "The company's own pictures in their order; retired ones where asked for",
    access: managesPictures,
    query: PageQuery({
      category: Type.Optional(Id),
      search: Type.Optional(OptionalText(50)),
      isRetired: Type.Optional(Type.Boolean()),
    }),
    response: Page(ManagedPicture),
    cacheSeconds: 0,
  },
  addPicture: {
    method: 'POST',
    path: '/knowledge-operation/picture-manage',
    summary: 'Put an uploaded picture (jpg or png, at most 3 MB) into the library, in the first place',
    access: managesPictures,
    body: Body({ ...pictureFields, fileId: Id }),
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND, FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, LIBRARY_FULL],
  },
  changePicture: {
    method: 'PUT',
    path: '/knowledge-operation/picture-manage/{id}',
    summary: 'Change the name, the category or the room for a title of an own picture',
    access: managesPictures,
    params,
    body: Body(pictureFields),
    response: Done,
    errors: [NOT_FOUND],
  },
  retirePicture: {
    method: 'PUT',
    path: '/knowledge-operation/picture-manage/{id}/retired',
    summary: 'Take an own picture out of the choice, or put it back; covers that use it stay as they are',
    access: managesPictures,
    params,
    body: Body({ isRetired: Type.Boolean() }),
    response: Done,
    errors: [NOT_FOUND, LIBRARY_FULL],
  },
  orderPictures: {
    method: 'PUT',
    path: '/knowledge-operation/picture-manage-order',
    summary: 'The order of own pictures: the places that these have are given to them in the order of the list',
    access: managesPictures,
    body: orderBody(100),
    response: Done,
    errors: [NOT_FOUND],
  },
  addCategory: {
    method: 'POST',
    path: '/knowledge-operation/picture-category',
    summary: 'Add a category of the company',
    access: managesPictures,
    body: categoryBody,
    response: Type.Object({ id: Id }),
    errors: [CATEGORY_NAME_TAKEN, LIBRARY_FULL],
  },
  renameCategory: {
    method: 'PUT',
    path: '/knowledge-operation/picture-category/{id}',
    summary: 'Rename a category of the company',
    access: managesPictures,
    params,
    body: categoryBody,
    response: Done,
    errors: [NOT_FOUND, CATEGORY_NAME_TAKEN],
  },
  deleteCategory: {
    method: 'DELETE',
    path: '/knowledge-operation/picture-category/{id}',
    summary: 'Delete an empty category of the company',
    access: managesPictures,
    params,
    response: Done,
    errors: [NOT_FOUND, CATEGORY_NOT_EMPTY],
  },
  orderCategories: {
    method: 'PUT',
    path: '/knowledge-operation/picture-category-order',
    summary: "The order of the company's categories",
    access: managesPictures,
    body: orderBody(categoriesMax),
    response: Done,
    errors: [NOT_FOUND],
  },
})
