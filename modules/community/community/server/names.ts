/** Names of share accounts. Names that read the same are equal. */
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { refusingTaken } from '#server/db/unique.ts'
import { NAME_TAKEN } from '../contract/shapes.ts'
import type { CommunityDb } from './db.ts'

/** Ignores width, case and spaces. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/gu, '')
}

/** Whether another account than `accountId`, or an application for another, has the name. */
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

export async function assertNameFree(db: CommunityDb, input: Parameters<typeof isNameTaken>[1]): Promise<void> {
  if (await isNameTaken(db, input)) throw refuse(NAME_TAKEN)
}

/** Of two concurrent callers with one name, the index refuses the second. */
export const refusingTakenName = <T>(write: () => Promise<T>): Promise<T> =>
  refusingTaken({ account_company_id_name_key_key: NAME_TAKEN, name_pending: NAME_TAKEN }, write)
