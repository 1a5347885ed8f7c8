/** A contest as the calls load it, with what the caller is in it. */
import { type RawBuilder, sql } from 'kysely'
import type { ShelfStatus } from '#kit/authored-content.ts'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { CONTEST_NOT_FOR_YOU, RESULTS_PUBLISHED } from '../contract/codes.ts'
import type { ContestInput, Round } from '../contract/fields.ts'
import type { ContestState } from '../contract/states.ts'
import { audienceIncludesSql, contestPolicy, isNamedSql, openSql, reviewsSql } from './contest-policy.ts'
import type { ContestsDb } from './db.ts'

/** Of the contest `c`: what those who run it write. */
export const fieldsSql = sql`c.name, c.summary, c.description, c.cover_file_id as "coverFileId",
  c.organization_ids as "organizationIds", c.is_anonymous as "isAnonymous", c.groups, c.rounds, c.rubric, c.awards,
  c.works_per_member as "worksPerMember", c.votes_per_day as "votesPerDay", c.review_weight as "reviewWeight"`

export const columnsOf = (input: ContestInput) => ({
  name: input.name.trim(),
  summary: input.summary.trim(),
  description: input.description,
  cover_file_id: input.coverFileId,
  organization_ids: [...input.organizationIds],
  is_anonymous: input.isAnonymous,
  groups: JSON.stringify(input.groups),
  rounds: JSON.stringify(input.rounds),
  rubric: JSON.stringify(input.rubric),
  awards: JSON.stringify(input.awards),
  works_per_member: input.worksPerMember,
  votes_per_day: input.votesPerDay,
  review_weight: input.reviewWeight,
  ends_at: endsAt(input.rounds),
})

const endsAt = (rounds: readonly Round[]) => {
  const last = rounds.at(-1)
  return last?.reviewUntil == null ? null : Math.max(last.reviewUntil, last.votingUntil ?? 0)
}

/** `contestStateOf` of the contract for the contest `c`, in SQL. */
export const stateSql = (now: number): RawBuilder<ContestState> => sql`case
  when c.results_at is not null then 'published'
  else (select case
      when coalesce((r.one ->> 'opensAt')::bigint > ${now}, true) then 'coming'
      when (r.one ->> 'closesAt')::bigint > ${now} then 'open'
      when greatest((r.one ->> 'reviewUntil')::bigint, (r.one ->> 'votingUntil')::bigint) > ${now} then 'review'
      when r.at < jsonb_array_length(c.rounds) - 1 then 'between'
      else 'over' end
    from (select s.at, c.rounds -> s.at as one from (
      select greatest(0, count(*)::int - 1) as at from jsonb_array_elements(c.rounds) each
      where (each ->> 'opensAt')::bigint <= ${now}) s) r) end`

export interface EnteredContest extends ContestInput {
  readonly id: string
  readonly companyId: string
  readonly status: ShelfStatus
  readonly resultsAt: number | null
  readonly revision: number
  /** The caller runs it. */
  readonly isRun: boolean
  readonly isReviewer: boolean
  /** It is meant for the caller's organization. */
  readonly isMeant: boolean
  /** The caller may know who made its works. */
  readonly isNamed: boolean
  /** The caller may open it while it is on the shelf. */
  readonly isOpen: boolean
}

interface Options {
  /** Keeps the contest as it is until the end of the transaction. */
  readonly lock?: boolean
}

async function load(db: ContestsDb, caller: Caller, id: string, { lock = false }: Options): Promise<EnteredContest> {
  const { rows } = await sql<EnteredContest>`
    select c.id, c.company_id as "companyId", c.status, c.results_at as "resultsAt", c.revision, ${fieldsSql},
      (${contestPolicy.mayEditAny(caller)}::boolean and ${contestPolicy.editableSql(caller, 'c')}) as "isRun",
      ${reviewsSql(caller)} as "isReviewer", ${audienceIncludesSql(caller)} as "isMeant", ${isNamedSql(caller)} as "isNamed",
      ${openSql(caller)} as "isOpen"
    from contests.contest c where c.id = ${id} and c.company_id = ${caller.companyId} and c.deleted_at is null
    ${lock ? sql`for no key update of c` : sql``}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

/** The contest for a member: a draft and one that was taken off the shelf are there for those who run it alone. */
export async function enterContest(db: ContestsDb, caller: Caller, id: string, options: Options = {}) {
  const found = await load(db, caller, id, options)
  if (found.isRun) return found
  if (found.status !== 'on-shelf') throw refuse(NOT_FOUND)
  if (!found.isOpen) throw refuse(CONTEST_NOT_FOR_YOU)
  return found
}

/** The contest for who runs it; with `forChange`, only while its results are not published. */
export async function runContest(
  db: ContestsDb,
  caller: Caller,
  id: string,
  options: Options & { readonly forChange?: boolean } = {},
): Promise<EnteredContest> {
  const found = await load(db, caller, id, options)
  if (!found.isRun) throw refuse(NO_PERMISSION)
  if (options.forChange && found.resultsAt !== null) throw refuse(RESULTS_PUBLISHED)
  return found
}
