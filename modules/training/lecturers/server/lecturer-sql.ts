/** Pieces of SQL about a lecturer `l` and the member `m` of an internal one. */
import { type RawBuilder, sql } from 'kysely'
import { contactsSql, directorySql } from '#modules/platform/identity/server.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { LecturerKind, LecturerLevel } from '../contract/fields.ts'

export const lecturersSql = (companyId: string): RawBuilder<unknown> =>
  sql`lecturers.lecturer l left join ${directorySql(companyId)} m on m.id = l.member_id`

export const shownSql = sql`l.id, coalesce(m.full_name, l.full_name) as "fullName", l.kind, l.level,
  coalesce('files/' || l.picture_file_id, m.avatar_path, '') as "picturePath",
  coalesce(m.organization_name, l.employer) as affiliation, l.job_title as "jobTitle", l.subjects`

/** Whoever may be listed and booked: enabled, and as a member still with the company. */
export const activeSql = (companyId: string): RawBuilder<boolean> =>
  sql`(l.is_enabled and (l.member_id is null
    or exists (select from ${contactsSql(companyId)} c where c.id = l.member_id and c.enabled)))`

interface Filters {
  readonly search?: string
  readonly level?: LecturerLevel
  readonly kind?: LecturerKind
}

/** Whether the lecturer matches what was typed and chosen. */
export function matchesSql({ search, level, kind }: Filters): RawBuilder<boolean> {
  const words = sql`concat_ws(' ', m.full_name, l.full_name, l.employer, l.job_title, array_to_string(l.subjects, ' '))`
  return sql`(${containsWordsSql(words, search)} and ${level === undefined ? sql`true` : sql`l.level = ${level}`}
    and ${kind === undefined ? sql`true` : sql`l.kind = ${kind}`})`
}

/** `cross join lateral ${totalsSql(now)} t`: `TeachingTotals` of the lecturer, as JSON. */
export const totalsSql = (now: number): RawBuilder<unknown> =>
  sql`(select json_build_object('sessionsTaught', count(*) filter (where b.ends_at <= ${now}),
      'minutesTaught', coalesce(sum(b.ends_at - b.starts_at) filter (where b.ends_at <= ${now}), 0)::bigint / 60000,
      'upcoming', count(*) filter (where b.ends_at > ${now})) as totals
    from lecturers.booking b where b.lecturer_id = l.id)`
