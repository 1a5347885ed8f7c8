/** Works as lists and pages show them. Who made one is left out in the statement itself, wherever the caller may not know. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import type { WorkState } from '../contract/states.ts'
import { isNamedSql } from './contest-policy.ts'
import type { ContestsDb } from './db.ts'

export const personSql = (alias: string): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`case when ${column('id')} is not null then json_build_object('id', ${column('id')},
    'fullName', ${column('full_name')}, 'avatarPath', ${column('avatar_path')},
    'organizationName', ${column('organization_name')}) end`
}

/** Works `w` of contests `c` with their authors `a`, where the caller may know them, and their newest version `f`. */
export const worksFromSql = (caller: Caller): RawBuilder<unknown> => sql`contests.work w
  join contests.contest c on c.id = w.contest_id
  join contests.version f on f.work_id = w.id and f.number = w.version
  left join ${directorySql(caller.companyId)} a on a.id = w.member_id
    and (w.member_id = ${caller.memberId} or ${isNamedSql(caller)})`

/** Votes of the work `w` in the round that it has reached, without voided ones. */
export const votesSql = sql`(select count(*)::int from contests.vote v
  where v.work_id = w.id and v.round = w.round and v.voided_at is null)`

export const workItemSql = (caller: Caller): RawBuilder<unknown> => sql`w.id, w.contest_id as "contestId",
  c.name as "contestName", w.number, w.title, f.file_kind as "fileKind", w.group_key as "groupKey", w.round::int as round,
  ${personSql('a')} as author, w.member_id = ${caller.memberId} as "isOwn", w.recommended_at is not null as "isRecommended",
  ${votesSql} as votes, exists (select from contests.vote v where v.work_id = w.id and v.round = w.round
    and v.member_id = ${caller.memberId}) as "hasVoted",
  case when c.results_at is not null then w.rank end as rank,
  case when c.results_at is not null then (select one ->> 'name' from jsonb_array_elements(c.awards) one
    where one ->> 'key' = w.award_key) end as award`

/** Whether others see the work `w` of `c`: it is in, and no longer handed in. */
export const isShownSql = (now: number): RawBuilder<boolean> =>
  sql`(w.state = 'in' and (c.rounds -> 0 ->> 'closesAt')::bigint <= ${now})`

export interface WorkRecord {
  readonly id: string
  readonly contestId: string
  readonly number: number
  readonly memberId: string
  readonly groupKey: string | null
  readonly title: string
  readonly round: number
  readonly version: number
  readonly state: WorkState
  readonly awardKey: string | null
}

/** A work of the company; `lock` keeps it as it is until the end of the transaction. */
export async function findWork(
  db: ContestsDb,
  { companyId }: Caller,
  id: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<WorkRecord> {
  const { rows } = await sql<WorkRecord>`
    select w.id, w.contest_id as "contestId", w.number, w.member_id as "memberId", w.group_key as "groupKey", w.title,
      w.round::int as round, w.version, w.state, w.award_key as "awardKey"
    from contests.work w where w.id = ${id} and w.company_id = ${companyId}
    ${lock ? sql`for no key update` : sql``}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}
