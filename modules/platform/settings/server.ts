/** The door of settings for other modules' server code. */
import { serverModule } from '#server/module.ts'
import { settings } from './contract.ts'
import { routes } from './server/routes.ts'

export { defaultRuleValue, ruleFieldSql, ruleValue, smallestRuleValue } from './server/rules.ts'

export const settingsServer = serverModule({ name: 'settings', contract: settings, routes })
