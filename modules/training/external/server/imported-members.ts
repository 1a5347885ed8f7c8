/** Members as spreadsheets name them: by the name to sign in with, or by the staff number. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { contactsSql, directorySql } from '#modules/platform/identity/server.ts'
import type { ExternalDb } from './db.ts'
import { managesSql } from './policy.ts'

/** By what was written, in small letters. Others than those of the caller's organizations are as if they did not exist. */
export async function foundMembers(
  db: ExternalDb,
  caller: Caller,
  written: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = [...new Set(written.map((one) => one.toLowerCase()))].filter((one) => one !== '')
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string; staff: string | null }>`
    select c.id, lower(c.name) as name, lower(c.staff_number) as staff
    from ${contactsSql(caller.companyId)} c join ${directorySql(caller.companyId)} p on p.id = c.id
    where c.enabled and (lower(c.name) = any(${names}::text[]) or lower(c.staff_number) = any(${names}::text[]))
      and ${managesSql(caller, sql`p.organization_id`)}`.execute(db)
  // The name to sign in with goes before another member's staff number.
  const byStaff = rows.flatMap(({ staff, id }) => (staff === null ? [] : [[staff, id] as const]))
  return new Map([...byStaff, ...rows.map(({ name, id }) => [name, id] as const)])
}
