/** Visits of share accounts: their number in all, and by day. A job counts them, so that no visitor waits for another one. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import type { ShareAccount } from '../contract/shapes.ts'
import { daySql } from './days.ts'
import { type CommunityDb, communityTables } from './db.ts'

/** Notes a visit of a member who does not belong to the account. */
export async function noteVisit(
  db: CommunityDb,
  { companyId }: Caller,
  account: ShareAccount,
  now: number,
): Promise<void> {
  if (account.currentMember) return
  await sql`insert into community.account_visit (id, account_id, company_id, day)
    select ${uuid()}, ${account.id}, ${companyId}, ${daySql(companyId, sql`${now}::bigint`)}`.execute(db)
}

/** Visits that one transaction counts: whoever changes one of their accounts waits no longer than that. */
const VISITS_A_STEP = 10_000

/** Adds visits to their accounts and days. Accounts are locked in one order; what another process counts is left to it. */
async function countVisits(db: CommunityDb): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with taken as (
      delete from community.account_visit where id in (
        select id from community.account_visit order by id limit ${VISITS_A_STEP} for update skip locked)
      returning account_id, company_id, day
    ), of_account as (select account_id, count(*)::int as visits from taken group by account_id), locked as (
      select a.id, of_account.visits from community.account a join of_account on of_account.account_id = a.id
      order by a.id for no key update of a
    ), written as (
      update community.account a set visit_count = a.visit_count + locked.visits from locked where a.id = locked.id
    ), of_day as (
      select taken.account_id, taken.company_id, taken.day, count(*)::int as visits
      from taken join locked on locked.id = taken.account_id group by 1, 2, 3
    ), by_day as (
      insert into community.account_day as d (account_id, company_id, day, visit_count)
      select account_id, company_id, day, visits from of_day order by account_id, day
      on conflict (account_id, day) do update set visit_count = d.visit_count + excluded.visit_count
    )
    select count(*) as count from taken`.execute(db)
  return rows[0]?.count ?? 0
}

export const countVisitsJob = job({
  name: 'community.count-visits',
  payload: Type.Object({}),
  cron: '* * * * *',
  async run(connection) {
    const db = communityTables(connection)
    if ((await countVisits(db)) === VISITS_A_STEP)
      await enqueue(db, countVisitsJob, {}, { key: 'community.count-visits' })
  },
})
