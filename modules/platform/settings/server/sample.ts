/** What the schema does not know of the sample rows of settings (server/sample-company.ts). */
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'

export const sampleValues = ({ marker }: SampleCompany): SampleValues => ({
  'settings.rule_config': { key: 'ADMIN_LOGO', value: { platformName: marker } },
  'settings.rule_config_change': { key: 'ADMIN_LOGO', value_before: {}, value_after: { platformName: marker } },
})
