/** The order of advertisements and of contents on top. */
import { sql } from 'kysely'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { grantedOrganizations, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import { managesAdvertisements } from '../contract/access.ts'
import type { AdvertisementsDb } from './db.ts'

export type Ordered = 'advertisements.advertisement' | 'advertisements.top_content'

/** One administrator of a company at a time changes an order: limits and places are then what was looked at. */
export const lockOrder = (db: AdvertisementsDb, companyId: string) => lockNames(db, `advertisements ${companyId}`)

/** The places that these rows have now, given to them in the order of the list; the others stay where they are. */
export async function orderRows(
  db: AdvertisementsDb,
  table: Ordered,
  ids: readonly string[],
  { caller, audit }: Context,
): Promise<void> {
  await lockOrder(db, caller.companyId)
  const name = sql.table(table)
  const granted = grantedOrganizations(caller, managesAdvertisements.permission)
  const { rows } = await sql`
    with chosen as (select id, position, row_number() over (order by position, id) as place from ${name}
      where company_id = ${caller.companyId} and id = any(${ids}::uuid[])
        and organization_id in ${organizationsBelowSql(granted)}),
    wanted as (select id, place from unnest(${ids}::uuid[]) with ordinality as w (id, place)
      where (select count(*) from chosen) = ${ids.length}::int)
    update ${name} t set position = chosen.position from wanted join chosen on chosen.place = wanted.place
    where t.id = wanted.id returning t.id`.execute(db)
  if (rows.length !== ids.length) throw refuse(NOT_FOUND)
  audit({ type: table === 'advertisements.advertisement' ? 'advertisement' : 'top-content', after: { order: ids } })
}

interface Counted {
  readonly count: number
  readonly last: number
}

/** How many rows the company has, and the last place. */
export async function countRows(db: AdvertisementsDb, table: Ordered, companyId: string): Promise<Counted> {
  const { rows } = await sql<Counted>`select count(*)::int as count, coalesce(max(position), 0)::int as last
    from ${sql.table(table)} where company_id = ${companyId}`.execute(db)
  return rows[0] ?? { count: 0, last: 0 }
}
