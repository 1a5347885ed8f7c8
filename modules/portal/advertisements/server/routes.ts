import { organizationOfPage } from '#modules/portal/pages/server.ts'
import type { Routes } from '#server/module.ts'
import type { advertisements } from '../contract.ts'
import {
  changeAdvertisement,
  createAdvertisement,
  deleteAdvertisement,
  listManagedAdvertisements,
} from './managed-advertisements.ts'
import { orderRows } from './order.ts'
import { ownAdvertisements, recordEvent } from './own-advertisements.ts'
import type { DB } from './tables.ts'
import { changeTopContent, listManagedTopContents, ownTopContents, removeTopContent, setOnTop } from './top-contents.ts'

export const routes: Routes<DB, typeof advertisements> = {
  async homeAdvertisement(db, { query: { homeConfigId } }, context) {
    const ofPage = homeConfigId === undefined ? undefined : await organizationOfPage(db, context.caller, homeConfigId)
    return ownAdvertisements(db, ofPage, context)
  },
  async recordAdvertisement(db, { params, body }, context) {
    await recordEvent(db, params.id, body.event, context)
    return {}
  },
  async managedAdvertisements(db, _input, context) {
    return listManagedAdvertisements(db, context)
  },
  async createAdvertisement(db, { body }, context) {
    return createAdvertisement(db, body, context)
  },
  async changeAdvertisement(db, { params, body }, context) {
    return changeAdvertisement(db, params.id, body, context)
  },
  async deleteAdvertisement(db, { params }, context) {
    await deleteAdvertisement(db, params.id, context)
    return {}
  },
  async orderAdvertisements(db, { body }, context) {
    await orderRows(db, 'advertisements.advertisement', body.ids, context)
    return {}
  },
  async topContents(db, { query }, context) {
    return ownTopContents(db, query, context)
  },
  async managedTopContents(db, _input, context) {
    return listManagedTopContents(db, context)
  },
  async setOnTop(db, { body }, context) {
    return setOnTop(db, body, context)
  },
  async changeTopContent(db, { params, body }, context) {
    await changeTopContent(db, params.id, body, context)
    return {}
  },
  async removeTopContent(db, { params }, context) {
    await removeTopContent(db, params.id, context)
    return {}
  },
  async orderTopContents(db, { body }, context) {
    await orderRows(db, 'advertisements.top_content', body.ids, context)
    return {}
  },
}
