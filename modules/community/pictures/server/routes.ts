import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Context, Routes, StreamAnswer } from '#server/module.ts'
import type { pictures } from '../contract.ts'
import { drawings } from './drawings/library.ts'
import {
  addCategory,
  addPicture,
  changePicture,
  deleteCategory,
  listManaged,
  orderCategories,
  orderPictures,
  renameCategory,
  retirePicture,
} from './managed-pictures.ts'
import {
  countByTitleLength,
  cycleMaterials,
  getMaterial,
  listCategories,
  listMaterials,
  randomMaterial,
} from './materials.ts'
import type { DB } from './tables.ts'

const own = ({ caller, language }: Context) => ({ caller, language, isCloud: false })
const cloud = ({ caller, language }: Context) => ({ caller, language, isCloud: true })

const weekSeconds = 604_800

/** The drawing as a picture of its own: a page that opens it runs nothing. */
function pictureAnswer(id: string): StreamAnswer {
  const drawing = drawings.find((one) => one.id === id)
  if (!drawing) throw refuse(NOT_FOUND)
  return {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': `public, max-age=${weekSeconds}`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
    },
    body: drawing.draw(),
  }
}

export const routes: Routes<DB, typeof pictures> = {
  async materials(db, { query }, context) {
    return listMaterials(db, own(context), query)
  },
  async material(db, { params }, context) {
    return getMaterial(db, own(context), params.id)
  },
  async randomMaterial(db, { query }, context) {
    return randomMaterial(db, own(context), query)
  },
  async cycleMaterials(db, { query }, context) {
    return cycleMaterials(db, own(context), query.count)
  },
  async countMaterials(db, { query }, context) {
    return countByTitleLength(db, own(context), query.titleLength)
  },
  async categories(db, _input, context) {
    return listCategories(db, own(context))
  },
  async cloudMaterials(db, { query }, context) {
    return listMaterials(db, cloud(context), query)
  },
  async cloudMaterial(db, { params }, context) {
    return getMaterial(db, cloud(context), params.id)
  },
  async cloudRandomMaterial(db, { query }, context) {
    return randomMaterial(db, cloud(context), query)
  },
  async cloudCycleMaterials(db, { query }, context) {
    return cycleMaterials(db, cloud(context), query.count)
  },
  async cloudCountMaterials(db, { query }, context) {
    return countByTitleLength(db, cloud(context), query.titleLength)
  },
  async cloudCategories(db, _input, context) {
    return listCategories(db, cloud(context))
  },
  async platformPicture(_db, { params }) {
    return pictureAnswer(params.id)
  },
  async managedPictures(db, { query }, context) {
    return listManaged(db, query, context)
  },
  async addPicture(db, { body }, context) {
    return addPicture(db, body, context)
  },
  async changePicture(db, { params, body }, context) {
    return changePicture(db, params.id, body, context)
  },
  async retirePicture(db, { params, body }, context) {
    return retirePicture(db, params.id, body, context)
  },
  async orderPictures(db, { body }, context) {
    return orderPictures(db, body.ids, context)
  },
  async addCategory(db, { body }, context) {
    return addCategory(db, body.name, context)
  },
  async renameCategory(db, { params, body }, context) {
    return renameCategory(db, params.id, body.name, context)
  },
  async deleteCategory(db, { params }, context) {
    return deleteCategory(db, params.id, context)
  },
  async orderCategories(db, { body }, context) {
    return orderCategories(db, body.ids, context)
  },
}
