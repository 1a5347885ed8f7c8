/** The name to sign in with. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { nameSkeleton } from '#kit/names.ts'
import { lockNames } from '#server/db/transaction.ts'
import { USER_NAME_IMITATES, USER_NAME_REFUSED } from '../contract/codes.ts'
import type { IdentityDb } from './db.ts'

const reserved = /admin|guest|test/i

/** `admin`, `guest` and `test` are refused in a name, in any letter case, width or letters that look alike (IDENTITY-023). */
export function userNameAccepted(name: string): boolean {
  return !reserved.test(nameSkeleton(name))
}

export function assertUserNameAccepted(name: string): void {
  if (!userNameAccepted(name)) throw refuse(USER_NAME_REFUSED)
}

/** The names among these, in lower case, that look like the user name of a member of the company without being equal. */
export async function imitatingNames(
  db: IdentityDb,
  companyId: string,
  names: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select given.name from unnest(${names.map((name) => name.toLowerCase())}::text[]) as given (name)
    where exists (select from identity.member m where m.company_id = ${companyId}
        and identity.name_skeleton(m.name) = identity.name_skeleton(given.name) and lower(m.name) <> given.name)
      and not exists (select from identity.member m where m.company_id = ${companyId} and lower(m.name) = given.name)`.execute(
    db,
  )
  return new Set(rows.map((row) => row.name))
}

/** So many locks share the names of a company: an import of a thousand rows takes no more. */
const nameLocks = 64

/** Who is about to use names that look like these waits for the end of the transaction. */
export async function lockUserNames(db: IdentityDb, companyId: string, names: readonly string[]): Promise<void> {
  const lockOf = (name: string) => (createHash('sha256').update(nameSkeleton(name)).digest()[0] ?? 0) % nameLocks
  await lockNames(db, ...names.map((name) => `user name ${companyId} ${lockOf(name)}`))
}

/** Refuses a new name that looks like that of another member. Callers with names that look alike wait for each other. */
export async function assertNoImitation(
  db: IdentityDb,
  { companyId, name, memberId }: { companyId: string; name: string; memberId?: string },
): Promise<void> {
  await lockUserNames(db, companyId, [name])
  const { rows } = await sql`
    select from identity.member
    where company_id = ${companyId} and identity.name_skeleton(name) = identity.name_skeleton(${name})
      and lower(name) <> lower(${name}) and id is distinct from ${memberId ?? null}::uuid
    limit 1`.execute(db)
  if (rows.length > 0) throw refuse(USER_NAME_IMITATES)
}
