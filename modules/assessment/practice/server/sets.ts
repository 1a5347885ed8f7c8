/** Practice sets as learners find them. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { PracticeSet, PracticeSetDetails } from '../contract/practicing.ts'
import type { practice } from '../contract.ts'
import { offeredSql } from './audience.ts'
import type { PracticeDb } from './db.ts'
import { knownOf } from './known-questions.ts'
import { type Picks, poolSql } from './pool.ts'

const columns = (caller: Caller) => sql`s.id, s.name, s.summary, s.published_at as "publishedAt",
  coalesce(a.full_name, '') as "authorName", (
    select p.id from practice.practice p where p.source_id = s.id and p.member_id = ${caller.memberId}
      and p.source = 'set' and p.finished_at is null order by p.id desc limit 1) as "openPracticeId"`

const authors = (caller: Caller) => sql`left join ${directorySql(caller.companyId)} a on a.id = s.author_id`

export function listSets(
  db: PracticeDb,
  caller: Caller,
  { search, ...paging }: Input<typeof practice.practiceSets>['query'],
) {
  const matching = sql`from practice.practice_set s
    where ${offeredSql(caller)} and ${containsWordsSql(sql`s.name`, search)}`
  return sqlPage<PracticeSet>(db, paging, {
    matching,
    rows: (window) => sql<PracticeSet>`
      select ${columns(caller)} from (select s.* ${matching} order by s.published_at desc, s.id ${window}) s
      ${authors(caller)} order by s.published_at desc, s.id`,
  })
}

export interface OfferedSet extends Picks {
  readonly id: string
  readonly name: string
}

/** The sets for the caller; one of them where `id` says which. */
export async function offeredSets(
  db: PracticeDb,
  caller: Caller,
  { id, limit }: { readonly id?: string; readonly limit: number },
): Promise<OfferedSet[]> {
  const { rows } = await sql<OfferedSet>`
    select s.id, s.name, s.rules, s.question_ids as "questionIds" from practice.practice_set s
    where ${offeredSql(caller)} and ${id === undefined ? sql`true` : sql`s.id = ${id}`}
    order by s.published_at desc, s.id limit ${limit}`.execute(db)
  return rows
}

export async function setDetails(db: PracticeDb, caller: Caller, id: string, now: number): Promise<PracticeSetDetails> {
  const [picks] = await offeredSets(db, caller, { id, limit: 1 })
  if (!picks) throw refuse(NOT_FOUND)
  const { rows } = await sql<PracticeSet>`
    select ${columns(caller)} from practice.practice_set s ${authors(caller)} where s.id = ${id}`.execute(db)
  return { ...(rows[0] as PracticeSet), ...(await knownOf(db, caller, poolSql(caller.companyId, picks), now)) }
}
