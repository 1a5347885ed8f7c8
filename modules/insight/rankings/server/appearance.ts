/** How a member appears in all rankings: by name, under an alias, or not at all. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { lockNames } from '#server/db/transaction.ts'
import { ALIAS_TAKEN } from '../contract.ts'
import type { RankingsDb } from './db.ts'
import { openRankings } from './settings.ts'

export async function rankingOverview(db: RankingsDb, { companyId, memberId }: Caller) {
  const own = await db
    .selectFrom('rankings.appearance')
    .select(['is_hidden', 'alias'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return { ...(await openRankings(db, companyId)), isHidden: own?.is_hidden ?? false, alias: own?.alias ?? null }
}

/** Nobody takes the name of a colleague, nor an alias that somebody has. */
async function assertFree(db: RankingsDb, { companyId, memberId }: Caller, alias: string): Promise<void> {
  const { rows } = await sql`
    select 1 from ${directorySql(companyId)} p where lower(p.full_name) = lower(${alias}) and p.id <> ${memberId}
    union all select 1 from rankings.appearance a where a.company_id = ${companyId} and lower(a.alias) = lower(${alias})
      and a.member_id <> ${memberId} limit 1`.execute(db)
  if (rows.length > 0) throw refuse(ALIAS_TAKEN)
}

export async function changeAppearance(
  db: RankingsDb,
  caller: Caller,
  { isHidden, alias }: { readonly isHidden: boolean; readonly alias: string | null },
): Promise<void> {
  const { companyId, memberId } = caller
  if (alias !== null) {
    await assertClean(db, companyId, { alias })
    // Two who choose one alias at once would both find it free.
    await lockNames(db, `rankings alias ${companyId} ${alias.toLowerCase()}`)
    await assertFree(db, caller, alias)
  }
  await sql`insert into rankings.appearance (member_id, company_id, is_hidden, alias)
    values (${memberId}, ${companyId}, ${isHidden}, ${alias})
    on conflict (member_id) do update set is_hidden = excluded.is_hidden, alias = excluded.alias`.execute(db)
}
