/** What the audit log keeps of a contest: no name of an author, for a reviewer may read the log. */
import { sql } from 'kysely'
import { organizationNames } from '#modules/platform/identity/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import { fieldsSql } from './contest-record.ts'
import type { ContestsDb } from './db.ts'

interface FactsRow extends Record<string, unknown> {
  readonly id: string
  readonly name: string
  readonly organizationIds: readonly string[]
}

async function factsOf(db: ContestsDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const { rows } = await sql<FactsRow>`
    select c.id, ${fieldsSql}, c.groups::text as groups, c.rounds::text as rounds, c.rubric::text as rubric,
      c.awards::text as awards, c.status, c.is_recommended as "isRecommended", c.results_at as "resultsAt",
      c.deleted_at as "deletedAt",
      (select string_agg(w.number::text, ',' order by w.number) from contests.work w
        where w.contest_id = c.id and w.state = 'excluded') as excluded,
      (select string_agg(w.number::text, ',' order by w.number) from contests.work w
        where w.contest_id = c.id and w.recommended_at is not null) as "recommendedWorks",
      (select string_agg(w.number || ':' || w.round, ',' order by w.number) from contests.work w
        where w.contest_id = c.id and w.round > 0) as advanced,
      (select string_agg(w.number || ':' || w.award_key, ',' order by w.number) from contests.work w
        where w.contest_id = c.id and w.award_key is not null) as awarded,
      (select count(*)::int from contests.review r where r.contest_id = c.id) as assignments,
      (select string_agg(w.number || ':' || v.reason, ',' order by v.voided_at, v.id) from contests.vote v
        join contests.work w on w.id = v.work_id where v.contest_id = c.id and v.voided_at is not null) as "voidedVotes"
    from contests.contest c where c.id = any(${[...ids]}::uuid[]) and c.company_id = ${companyId}`.execute(db)
  const organizations = await organizationNames(
    db,
    companyId,
    rows.flatMap((row) => row.organizationIds),
  )
  return rows.map(({ organizationIds, ...facts }) => ({
    ...facts,
    organizations: organizationIds.flatMap((one) => organizations.get(one) ?? []).join('、'),
  }))
}

export const auditedContests = audited<ContestsDb, 'contest'>({ contest: factsOf })
