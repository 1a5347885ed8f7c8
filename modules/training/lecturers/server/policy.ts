/** Who keeps which entries: those of the organizations of the grant. An internal lecturer belongs where the member works. */
import { type RawBuilder, sql } from 'kysely'
import { type Caller, coversCompany } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { covers, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { managesLecturers } from '../contract/access.ts'
import type { LecturersDb } from './db.ts'
import { lecturersSql } from './lecturer-sql.ts'

const { permission } = managesLecturers

/** The organization of the lecturer `l`. */
export const organizationSql = sql`coalesce(l.organization_id, m.organization_id)`

/** Whether the caller keeps the entry `l`. */
export function managedSql(caller: Caller): RawBuilder<boolean> {
  if (coversCompany(caller, permission)) return sql`true`
  return sql`${organizationSql} in ${organizationsBelowSql(caller.permissions.get(permission) ?? [])}`
}

/** Whoever keeps the whole company also keeps the entries of an organization that is gone. */
export async function assertManages(db: Connection, caller: Caller, organizationId: string): Promise<void> {
  if (coversCompany(caller, permission)) return
  if (!(await covers(db, caller, permission, organizationId))) throw refuse(NO_PERMISSION)
}

export interface StoredLecturer {
  readonly id: string
  readonly kind: 'internal' | 'external'
  readonly memberId: string | null
  readonly organizationId: string
  readonly pictureFileId: string | null
  readonly isEnabled: boolean
  readonly revision: number
}

/** `for update` before a deletion: a booking that names the lecturer waits for it, and it for such a booking. */
type Lock = 'none' | 'change' | 'delete'
const locks = { none: sql``, change: sql`for no key update of l`, delete: sql`for update of l` } as const

/** The entry that the caller keeps; one of another company does not exist, and one of another organization is refused. */
export async function getManaged(db: LecturersDb, caller: Caller, id: string, lock: Lock = 'none') {
  const { rows } = await sql<StoredLecturer>`
    select l.id, l.kind, l.member_id as "memberId", ${organizationSql} as "organizationId",
      l.picture_file_id as "pictureFileId", l.is_enabled as "isEnabled", l.revision
    from ${lecturersSql(caller.companyId)}
    where l.id = ${id} and l.company_id = ${caller.companyId} ${locks[lock]}`.execute(db)
  const found = rows[0]
  if (!found) throw refuse(NOT_FOUND)
  await assertManages(db, caller, found.organizationId)
  return found
}
