/** Orders that the caller runs: those of members of their organizations. */
import { type RawBuilder, sql } from 'kysely'
import { type Caller, coversCompany } from '#kit/caller.ts'
import { grantedOrganizations, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { managesOrders } from '../contract/access.ts'
import type { OrdersDb } from './db.ts'
import { findOrder, idIs, type OrderRecord } from './order-record.ts'

/** Of the order `o` of the caller's company. Who runs the whole company is asked for no organization: that reads every order. */
export const runsSql = (caller: Caller): RawBuilder<boolean> =>
  coversCompany(caller, managesOrders.permission)
    ? sql<boolean>`true`
    : sql<boolean>`o.organization_id in ${organizationsBelowSql(grantedOrganizations(caller, managesOrders.permission))}`

/**
 * `from ${runOrdersSql(…)}`: orders `o` with these conditions that the caller runs. Of some organizations they are read one organization
 * after the other, each from the newest on and no further than `reach`: those of a small one do not lie among all of the company. An organization is of one company, which its index does not have.
 */
export function runOrdersSql(
  caller: Caller,
  conditions: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  reach: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (coversCompany(caller, managesOrders.permission))
    return sql`orders.order o where o.company_id = ${caller.companyId} and ${conditions}`
  const below = organizationsBelowSql(grantedOrganizations(caller, managesOrders.permission))
  return sql`(select distinct b.organization_id from ${below} b) g cross join lateral (
    select * from orders.order o where o.organization_id = g.organization_id and ${conditions} order by ${order} ${reach}) o`
}

/** An order of others is missing for who does not run it. */
export const findManaged = (db: OrdersDb, caller: Caller, id: string): Promise<OrderRecord> =>
  findOrder(db, sql`${idIs(caller.companyId, id)} and ${runsSql(caller)}`)
