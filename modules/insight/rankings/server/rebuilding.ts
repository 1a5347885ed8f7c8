/**
 * The totals are made again from the entries, one ranking a transaction, where the company has changed a cap or its zone. What
 * was noted meanwhile is counted in afterwards: a total that is read between two steps is right by the old setting or the new.
 */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, OneOf } from '#kit/schema.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { type RankingName, rankingNames } from '../contract.ts'
import { countedSql, keepReckoning, lockCompany, periodsSql, reckoning } from './counting.ts'
import { type RankingsDb, rankingsTables } from './db.ts'
import { reckoningOf } from './settings.ts'

async function rebuildRanking(db: RankingsDb, companyId: string, ranking: RankingName): Promise<void> {
  await lockCompany(db, companyId)
  const { caps, timeZone } = await reckoning(db, companyId)
  const own = sql`company_id = ${companyId} and ranking = ${ranking}`
  await sql`delete from rankings.total where ${own}`.execute(db)
  await sql`delete from rankings.day_total where ${own}`.execute(db)
  await sql`update rankings.entry set day = (to_timestamp(at / 1000.0) at time zone ${timeZone})::date
    where ${own} and day <> (to_timestamp(at / 1000.0) at time zone ${timeZone})::date`.execute(db)
  await sql`
    insert into rankings.day_total (company_id, ranking, business_type, subject_id, day, amount, counted)
    select company_id, ranking, min(business_type), subject_id, day, sum(amount),
      ${countedSql(caps, sql`sum(amount)::bigint`, sql`ranking`)}
    from rankings.entry where ${own} group by company_id, ranking, subject_id, day`.execute(db)
  await sql`
    insert into rankings.total (company_id, ranking, period, starts, business_type, subject_id, amount)
    select d.company_id, d.ranking, period.name, period.starts, min(d.business_type), d.subject_id, sum(d.counted)
    from rankings.day_total d cross join lateral ${periodsSql(sql`d.day`)}
    where d.company_id = ${companyId} and d.ranking = ${ranking}
    group by d.company_id, d.ranking, period.name, period.starts, d.subject_id`.execute(db)
}

/** A step for each ranking; a process that dies begins with the step that it was at. */
export const rebuildJob = job({
  name: 'rankings.rebuild',
  payload: Type.Object({ companyId: Id, ranking: OneOf(rankingNames) }),
  long: true,
  async run(connection, { companyId, ranking }) {
    await rebuildRanking(rankingsTables(connection), companyId, ranking)
    const next = rankingNames[rankingNames.indexOf(ranking) + 1]
    if (next) await enqueue(connection, rebuildJob, { companyId, ranking: next })
  },
})

/** Whether the settings of the company are still those by which its totals are reckoned; if not, they are made again. */
export async function followSettings(db: RankingsDb, companyId: string): Promise<void> {
  const present = await reckoningOf(db, companyId)
  const { rows } = await sql`select from rankings.reckoning where company_id = ${companyId}
    and (caps, time_zone) is distinct from (${JSON.stringify(present.caps)}::jsonb, ${present.timeZone})`.execute(db)
  if (rows.length === 0) return
  await lockCompany(db, companyId)
  await keepReckoning(db, companyId, present)
  await enqueue(db, rebuildJob, { companyId, ranking: 'study' })
}
