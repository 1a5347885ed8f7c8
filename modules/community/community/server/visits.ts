/** Visits of share accounts: their number in all, and by day. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import type { ShareAccount } from '../contract/shapes.ts'
import type { CommunityDb } from './db.ts'

/** Counts a visit of a member who does not belong to the account. */
export async function countVisit(
  db: CommunityDb,
  { companyId }: Caller,
  account: ShareAccount,
  now: number,
): Promise<void> {
  if (account.currentMember) return
  await db
    .updateTable('community.account')
    .set((e) => ({ visit_count: e('visit_count', '+', 1) }))
    .where('id', '=', account.id)
    .execute()
  await sql`
    insert into community.account_day as d (account_id, company_id, day, visit_count)
    select ${account.id}, ${companyId},
      (to_timestamp(${now}::bigint / 1000.0) at time zone ${timeZoneSql(companyId)})::date - date '1970-01-01', 1
    on conflict (account_id, day) do update set visit_count = d.visit_count + 1`.execute(db)
}
