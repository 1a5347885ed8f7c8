/** One row in every table of settings, because the test of hostile input checks that no other company reaches it. */

import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

interface Sample {
  readonly companyId: string
  readonly chief: { readonly id: string }
  readonly marker: string
  readonly now: number
}

export async function buildSample(connection: Connection, { companyId, chief, marker, now }: Sample): Promise<void> {
  const db = withTables<DB>(connection)
  const value = JSON.stringify({ platformName: marker })
  await db
    .insertInto('settings.rule_config')
    .values({ company_id: companyId, key: 'ADMIN_LOGO', value, updated_by: chief.id, updated_at: now })
    .execute()
  await db
    .insertInto('settings.rule_config_change')
    .values({
      id: uuid(),
      company_id: companyId,
      key: 'ADMIN_LOGO',
      value_before: '{}',
      value_after: value,
      changed_by: chief.id,
      changed_at: now,
    })
    .execute()
}
