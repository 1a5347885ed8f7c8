import type { Routes } from '#server/module.ts'
import type { live } from '../contract.ts'
import { applyForLive, updateLive } from './applications.ts'
import { cancelSubscription, giveScore, isSubscribed, scoreOf, signPresence, subscribe } from './audience.ts'
import { listBanners, setBanners } from './banners.ts'
import { copyLive } from './copies.ts'
import { enterLive, enterUrl, temporaryUrl } from './entrances.ts'
import { endLive, republishLive, revokeLive, startLive } from './lifecycle.ts'
import {
  countHistory,
  countLives,
  listHosted,
  listHot,
  listLives,
  listReview,
  listSchedule,
  ownLive,
  previewLive,
  visibleLive,
} from './lists.ts'
import { enqueueCheck, enqueueSignedCheck } from './maintenance.ts'
import { relativeMembers } from './people.ts'
import { changeRoleLink, enterByRoleLink, listRoleLinks, openRoleLink } from './role-links.ts'
import { checkSupplier, supplierStatus } from './supplier-status.ts'
import { listSuppliers, setSupplier, supplierAnswer } from './suppliers.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof live> = {
  async live(db, { params }, context) {
    return ownLive(db, context.caller, params.id, context)
  },
  async detail(db, { params }, context) {
    return visibleLive(db, context.caller, params.id, context)
  },
  async front(db, { params }, context) {
    return visibleLive(db, context.caller, params.id, context)
  },
  async preview(db, { params }, context) {
    return previewLive(db, context.caller, params.id, context)
  },
  async copy(db, { params }, context) {
    return copyLive(db, context.caller, params.id, context)
  },
  async schedule(db, { query }, context) {
    return listSchedule(db, context.caller, query, context)
  },
  async hosted(db, { query }, context) {
    return listHosted(db, context.caller, query, context)
  },
  async list(db, { query }, context) {
    return listLives(db, context.caller, query, context)
  },
  async hot(db, { query }, context) {
    return listHot(db, context.caller, query, context)
  },
  async review(db, { query }, context) {
    return listReview(db, context.caller, query, context)
  },
  async counts(db, _input, { caller, now }) {
    return countLives(db, caller, now)
  },
  async historyCount(db, _input, { caller }) {
    return countHistory(db, caller)
  },
  async relativeMembers(db, { query }, { caller }) {
    return relativeMembers(db, caller, query)
  },
  async supplier(db, _input, { caller, outside, now }) {
    return supplierAnswer(db, caller, outside, now)
  },
  async apply(db, { body }, context) {
    return applyForLive(db, context.caller, body, context)
  },
  async update(db, { params, body }, context) {
    await updateLive(db, context.caller, params.id, body, context)
    return {}
  },
  async revoke(db, { params }, context) {
    await revokeLive(db, context.caller, params.id, context)
    return {}
  },
  async republish(db, { params }, { caller, now }) {
    await republishLive(db, caller, params.id, now)
    return {}
  },
  async start(db, { params }, context) {
    return startLive(db, context.caller, params.id, context)
  },
  async end(db, { params }, context) {
    await endLive(db, context.caller, params.id, context)
    return {}
  },
  async enterUrl(db, { params, query }, context) {
    return enterUrl(db, context.caller, { id: params.id, urlType: query.urlType }, context)
  },
  async enter(db, { params }, context) {
    return enterLive(db, context.caller, params.id, context)
  },
  async temporaryUrl(db, { params }, context) {
    return temporaryUrl(db, context.caller, params.id, context)
  },
  async roleLinks(db, { params }, { caller, outside }) {
    return listRoleLinks(db, caller, params.id, outside)
  },
  async changeRoleLink(db, { params, body }, context) {
    await changeRoleLink(db, context.caller, { id: params.id, ...body }, context)
    return {}
  },
  async appointment(db, { params }, { caller }) {
    return { appointmentStatus: await isSubscribed(db, caller, params.id) }
  },
  async subscribe(db, { params }, { caller, now }) {
    await subscribe(db, caller, params.id, now)
    return {}
  },
  async cancelSubscribe(db, { params }, { caller }) {
    await cancelSubscription(db, caller, params.id)
    return {}
  },
  async score(db, { query }, { caller }) {
    return scoreOf(db, caller, query.businessId)
  },
  async giveScore(db, { body }, { caller, now }) {
    await giveScore(db, caller, body, now)
    return {}
  },
  async processingSign(db, { params }, { caller, now }) {
    return signPresence(db, caller, params.id, now)
  },
  async keylogin(db, { params, body }, { now }) {
    return openRoleLink(db, { id: params.id, token: body.token }, now)
  },
  async keyloginEnter(db, { params, body }, context) {
    return enterByRoleLink(db, { id: params.id, ...body }, context)
  },
  async providerEnded(db, { params }) {
    await enqueueCheck(db, params.id)
    return {}
  },
  async providerRecorded(db, { params, body }, { outside }) {
    await enqueueSignedCheck(db, params.id, body.signed_parameters, outside)
    return {}
  },
  async banners(db, _input, { caller }) {
    const items = await listBanners(db, caller)
    return { items, recordCount: items.length }
  },
  async setBanners(db, { body }, { caller, now, audit }) {
    await setBanners(db, caller, body.items, now)
    audit({
      type: 'live-banners',
      name: body.items.map(({ title }) => title).join('、'),
      after: { count: body.items.length },
    })
    return {}
  },
  async suppliers(db, _input, { caller }) {
    return listSuppliers(db, caller)
  },
  async supplierStatus(db, _input, { caller, outside }) {
    return { items: await supplierStatus(db, caller, outside) }
  },
  async checkSupplier(connection, { params }, { caller, outside }) {
    return checkSupplier(connection, caller, outside, params.supplier)
  },
  async setSupplier(db, { params, body }, { caller, now, audit }) {
    const { supplier, expiresAt = null } = body
    const choice = { organizationId: params.id, supplier, expiresAt, now }
    const { name, before } = await setSupplier(db, caller, choice)
    audit({
      type: 'live-supplier',
      id: params.id,
      name,
      before: { supplier: before?.supplier ?? null, expiresAt: before?.expires_at ?? null },
      after: { supplier, expiresAt },
    })
    return {}
  },
}
