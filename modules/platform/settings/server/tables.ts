// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType } from 'kysely'

export interface RuleConfig {
  company_id: string
  key: string
  value: ColumnType<unknown, string, string>
  updated_by: string
  updated_at: number
}

export interface RuleConfigChange {
  id: string
  company_id: string
  key: string
  value_before: ColumnType<unknown, string, string>
  value_after: ColumnType<unknown, string, string>
  changed_by: string
  changed_at: number
}

export interface DB {
  'settings.rule_config': RuleConfig
  'settings.rule_config_change': RuleConfigChange
}
