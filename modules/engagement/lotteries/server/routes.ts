import type { Routes } from '#server/module.ts'
import type { lotteries } from '../contract.ts'
import { draw, joinLottery } from './drawing.ts'
import { endLottery } from './ending.ts'
import { goodsChoices } from './goods-prizes.ts'
import { getLottery, listLotteries, ownDraws } from './lotteries.ts'
import {
  auditedLotteries,
  changeLottery,
  createLottery,
  deleteLottery,
  editedLottery,
  listManagedLotteries,
  publishLottery,
} from './managed-lotteries.ts'
import { lotteryProof, provenDraws } from './proof.ts'
import { qualificationChoices } from './qualifications.ts'
import type { DB } from './tables.ts'
import { deliverPrizes, exportWinners, listWinners, shownWins } from './winners.ts'

const { auditing, auditingNew } = auditedLotteries

export const routes: Routes<DB, typeof lotteries> = {
  async lotteries(db, { query }, { caller, now }) {
    return listLotteries(db, caller, query, now)
  },
  async lottery(db, { params }, context) {
    return getLottery(db, params.id, context)
  },
  async draw(db, { params, body }, { caller, now }) {
    return draw(db, caller, params.id, body, now)
  },
  async joinLottery(db, { params }, { caller, now }) {
    return joinLottery(db, caller, params.id, now)
  },
  async shownWins(db, { params, query }, { caller }) {
    return shownWins(db, caller, params.id, query)
  },
  async ownDraws(db, { query }, { caller }) {
    return ownDraws(db, caller, query)
  },
  async lotteryProof(db, { params }, { now }) {
    return lotteryProof(db, params.id, now)
  },
  async provenDraws(db, { params, query }) {
    return provenDraws(db, params.id, query.after ?? 0)
  },

  async managedLotteries(db, { query }, { caller, now }) {
    return listManagedLotteries(db, caller, query, now)
  },
  async createLottery(db, { body }, context) {
    const { caller, now } = context
    return auditingNew(db, context, 'lottery', () => createLottery(db, caller, body, now))
  },
  async editedLottery(db, { params }, context) {
    return editedLottery(db, params.id, context)
  },
  async changeLottery(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'lottery', id }, () => changeLottery(db, caller, id, body, now))
  },
  async publishLottery(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'lottery', id }, () => publishLottery(db, caller, id, body, now))
  },
  async endLottery(db, { params: { id } }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'lottery', id }, () => endLottery(db, caller, id, now))
  },
  async deleteLottery(db, { params: { id } }, context) {
    await auditing(db, context, { type: 'lottery', id }, () => deleteLottery(db, context.caller, id))
    return {}
  },
  async lotteryQualifications(db, { query }, { caller, language }) {
    return qualificationChoices(db, caller, query, language)
  },
  async lotteryGoods(db, { query }, { caller }) {
    return goodsChoices(db, caller, query.search ?? '')
  },
  async winners(db, { params, query }, { caller }) {
    return listWinners(db, caller, params.id, query)
  },
  async deliverPrizes(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'lottery', id }, () => deliverPrizes(db, caller, id, body, now))
  },
  async exportWinners(db, { params }, context) {
    return exportWinners(db, params.id, context)
  },
}
