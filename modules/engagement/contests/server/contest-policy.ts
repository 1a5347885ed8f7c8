/** Who runs a contest, which contests a caller sees, and who may know its authors. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { authoringPolicy } from '#modules/content/catalog/server.ts'
import { organizationAndAboveSql } from '#modules/platform/identity/server.ts'
import { runsContests } from '../contract/access.ts'

const { permission } = runsContests
export const contestPolicy = authoringPolicy({ manage: permission, author: permission })

/** Whether the contest `c` is meant for the caller's organization. */
export const audienceIncludesSql = (caller: Caller): RawBuilder<boolean> =>
  sql`(c.organization_ids = '{}' or c.organization_ids && array${organizationAndAboveSql(caller.organizationId)})`

/** Whether the caller reviews in the contest `c`. */
export const reviewsSql = (caller: Caller): RawBuilder<boolean> =>
  sql`exists (select from contests.review own_review where own_review.contest_id = c.id
    and own_review.reviewer_id = ${caller.memberId})`

/** Whether the caller has handed in a work in the contest `c`. */
export const takesPartSql = (caller: Caller): RawBuilder<boolean> =>
  sql`exists (select from contests.work own_work where own_work.contest_id = c.id
    and own_work.member_id = ${caller.memberId} and own_work.company_id = ${caller.companyId})`

/**
 * Whether the caller may know who made the works of the contest `c`. Whoever runs it and reviews in it as well may not:
 * otherwise a reviewer would read the names in the lists of those who run contests.
 */
export const isNamedSql = (caller: Caller): RawBuilder<boolean> =>
  sql`(not c.is_anonymous or c.results_at is not null
    or ${contestPolicy.editableSql(caller, 'c')} and ${contestPolicy.mayEditAny(caller)}::boolean and not ${reviewsSql(caller)})`

/** Whether the caller may open the contest `c`, which is no draft. */
export const openSql = (caller: Caller): RawBuilder<boolean> =>
  sql`(${audienceIncludesSql(caller)} or ${takesPartSql(caller)} or ${reviewsSql(caller)})`
