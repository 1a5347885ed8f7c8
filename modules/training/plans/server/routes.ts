import type { Routes } from '#server/module.ts'
import { importTemplate } from '#server/spreadsheet/import-rows.ts'
import { moduleText } from '#server/texts.ts'
import type { plans } from '../contract.ts'
import { auditing, auditingNew } from './audit-facts.ts'
import { importCosts, lineSheet, readCosts } from './cost-import.ts'
import { addCost, changeCost, deleteCost, getCosts } from './costs.ts'
import { exportCosts, exportPlan } from './export.ts'
import { importItems, itemSheet, readItems } from './item-import.ts'
import { addItem, changeItem, deleteItem, listItems, makeClass } from './items.ts'
import { changePlan, createPlan, deletePlan, getPlan, listPlans, reopenPlan, submitPlan } from './plans.ts'
import { importScores, listScoreChanges, listScores, readScores, scoreSheet, setScore } from './scores.ts'
import type { DB } from './tables.ts'

const plan = (id: string) => ({ type: 'training-plan', id }) as const
const ofClass = (id: string) => ({ type: 'class-costs', id }) as const

export const routes: Routes<DB, typeof plans> = {
  async plans(db, { query }, { caller }) {
    return listPlans(db, caller, query)
  },
  async plan(db, { params }, { caller }) {
    return getPlan(db, caller, params.id)
  },
  async createPlan(db, { body }, context) {
    const { caller, now } = context
    return auditingNew(db, context, 'training-plan', () => createPlan(db, caller, body, now))
  },
  async changePlan(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, plan(id), () => changePlan(db, caller, id, body, now))
  },
  async deletePlan(db, { params: { id } }, context) {
    return auditing(db, context, plan(id), () => deletePlan(db, context.caller, id))
  },
  async submitPlan(db, { params: { id } }, context) {
    return auditing(db, context, plan(id), () => submitPlan(db, context, id))
  },
  async reopenPlan(db, { params: { id } }, context) {
    const { caller, now } = context
    return auditing(db, context, plan(id), () => reopenPlan(db, caller, id, now))
  },
  async planItems(db, { params, query }, { caller }) {
    return listItems(db, caller, params.id, query)
  },
  async addItem(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, plan(id), () => addItem(db, caller, id, body, now))
  },
  async changeItem(db, { params, body }, context) {
    return auditing(db, context, plan(params.id), () => changeItem(db, context.caller, params, body))
  },
  async deleteItem(db, { params }, context) {
    return auditing(db, context, plan(params.id), () => deleteItem(db, context.caller, params))
  },
  async makeClass(db, { params, body }, context) {
    const { caller, now } = context
    return auditing(db, context, plan(params.id), () => makeClass(db, caller, params, body, now))
  },
  async itemTemplate(_db, _input, { language }) {
    const name = moduleText('plans', 'sheet.items', language) ?? ''
    return importTemplate(name, itemSheet, { language, plainName: 'plan-items' })
  },
  async readItems(_db, _input, { upload }) {
    return readItems(upload)
  },
  async importItems(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, plan(id), () => importItems(db, caller, id, body.rows, now))
  },
  async exportPlan(db, { params }, context) {
    return exportPlan(db, params.id, context)
  },

  async classCosts(db, { params }, { caller, now }) {
    return getCosts(db, caller, params.id, now)
  },
  async addCost(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, ofClass(id), () => addCost(db, caller, id, body, now))
  },
  async changeCost(db, { params, body }, context) {
    return auditing(db, context, ofClass(params.id), () => changeCost(db, context.caller, params, body))
  },
  async deleteCost(db, { params }, context) {
    return auditing(db, context, ofClass(params.id), () => deleteCost(db, context.caller, params))
  },
  async costTemplate(_db, _input, { language }) {
    const name = moduleText('plans', 'costs.title', language) ?? ''
    return importTemplate(name, lineSheet, { language, plainName: 'class-costs' })
  },
  async readCosts(_db, _input, { upload }) {
    return readCosts(upload)
  },
  async importCosts(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, ofClass(id), () => importCosts(db, caller, id, body.rows, now))
  },
  async exportCosts(db, { params }, context) {
    return exportCosts(db, params.id, context)
  },
  async classScores(db, { params, query }, { caller }) {
    return listScores(db, caller, params.id, query)
  },
  async setScore(db, { params, body }, context) {
    return setScore(db, context, params, body.scoreTenths)
  },
  async scoreChanges(db, { params, query }, { caller }) {
    return listScoreChanges(db, caller, params.id, query)
  },
  async scoreTemplate(_db, _input, { language }) {
    const name = moduleText('plans', 'scores.title', language) ?? ''
    return importTemplate(name, scoreSheet, { language, plainName: 'scores' })
  },
  async readScores(_db, _input, { upload }) {
    return readScores(upload)
  },
  async importScores(db, { params: { id }, body }, context) {
    return importScores(db, context, id, body.rows)
  },
}
