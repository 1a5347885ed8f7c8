/** The members of a live session: host and lecturers; for the organizer side also its audience. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import type { LiveDb } from './db.ts'
import { findVisible } from './lists.ts'
import { isOrganizerSide, viewerOf } from './policy.ts'

interface Related {
  readonly id: string
  readonly fullName: string
  readonly headPortrait: string
  readonly organizationName: string
  readonly relation: 'host' | 'lecturer' | 'attended' | 'reserved'
}

/** Each member once, in the strongest relation: host, lecturer, attended, reserved (LIVE-169). */
export async function relativeMembers(db: LiveDb, caller: Caller, query: Paging & { businessId: string }) {
  const { companyId } = caller
  const row = await findVisible(db, viewerOf(caller), query.businessId)
  const audience = isOrganizerSide(row.role)
    ? sql`union all select member_id, 'attended', 3, 0 from live.attendee where live_id = ${row.id}
      union all select member_id, 'reserved', 4, 0 from live.reservation where live_id = ${row.id}`
    : sql``
  const related = sql`(select distinct on (a.member_id) a.member_id, a.relation, a.rank, a.sort
    from (select ${row.host_id}::uuid as member_id, 'host' as relation, 1 as rank, 0 as sort
      union all select member_id, 'lecturer', 2, sort from live.lecturer where live_id = ${row.id} ${audience}) a
    order by a.member_id, a.rank)`
  const matching = sql`from ${related} r join ${directorySql(companyId)} p on p.id = r.member_id`
  return sqlPage(db, query, {
    matching,
    rows: (window) => sql<Related>`select p.id, p.full_name as "fullName", p.avatar_path as "headPortrait",
        p.organization_name as "organizationName", r.relation
      ${matching} order by r.rank, r.sort, p.full_name, p.id ${window}`,
  })
}

/** The full names of the host and the lecturers. */
export async function staffNames(db: LiveDb, companyId: string, liveId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select p.full_name as name from ${directorySql(companyId)} p
    where p.id in (select host_id from live.live where id = ${liveId} and company_id = ${companyId}
      union select member_id from live.lecturer where live_id = ${liveId})`.execute(db)
  return rows.map((row) => row.name)
}
