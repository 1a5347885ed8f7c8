/**
 * The ranking of a round. Scores are hundredths of a per cent: the mean of the reviews of a work against the points of the
 * rubric, and its votes against those of the work with the most votes in its group. Both count by their weights; where there
 * is no voting, the review counts alone. Works with the same score share their rank.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Paging } from '#server/db/page.ts'
import { sqlPage } from '#server/db/page.ts'
import type { RankedWork, WorkListItem } from '../contract/works.ts'
import type { EnteredContest } from './contest-record.ts'
import type { ContestsDb } from './db.ts'
import { workItemSql, worksFromSql } from './work-record.ts'

const totalOf = (rubric: EnteredContest['rubric']): number => rubric.reduce((sum, { points }) => sum + points, 0)

type Ranked = Pick<EnteredContest, 'id' | 'rounds' | 'rubric' | 'reviewWeight'>

/** `(id, rank, reviews, votes, "reviewScore", "voteScore", score)` of the works that have reached the round. */
export function rankedSql({ id, rounds, rubric, reviewWeight }: Ranked, round: number): RawBuilder<unknown> {
  const weight = rounds[round]?.votingUntil == null ? 100 : reviewWeight
  return sql`(
    select s.id, s.reviews, s.votes, s."reviewScore", s."voteScore", s.score,
      (rank() over (partition by s.group_key order by s.score desc))::int as rank
    from (
      select b.*, ((${weight} * b."reviewScore" + ${100 - weight} * b."voteScore") / 100)::int as score from (
        select counted.*, (counted.votes * 10000 / greatest(1, max(counted.votes) over (partition by counted.group_key)))::int
          as "voteScore"
        from (
          select w.id, w.group_key, coalesce(r.reviews, 0)::int as reviews,
            coalesce(round(r.mean * 10000 / ${totalOf(rubric)}), 0)::int as "reviewScore", coalesce(v.votes, 0)::int as votes
          from contests.work w
          left join (select work_id, count(*) as reviews, avg(total) as mean from contests.review
            where contest_id = ${id} and round = ${round} and reviewed_at is not null group by work_id) r on r.work_id = w.id
          left join (select work_id, count(*) as votes from contests.vote
            where contest_id = ${id} and round = ${round} and voided_at is null group by work_id) v on v.work_id = w.id
          where w.contest_id = ${id} and w.state = 'in' and w.round >= ${round}) counted) b) s)`
}

type Row = Omit<RankedWork, 'work'> & { readonly work: Omit<WorkListItem, 'rank'> }

interface RankingQuery extends Paging {
  readonly round: number
  readonly groupKey?: string | undefined
  /** The best of all groups first, for those who choose the winners; otherwise group after group. */
  readonly isMixed?: boolean
}

/** A page of the ranking. */
export async function listRanking(
  db: ContestsDb,
  caller: Caller,
  contest: EnteredContest,
  { round, groupKey, isMixed = false, ...paging }: RankingQuery,
) {
  const order = isMixed ? sql`ranked.rank, ranked.score desc` : sql`w.group_key nulls first, ranked.rank`
  const matching = sql`from ${rankedSql(contest, round)} ranked join ${worksFromSql(caller)} on w.id = ranked.id
    where ${groupKey === undefined ? sql`true` : sql`w.group_key = ${groupKey}`}`
  const page = await sqlPage<Row>(db, paging, {
    matching,
    rows: (window) => sql<Row>`
      select ranked.rank, ranked.reviews, ranked.votes, ranked."reviewScore", ranked."voteScore", ranked.score,
        w.award_key as "awardKey", w.certificate,
        (select one ->> 'level' from jsonb_array_elements(c.awards) one where one ->> 'key' = w.award_key) as "awardLevel",
        (select row_to_json(item) from (select ${workItemSql(caller)}) item) as work
      ${matching} order by ${order}, w.number ${window}`,
  })
  const items = page.items.map((row) => ({ ...row, work: { ...row.work, rank: row.rank } }))
  return { items, recordCount: page.recordCount }
}
