/** Whether the suppliers of live sessions work: tried when an administrator asks, and kept for the next look. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { checkNamed } from '#modules/platform/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import type { CheckState, SupplierStatus } from '../contract/management.ts'
import type { Supplier } from '../contract/states.ts'
import { type LiveDb, liveTables } from './db.ts'
import { providerFor } from './providers/registered-providers.ts'

const suppliers = [3, 0, 4] as const satisfies readonly Supplier[]

/** The part of the status page that tells of a provider. */
const checkOf = { 'built-in': 'live-engine', bigbluebutton: 'bigbluebutton' } as const

/** A check of another engine, from before the installation was changed, tells nothing of this one. */
export async function supplierStatus(db: LiveDb, caller: Caller, { config }: Outside): Promise<SupplierStatus[]> {
  const granted = caller.permissions.get('live.manage') ?? []
  const checks = await db
    .selectFrom('live.supplier_check')
    .select(['supplier', 'engine', 'state', 'took_ms', 'checked_at'])
    .where('company_id', '=', caller.companyId)
    .execute()
  const { rows: counts } = await sql<{ supplier: number; count: number }>`
    select supplier, count(*)::int as count from live.supplier_setting
    where company_id = ${caller.companyId} and organization_id in ${organizationsBelowSql(granted)}
      and supplier is not null
    group by supplier`.execute(db)
  return suppliers.map((supplier) => {
    const engine = providerFor(supplier, config).key
    const newest = checks.find((check) => check.supplier === supplier && check.engine === engine)
    return {
      supplier,
      engine,
      state: (newest?.state as CheckState | undefined) ?? null,
      tookMs: newest?.took_ms ?? null,
      checkedAt: newest?.checked_at ?? null,
      organizationCount: counts.find((row) => row.supplier === supplier)?.count ?? 0,
    }
  })
}

/** Tries what serves the supplier. It opens no transaction, because the answer may be slow. */
export async function checkSupplier(
  connection: Connection,
  caller: Caller,
  outside: Outside,
  supplier: Supplier,
): Promise<SupplierStatus> {
  const engine = providerFor(supplier, outside.config).key
  const { state, tookMs } = await checkNamed(checkOf[engine], outside, connection)
  const values = { engine, state, took_ms: tookMs, checked_at: outside.clock.now() }
  const db = liveTables(connection)
  await db
    .insertInto('live.supplier_check')
    .values({ company_id: caller.companyId, supplier, ...values })
    .onConflict((conflict) => conflict.columns(['company_id', 'supplier']).doUpdateSet(values))
    .execute()
  const found = (await supplierStatus(db, caller, outside)).find((one) => one.supplier === supplier)
  if (!found) throw new Error(`there is no supplier ${supplier}`)
  return found
}
