import { once } from '#modules/platform/currency/server.ts'
import { audited } from '#server/audited.ts'
import type { Routes } from '#server/module.ts'
import type { goods } from '../contract.ts'
import {
  addCategory,
  categoryFacts,
  deleteCategory,
  listManagedCategories,
  orderCategories,
  renameCategory,
} from './categories.ts'
import type { GoodsDb } from './db.ts'
import { addCodes } from './handouts.ts'
import { getMallGoods, listCategories, listMall } from './mall.ts'
import {
  changeGoods,
  createGoods,
  deleteGoods,
  getEditedGoods,
  goodsFacts,
  listManagedGoods,
  setGoodsStatus,
} from './managing.ts'
import { adjustStock, listStockChanges } from './stock.ts'
import type { DB } from './tables.ts'

const { auditing, auditingNew } = audited<GoodsDb, 'goods' | 'goods-category'>({
  goods: goodsFacts,
  'goods-category': categoryFacts,
})
const ofGoods = (id: string) => ({ type: 'goods', id }) as const
const ofCategory = (id: string) => ({ type: 'goods-category', id }) as const

export const routes: Routes<DB, typeof goods> = {
  async mall(db, { query }, { caller, now }) {
    return listMall(db, caller, query, now)
  },
  async mallGoods(db, { params }, { caller, now }) {
    return getMallGoods(db, caller, params.id, now)
  },
  async goodsCategories(db, _input, { caller, now }) {
    return listCategories(db, caller, now)
  },
  async managedGoodsCategories(db, _input, { caller }) {
    return listManagedCategories(db, caller)
  },
  async addGoodsCategory(db, { body }, context) {
    return auditingNew(db, context, 'goods-category', () => addCategory(db, context.caller, body.name))
  },
  async renameGoodsCategory(db, { params, body }, context) {
    const rename = () => renameCategory(db, context.caller, params.id, body.name)
    return auditing(db, context, ofCategory(params.id), rename)
  },
  async deleteGoodsCategory(db, { params }, context) {
    return auditing(db, context, ofCategory(params.id), () => deleteCategory(db, context.caller, params.id))
  },
  async orderGoodsCategories(db, { body }, { caller, audit }) {
    const done = await orderCategories(db, caller, body.ids)
    audit({ type: 'goods-category', after: { order: body.ids } })
    return done
  },
  async managedGoods(db, { query }, { caller }) {
    return listManagedGoods(db, caller, query)
  },
  async editedGoods(db, { params }, { caller }) {
    return getEditedGoods(db, caller, params.id)
  },
  async createGoods(db, { body }, context) {
    const create = () => createGoods(db, context.caller, body, context.now)
    return once(db, context, 'goods', body, () => auditingNew(db, context, 'goods', create))
  },
  async changeGoods(db, { params, body }, context) {
    return auditing(db, context, ofGoods(params.id), () => changeGoods(db, context.caller, params.id, body))
  },
  async setGoodsStatus(db, { params, body }, context) {
    const set = () => setGoodsStatus(db, context.caller, params.id, body.status)
    return auditing(db, context, ofGoods(params.id), set)
  },
  async deleteGoods(db, { params }, context) {
    return auditing(db, context, ofGoods(params.id), () => deleteGoods(db, context.caller, params.id))
  },
  async adjustStock(db, { params, body }, context) {
    const { caller, now } = context
    return auditing(db, context, ofGoods(params.id), () => adjustStock(db, caller, params.id, body, now))
  },
  async addCodes(db, { params, body }, context) {
    const { caller, now } = context
    return auditing(db, context, ofGoods(params.id), () => addCodes(db, caller, params.id, body.codes, now))
  },
  async stockChanges(db, { params, query }, { caller }) {
    return listStockChanges(db, caller, params.id, query)
  },
}
