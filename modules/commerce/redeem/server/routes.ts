import { once } from '#modules/platform/currency/server.ts'
import type { Routes } from '#server/module.ts'
import type { redeem } from '../contract.ts'
import { createBatch, getBatch, listBatches, setBatchPaused, voidBatch } from './batches.ts'
import { findCard, listCards, voidCard } from './cards.ts'
import { makeCodes } from './making-codes.ts'
import { listOwnCards, redeemCard } from './redeeming.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof redeem> = {
  async batches(db, { query }, context) {
    return listBatches(db, query, context)
  },
  async batch(db, { params }, context) {
    return getBatch(db, params.id, context)
  },
  async createBatch(db, { body }, context) {
    return once(db, context, 'redeem-batch', body, () => createBatch(db, body, context))
  },
  async makeCodes(db, { params, body }, context) {
    return makeCodes(db, params.id, body.format, context)
  },
  async setBatchPaused(db, { params, body }, context) {
    return setBatchPaused(db, params.id, body.isPaused, context)
  },
  async voidBatch(db, { params, body }, context) {
    return voidBatch(db, params.id, body.reason, context)
  },
  async cards(db, { params, query }, context) {
    return listCards(db, params.id, query, context)
  },
  async findCard(db, { body }, context) {
    return findCard(db, body.code, context)
  },
  async voidCard(db, { params, body }, context) {
    return voidCard(db, params.id, body.reason, context)
  },
  async redeem(db, { body }, context) {
    return redeemCard(db, body.code, context)
  },
  async ownCards(db, { query }, context) {
    return listOwnCards(db, query, context)
  },
}
