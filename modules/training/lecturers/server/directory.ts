/** The directory as every member reads it: enabled lecturers, and nothing of fees, contracts and addresses. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { sqlPage } from '#server/db/page.ts'
import type { LecturerProfile, ListedLecturer } from '../contract/directory.ts'
import type { lecturers } from '../contract.ts'
import type { LecturersDb } from './db.ts'
import { activeSql, lecturersSql, matchesSql, shownSql, totalsSql } from './lecturer-sql.ts'

export function listLecturers(db: LecturersDb, caller: Caller, query: Input<typeof lecturers.lecturers>['query']) {
  const { companyId } = caller
  const matching = sql`from ${lecturersSql(companyId)}
    where l.company_id = ${companyId} and ${activeSql(companyId)} and ${matchesSql(query)}`
  return sqlPage<ListedLecturer>(db, query, {
    matching,
    rows: (window) => sql<ListedLecturer>`select ${shownSql} ${matching} order by l.level desc, l.id ${window}`,
  })
}

/** For the homepage of a member. */
export async function lecturerOfMember(db: LecturersDb, { companyId }: Caller, memberId: string) {
  const { rows } = await sql<ListedLecturer>`
    select ${shownSql} from ${lecturersSql(companyId)}
    where l.member_id = ${memberId} and l.company_id = ${companyId} and ${activeSql(companyId)}`.execute(db)
  return { lecturer: rows[0] ?? null }
}

export async function getProfile(db: LecturersDb, caller: Caller, id: string, now: number): Promise<LecturerProfile> {
  const { companyId } = caller
  const { rows } = await sql<LecturerProfile>`
    select ${shownSql}, l.member_id as "memberId", l.introduction, t.totals
    from ${lecturersSql(companyId)} cross join lateral ${totalsSql(now)} t
    where l.id = ${id} and l.company_id = ${companyId} and ${activeSql(companyId)}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}
