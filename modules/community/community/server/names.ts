/** Names of share accounts: one that reads the same is the same. */
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { NAME_TAKEN } from '../contract/shapes.ts'
import type { CommunityDb } from './db.ts'

/** Width, case and spaces make no other name. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/gu, '')
}

/** Whether another account, or an application other than for `accountId`, has the name. */
export async function isNameTaken(
  db: CommunityDb,
  { companyId, name, accountId }: { companyId: string; name: string; accountId?: string | undefined },
): Promise<boolean> {
  const key = nameKey(name)
  const { rows } = await sql`
    select 1 from community.account
    where company_id = ${companyId} and name_key = ${key} and id is distinct from ${accountId ?? null}
    union all
    select 1 from community.application
    where company_id = ${companyId} and name_key = ${key} and result = 4 and account_id is distinct from ${accountId ?? null}
    limit 1`.execute(db)
  return rows.length > 0
}

export async function assertNameFree(db: CommunityDb, wish: Parameters<typeof isNameTaken>[1]): Promise<void> {
  if (await isNameTaken(db, wish)) throw refuse(NAME_TAKEN)
}

/** Two who take a name at the same moment: the second is refused by the index. */
export async function refusingTakenName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === '23505' && constraint?.includes('name')) throw refuse(NAME_TAKEN)
    throw error
  }
}
