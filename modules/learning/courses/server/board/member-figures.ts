/** What a member has studied, inside the statements of modules that follow teams. */
import { type RawBuilder, sql } from 'kysely'

/** One row. Stands in `cross join lateral (…) f`. */
export interface MemberStudy {
  study_seconds: number
  /** Courses that were finished, or marked done, since then. */
  finished_count: number
}

/**
 * `cross join lateral ${memberStudySql(sql`p.id`, { companyId, since })} f`: study time and finished courses of the member,
 * from `since` (milliseconds) on. The days of study time are the company's; that of `since` counts as a whole.
 */
export function memberStudySql(
  memberId: RawBuilder<string>,
  { companyId, since, timeZone }: { companyId: string; since: number; timeZone: RawBuilder<string> },
): RawBuilder<MemberStudy> {
  // Two joined aggregates: each is reckoned once a member, however often a statement mentions its figure.
  return sql<MemberStudy>`(select time.study_seconds, done.finished_count from (
      select coalesce(sum(t.study_ms), 0)::bigint / 1000 as study_seconds from courses.study_time t
      where t.member_id = ${memberId} and t.company_id = ${companyId}
        and t.day >= (to_timestamp(${since}::bigint / 1000.0) at time zone ${timeZone})::date) time
    cross join (select count(*)::int as finished_count from courses.registration r
      where r.member_id = ${memberId} and r.company_id = ${companyId} and r.finished_at >= ${since}::bigint) done)`
}
