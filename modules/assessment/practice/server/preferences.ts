/** What a member has decided about the own practice. */
import type { Caller } from '#kit/caller.ts'
import { defaultPreferences, type Preferences } from '../contract/book.ts'
import type { PracticeDb } from './db.ts'

export async function preferencesOf(
  db: PracticeDb,
  { companyId, memberId }: Pick<Caller, 'companyId' | 'memberId'>,
): Promise<Preferences> {
  const row = await db
    .selectFrom('practice.preference')
    .select(['master_after as masterAfter', 'daily_max as dailyMax'])
    .where('company_id', '=', companyId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row ?? defaultPreferences
}

export async function changePreferences(
  db: PracticeDb,
  { companyId, memberId }: Caller,
  { masterAfter, dailyMax }: Preferences,
): Promise<void> {
  const values = { master_after: masterAfter, daily_max: dailyMax }
  await db
    .insertInto('practice.preference')
    .values({ member_id: memberId, company_id: companyId, ...values })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
    .execute()
}
