import type { Routes } from '#server/module.ts'
import type { prices } from '../contract.ts'
import { paidKinds } from './paid.ts'
import { quote } from './quotes.ts'
import { auditedPrices, editedPrice, priceHistory, setPrice } from './setting.ts'
import type { DB } from './tables.ts'
import { listCards, priceTags } from './tags.ts'

const { auditing } = auditedPrices

export const routes: Routes<DB, typeof prices> = {
  async price(db, { params }, { caller, language }) {
    return editedPrice(db, caller, params, language)
  },
  async priceCards(db, { query }, { caller }) {
    return { items: await listCards(db, caller, query.search ?? '') }
  },
  async setPrice(db, { params, body }, context) {
    const { caller, now } = context
    const subject = { type: 'price', id: `${params.businessType} ${params.itemId}` } as const
    return auditing(db, context, subject, () => setPrice(db, caller, params, body, now))
  },
  async priceHistory(db, { params, query }, { caller }) {
    return priceHistory(db, caller, params, query)
  },
  async priceTags(db, { query }, { caller, now }) {
    const ids = query.ids.split(',')
    return { items: await priceTags(db, caller, { businessType: query.businessType, ids }, now) }
  },
  async paidKinds(db, _input, { caller }) {
    return { items: [...(await paidKinds(db, caller))] }
  },
  async quote(db, { body }, { caller, now }) {
    return quote(db, caller, body, now)
  },
}
