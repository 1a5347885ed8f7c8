/** Counters that jobs keep: reads, and the score by which contents are hot; and the proof that counters are right. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { figuresOfAllSql } from '#modules/content/topics/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { contentBusinessType } from '../contract/shapes.ts'
import { type ContentsDb, contentsTables } from './db.ts'

/** Reads that one transaction counts: whoever likes one of their contents waits no longer than that. */
const READS_A_STEP = 10_000

/**
 * Adds reads to their contents. Rows are taken in one order, and what another process counts is left to it. The lock leaves the
 * keys free: who reads or likes a content meanwhile names it.
 */
async function countReads(db: ContentsDb): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with taken as (
      select content_id, member_id, day from contents.reading where not is_counted
      order by content_id limit ${READS_A_STEP} for update skip locked
    ), counted as (
      update contents.reading r set is_counted = true from taken
      where r.content_id = taken.content_id and r.member_id = taken.member_id and r.day = taken.day
      returning r.content_id
    ), additions as (select content_id, count(*) as reads from counted group by content_id), locked as (
      select c.id, additions.reads from contents.content c join additions on additions.content_id = c.id order by c.id for no key update of c
    ), written as (
      update contents.content c set read_count = c.read_count + locked.reads from locked where c.id = locked.id
    )
    select count(*) as count from counted`.execute(db)
  return rows[0]?.count ?? 0
}

export const countReadsJob = job({
  name: 'contents.count-reads',
  payload: Type.Object({}),
  cron: '* * * * *',
  async run(connection) {
    const db = contentsTables(connection)
    if ((await countReads(db)) === READS_A_STEP) await enqueue(db, countReadsJob, {}, { key: 'contents.count-reads' })
  },
})

/** What is older keeps the score that it had. */
const HOT_DAYS = 30
const SCORED_MAX = 20_000

/**
 * Scores what was published in the last days, by what its readers did with it and by its age: decision 153 has the formula. A
 * score that hardly changes is not written, so that old contents cost nothing.
 */
async function scoreContents(db: ContentsDb, now: number): Promise<void> {
  await sql`
    with fresh as (
      select c.id, c.company_id, c.hot_score, c.like_count, c.read_count, c.share_count, c.published_at
      from contents.content c where c.is_listed and c.published_at > ${now - HOT_DAYS * 86_400_000}
      order by c.published_at desc limit ${SCORED_MAX}
    ), scored as (
      select fresh.id, fresh.hot_score as before,
        (0.5 + 2 * fresh.like_count + 3 * coalesce(f.comment_count, 0) + 2 * fresh.share_count + ln(1 + fresh.read_count))
        / power(greatest(${now}::bigint - fresh.published_at, 0) / 3600000.0 + 2, 1.2) as score
      from fresh left join lateral (
        select i.comment_count from ${figuresOfAllSql(contentBusinessType)} i where i.business_id = fresh.id and i.company_id = fresh.company_id
      ) f on true
    ), changed as (
      select c.id, scored.score from scored join contents.content c on c.id = scored.id
      where abs(scored.score - scored.before) > 0.001 * greatest(scored.before, 0.001) order by c.id for no key update of c
    )
    update contents.content c set hot_score = changed.score from changed where c.id = changed.id`.execute(db)
}

export const scoreContentsJob = job({
  name: 'contents.score',
  payload: Type.Object({}),
  cron: '*/10 * * * *',
  async run(connection, _payload, { now }) {
    await scoreContents(contentsTables(connection), now)
  },
})
