/** Who is a lecturer: as the directory says, and as the role says of a member who is not in the directory. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { lecturerRegister } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { NOT_A_LECTURER } from '../contract/codes.ts'
import type { LecturerKind, LecturerLevel } from '../contract/fields.ts'
import { lecturersTables } from './db.ts'
import { activeSql, lecturersSql, shownSql } from './lecturer-sql.ts'

/** The entry of a member. */
export function findEntry(connection: Connection, companyId: string, memberId: string) {
  return lecturersTables(connection)
    .selectFrom('lecturers.lecturer')
    .select(['id', 'is_enabled as isEnabled'])
    .where('company_id', '=', companyId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
}

/** For what identity says of a member. */
export const directoryAsRegister = lecturerRegister(
  async (connection, companyId, memberId) => (await findEntry(connection, companyId, memberId))?.isEnabled,
)

/** The entry of the caller, null for a lecturer by role who has none; undefined for whoever is no lecturer. */
export async function lecturerOf(connection: Connection, caller: Caller): Promise<string | null | undefined> {
  const entry = await findEntry(connection, caller.companyId, caller.memberId)
  if (entry) return entry.isEnabled ? entry.id : undefined
  return caller.roles.includes('lecturer') ? null : undefined
}

/** Refuses with 60201 whoever is no lecturer, or is disabled (TRAINING-042, IDENTITY-053). Answers as `lecturerOf`. */
export async function assertLecturer(connection: Connection, caller: Caller): Promise<string | null> {
  const found = await lecturerOf(connection, caller)
  if (found === undefined) throw refuse(NOT_A_LECTURER)
  return found
}

/** A lecturer for other modules. The fee is for those who plan costs, not for screens of members. */
export interface KnownLecturer {
  readonly id: string
  readonly fullName: string
  readonly picturePath: string
  readonly kind: LecturerKind
  readonly level: LecturerLevel
  /** The department of a member, the employer of an external lecturer. */
  readonly affiliation: string
  readonly memberId: string | null
  /** For an hour. */
  readonly feeHundredths: number | null
  /** May be listed and booked. */
  readonly isActive: boolean
}

/** The lecturers of the company among `ids`, by id; unknown ids and those of another company are absent. One statement. */
export async function lecturersByIds(
  connection: Connection,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, KnownLecturer>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<KnownLecturer>`
    select ${shownSql}, l.member_id as "memberId", l.fee_hundredths as "feeHundredths", ${activeSql(companyId)} as "isActive"
    from ${lecturersSql(companyId)}
    where l.id = any(${[...new Set(ids)]}::uuid[]) and l.company_id = ${companyId}`.execute(lecturersTables(connection))
  return new Map(rows.map((row) => [row.id, row]))
}
