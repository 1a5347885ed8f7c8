/** The nine rankings, and what a figure is made of. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Context } from '#server/module.ts'
import { itemRankings, RANKING_OFF, RANKING_SCOPE, type Ranking, type RankingName, type rankings } from '../contract.ts'
import type { RankingsDb } from './db.ts'
import { findItem, rankItems } from './items.ts'
import { rankMembers } from './members.ts'
import { always, ofPeriodSql, startOf } from './periods.ts'
import { openRankings } from './settings.ts'

export async function readRanking(
  db: RankingsDb,
  ranking: RankingName,
  query: Input<typeof rankings.studyRanking>['query'],
  { caller, now, language }: Pick<Context, 'caller' | 'now' | 'language'>,
): Promise<Ranking> {
  const open = await openRankings(db, caller.companyId)
  if (!open.rankings.includes(ranking)) throw refuse(RANKING_OFF)
  const isOfItems = itemRankings.includes(ranking)
  const scope = query.scope ?? open.scopes[0] ?? 'organization'
  if (!isOfItems && !open.scopes.includes(scope)) throw refuse(RANKING_SCOPE)
  const { period = 'week', ago = 0, pageSize = 20 } = query
  const starts = await startOf(db, caller.companyId, period, ago, now)
  const listed = { ofPeriod: ofPeriodSql(caller.companyId, ranking, period, starts), scope, limit: pageSize }
  const answer = isOfItems ? await rankItems(db, caller, listed, language) : await rankMembers(db, caller, listed)
  return { ...answer, startsOn: starts === always ? null : starts }
}

const shownEntries = 20

interface PartRow {
  readonly source: string
  readonly count: number
  readonly figure: number
}

interface EntryRow {
  readonly source: string
  readonly label: string
  readonly figure: number
  readonly at: number
}

/** Of items the caller must be able to open the one; of members it is always the caller. */
async function subjectOf(
  db: RankingsDb,
  caller: Caller,
  { ranking, businessType, businessId }: Input<typeof rankings.rankingEvidence>['query'],
) {
  if (!itemRankings.includes(ranking)) return { id: caller.memberId, isOwn: true }
  const item = businessType && businessId ? await findItem(db, caller, businessType, businessId) : undefined
  if (!item) throw refuse(NOT_FOUND)
  return { id: item.id, isOwn: false }
}

export async function readEvidence(
  db: RankingsDb,
  query: Input<typeof rankings.rankingEvidence>['query'],
  { caller, now }: Pick<Context, 'caller' | 'now'>,
) {
  const { ranking, period = 'week', ago = 0 } = query
  const { companyId } = caller
  if (!(await openRankings(db, companyId)).rankings.includes(ranking)) throw refuse(RANKING_OFF)
  const subject = await subjectOf(db, caller, query)
  const starts = await startOf(db, companyId, period, ago, now)
  const step = { week: sql`interval '7 days'`, month: sql`interval '1 month'`, season: sql`interval '3 months'` }
  const within =
    period === 'all' ? sql`true` : sql`e.day >= ${starts}::date and e.day < ${starts}::date + ${step[period]}`
  const own = sql`e.company_id = ${companyId} and e.ranking = ${ranking} and e.subject_id = ${subject.id} and ${within}`
  const { rows: parts } = await sql<PartRow>`select e.source, count(*)::int as count, sum(e.amount)::bigint as figure
    from rankings.entry e where ${own} group by e.source order by sum(e.amount) desc, e.source`.execute(db)
  const { rows: items } = subject.isOwn
    ? await sql<EntryRow>`select e.source, e.label, e.amount as figure, e.at from rankings.entry e where ${own}
        order by e.at desc, e.key limit ${shownEntries}`.execute(db)
    : { rows: [] }
  const { rows: total } = await sql<{ amount: number }>`select t.amount from rankings.total t
    where ${ofPeriodSql(companyId, ranking, period, starts)} and t.subject_id = ${subject.id}`.execute(db)
  const figure = total[0]?.amount ?? 0
  const sum = parts.reduce((before, part) => before + part.figure, 0)
  return { parts, items, figure, uncounted: Math.max(0, sum - figure) }
}
