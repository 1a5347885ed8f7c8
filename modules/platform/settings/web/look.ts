import { call } from '#web/api/query.ts'
import { setLook } from '#web/theme/look.ts'
import { type Rule, settings } from '../contract.ts'

/** Shows the value of rule ADMIN_LOGO: the company's logo, color and name. */
export function refreshLook(value: Rule['value']): void {
  setLook({
    logoPath: String(value.logoPath ?? ''),
    primaryColor: String(value.primaryColor ?? ''),
    platformName: String(value.platformName ?? ''),
  })
}

export async function loadLook(): Promise<void> {
  const { value } = await call(settings.securedRuleValue, { query: { key: 'ADMIN_LOGO' } }, { quiet: true })
  refreshLook(value)
}
