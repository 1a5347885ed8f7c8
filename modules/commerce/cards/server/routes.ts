import { once } from '#modules/platform/currency/server.ts'
import type { Routes } from '#server/module.ts'
import type { cards } from '../contract.ts'
import {
  auditedCards,
  changeCard,
  createCard,
  getMemberCard,
  listCardItems,
  listManagedCards,
  listMemberCards,
  setCardStatus,
} from './cards.ts'
import type { DB } from './tables.ts'

const { auditing, auditingNew } = auditedCards
const subject = (id: string) => ({ type: 'member-card', id }) as const

export const routes: Routes<DB, typeof cards> = {
  async memberCards(db, { query }, { caller, now }) {
    return listMemberCards(db, caller, query, now)
  },
  async memberCard(db, { params }, { caller, now }) {
    return getMemberCard(db, caller, params.id, now)
  },
  async memberCardItems(db, { params, query }, { caller, language, now }) {
    return listCardItems(db, caller, params.id, { paging: query, language, now })
  },
  async managedCards(db, { query }, { caller }) {
    return listManagedCards(db, caller, query)
  },
  async createCard(db, { body }, context) {
    const create = () => createCard(db, context.caller, body, context.now)
    return once(db, context, 'member-card', body, () => auditingNew(db, context, 'member-card', create))
  },
  async changeCard(db, { params, body }, context) {
    return auditing(db, context, subject(params.id), () => changeCard(db, context.caller, params.id, body))
  },
  async setCardStatus(db, { params, body }, context) {
    return auditing(db, context, subject(params.id), () => setCardStatus(db, context.caller, params.id, body.status))
  },
}
