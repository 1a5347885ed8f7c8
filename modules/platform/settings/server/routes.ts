import type { Routes } from '#server/module.ts'
import type { settings } from '../contract.ts'
import { changeRule, listChanges, listRules, ruleValue } from './rules.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof settings> = {
  async ruleValue(db, { query }, { caller }) {
    return { key: query.key, value: await ruleValue(db, caller.companyId, query.key) }
  },
  async securedRuleValue(db, { query }, { caller }) {
    return { key: query.key, value: await ruleValue(db, caller.companyId, query.key) }
  },
  async recommendSwitch(db, _input, { caller }) {
    const value = await ruleValue(db, caller.companyId, 'RECOMMEND_SWITCH')
    return { daGuanStatus: Number(value.daGuanStatus) }
  },
  async siteSetting(db, { query }, { caller }) {
    const look = await ruleValue(db, caller.companyId, 'ADMIN_LOGO')
    const textOf = (name: string) => String(look[name] ?? '')
    return {
      uri: query.uri,
      platformName: textOf('platformName'),
      logoPath: textOf('logoPath'),
      primaryColor: textOf('primaryColor'),
    }
  },
  async listRules(db, _input, { caller }) {
    const items = await listRules(db, caller)
    return { items, recordCount: items.length }
  },
  async changeRule(db, { params, body }, { caller, now, audit }) {
    const before = await ruleValue(db, caller.companyId, params.key)
    const rule = await changeRule(db, caller, params.key, body.value, now)
    audit({ type: 'rule', id: rule.key, name: rule.key, before, after: rule.value })
    return rule
  },
  async ruleChanges(db, { params, query }, { caller }) {
    return listChanges(db, caller, params.key, query)
  },
}
