/** Rows of this module for tests of the whole platform. */
import { v7 as uuid } from 'uuid'
import { type Connection, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

interface SampleCompany {
  readonly companyId: string
  readonly chief: { readonly id: string }
  /** Stands in every text of the rows. */
  readonly marker: string
  readonly now: number
}

/** A rule that a company has changed, in every table. */
export async function buildSample(connection: Connection, company: SampleCompany): Promise<void> {
  const db = withTables<DB>(connection)
  const { companyId, chief, marker, now } = company
  const key = 'CURRENCY_RULE_CONFIG'
  const value = JSON.stringify({ currencyName: marker })
  await db
    .insertInto('settings.rule_config')
    .values({ company_id: companyId, key, value, updated_by: chief.id, updated_at: now })
    .execute()
  await db
    .insertInto('settings.rule_config_change')
    .values({
      id: uuid(),
      company_id: companyId,
      key,
      value_before: '{}',
      value_after: value,
      changed_by: chief.id,
      changed_at: now,
    })
    .execute()
}
