/** Personal share accounts, each with its owner: the experts of the company. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { communityTables } from './db.ts'

export interface PersonalAccount {
  readonly id: string
  readonly memberId: string
  readonly frozen: boolean
}

/** The personal accounts of these ids or of these members. One statement. */
export async function personalAccounts(
  connection: Connection,
  companyId: string,
  { by, ids }: { readonly by: 'account' | 'member'; readonly ids: readonly string[] },
): Promise<PersonalAccount[]> {
  if (ids.length === 0) return []
  const rows = await communityTables(connection)
    .selectFrom('community.personal_account as p')
    .innerJoin('community.account as a', 'a.id', 'p.account_id')
    .select(['a.id', 'p.member_id', 'a.frozen_at'])
    .where('p.company_id', '=', companyId)
    .where(by === 'account' ? 'p.account_id' : 'p.member_id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .execute()
  return rows.map(({ id, member_id, frozen_at }) => ({ id, memberId: member_id, frozen: frozen_at !== null }))
}
