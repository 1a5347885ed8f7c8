/** Lists of balances for administrators: the members and organizations that their permission covers. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { directorySql, organizationsBelowSql, organizationsSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import { ownerKinds } from '../contract/shapes.ts'
import { currencyTables } from './db.ts'

interface HolderRow {
  id: string
  name: string
  avatar_path: string
  organization_name: string
  coins: string
  points: string
}

interface Wanted extends Paging {
  /** 1 members, 2 organizations. */
  readonly accountType: 1 | 2
  readonly search?: string
}

/** Ordered by organization and name, so colleagues are together; the id separates equal names. */
function holdersSql(companyId: string, accountType: 1 | 2, granted: readonly string[]): RawBuilder<unknown> {
  const below = organizationsBelowSql(granted)
  return accountType === 1
    ? sql`(select id, full_name as name, avatar_path, organization_name from ${directorySql(companyId)} d
        where organization_id in ${below})`
    : sql`(select id, name, '' as avatar_path, '' as organization_name from ${organizationsSql(companyId)} o
        where id in ${below})`
}

/** The members or organizations that the caller's permission covers, with their balances. */
export async function listHolders(db: Connection, caller: Caller, { accountType, search, ...paging }: Wanted) {
  const { companyId } = caller
  const granted = [...(caller.permissions.get('currency.manage') ?? [])]
  const matching = sql`${holdersSql(companyId, accountType, granted)} p
    where ${containsSql(sql`p.name`, search)}`
  const balance = (kind: number) => sql`(select allocated + reward + subscription from currency.account a
    where a.company_id = ${companyId} and a.owner_kind = ${ownerKinds[accountType]} and a.owner_id = p.id and a.kind = ${kind})`
  const tables = currencyTables(db)
  const { items: rows, recordCount } = await sqlPage(tables, paging, {
    matching: sql`from ${matching}`,
    rows: (window) => sql<HolderRow>`
      select p.*, coalesce(${balance(1)}, 0)::text as coins, coalesce(${balance(2)}, 0)::text as points
      from (select p.* from ${matching} order by p.organization_name, p.name, p.id ${window}) p
      order by p.organization_name, p.name, p.id`,
  })
  const items = rows.map((row) => ({
    accountType,
    accountCode: row.id,
    name: row.name,
    avatarPath: row.avatar_path,
    organizationName: row.organization_name,
    coins: row.coins,
    points: row.points,
  }))
  return { items, recordCount }
}
