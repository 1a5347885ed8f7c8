/** Which questions were shown to each member, and how often to anybody. */

import { sql } from 'kysely'
import { Type } from 'typebox'
import { noteExposure } from '#modules/assessment/questions/server.ts'
import { job } from '#server/module.ts'
import { type PapersDb, papersTables } from './db.ts'

interface Shown {
  readonly companyId: string
  readonly memberId: string
  readonly questionIds: readonly string[]
  readonly now: number
}

/** Writes rows of the member alone: thousands who start at once do not wait for each other. */
export async function noteShown(db: PapersDb, { companyId, memberId, questionIds, now }: Shown): Promise<void> {
  await sql`
    insert into papers.shown (member_id, question_id, company_id, times, shown_at)
    select ${memberId}, id, ${companyId}, 1, ${now} from unnest(${[...questionIds].sort()}::uuid[]) as id
    on conflict (member_id, question_id) do update set times = papers.shown.times + 1, shown_at = excluded.shown_at`.execute(
    db,
  )
}

/** A transaction that began before the last count may have been committed after it. */
const overlapMs = 600_000

/** Counts again the questions that were shown since the last count; the bank hears how many members have got them. */
export async function countExposure(db: PapersDb, now: number): Promise<void> {
  const lately = sql`question_id in (select question_id from papers.shown
    where shown_at >= (select coalesce(max(counted_at), 0) - ${overlapMs}::bigint from papers.exposure))`
  await noteExposure(
    db,
    sql`select question_id, count(*)::int as people, sum(times)::int as times, max(shown_at) as last_shown_at
      from papers.shown where ${lately} group by question_id`,
  )
  await sql`
    insert into papers.exposure (question_id, company_id, times, counted_at)
    select question_id, min(company_id::text)::uuid, sum(times), ${now} from papers.shown
    where ${lately}
    group by question_id
    on conflict (question_id) do update set times = excluded.times, counted_at = excluded.counted_at`.execute(db)
}

export const countExposureJob = job({
  name: 'papers.count-exposure',
  payload: Type.Object({}),
  cron: '*/10 * * * *',
  run: (db) => countExposure(papersTables(db), Date.now()),
})
