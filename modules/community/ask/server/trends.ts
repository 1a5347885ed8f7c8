/** What the followed experts ask and answer. An anonymous question bears no expert, so it is no trend. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { accountBusinessType } from '#modules/community/community/server.ts'
import { topicBusinessType } from '#modules/community/following/contract.ts'
import { followedAmong, followedIdsSql, followerCounts } from '#modules/community/following/server.ts'
import { itemsOfTopicSql, topicNames } from '#modules/content/topics/server.ts'
import { questionBusinessType, type TrendItem } from '../contract/shapes.ts'
import type { AskDb } from './db.ts'
import { writersOf } from './people.ts'
import { shownSql } from './question-rows.ts'

interface TrendRow {
  readonly id: string
  readonly kind: 'question' | 'answer'
  readonly questionId: string
  readonly title: string
  readonly excerpt: string
  readonly authorId: string | null
  readonly expertId: string | null
  readonly accepted: boolean
  readonly score: number
  readonly createTime: number
}

/** The part after the trend with this id, which is a question or an answer. */
function afterSql(alias: 'q' | 'a', lastId: string | undefined): RawBuilder<boolean> {
  if (lastId === undefined) return sql<boolean>`true`
  const key = sql`${sql.ref(`${alias}.created_at`)}, ${sql.ref(`${alias}.id`)}`
  return sql<boolean>`(${key}) < (select l.created_at, l.id from (
    select created_at, id from ask.question where id = ${lastId}::uuid
    union all select created_at, id from ask.answer where id = ${lastId}::uuid) l)`
}

interface TrendQuery {
  readonly lastId?: string
  readonly pageSize?: number
}

export function expertTrends(db: AskDb, caller: Caller, query: TrendQuery) {
  return trendsOf(db, caller, followedIdsSql(caller, accountBusinessType), query)
}

export function trendsOfExpert(db: AskDb, caller: Caller, expertId: string, query: TrendQuery) {
  return trendsOf(db, caller, sql`(${expertId}::uuid)`, query)
}

async function trendsOf(
  db: AskDb,
  caller: Caller,
  experts: RawBuilder<unknown>,
  { lastId, pageSize = 20 }: TrendQuery,
): Promise<{ items: TrendItem[]; next: string | null }> {
  const limit = sql`limit ${pageSize + 1}`
  const { rows } = await sql<TrendRow>`
    select * from (
      (select q.id, 'question' as kind, q.id as "questionId", q.title, q.excerpt, q.author_id as "authorId",
        q.expert_id as "expertId", q.accepted_answer_id is not null as accepted, q.score, q.created_at as "createTime"
      from ask.question q
      where q.company_id = ${caller.companyId} and ${shownSql} and q.expert_id in ${experts} and ${afterSql('q', lastId)}
      order by q.created_at desc, q.id desc ${limit})
      union all
      (select a.id, 'answer', q.id, q.title, a.excerpt, a.author_id, a.expert_id, a.accepted_at is not null, a.score,
        a.created_at
      from ask.answer a join ask.question q on q.id = a.question_id and ${shownSql}
      where a.company_id = ${caller.companyId} and a.removed_at is null and a.expert_id in ${experts}
        and ${afterSql('a', lastId)}
      order by a.created_at desc, a.id desc ${limit})
    ) t order by t."createTime" desc, t.id desc ${limit}`.execute(db)
  const shown = rows.slice(0, pageSize)
  const writerOf = await writersOf(db, caller.companyId, shown)
  const items = shown.map(({ authorId, expertId, ...row }) => ({ ...row, author: writerOf({ authorId, expertId }) }))
  return { items, next: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null }
}

export async function askTopic(db: AskDb, caller: Caller, id: string) {
  const { companyId } = caller
  const name = (await topicNames(db, companyId, [id])).get(id)
  if (name === undefined) throw refuse(NOT_FOUND)
  const { rows } = await sql<{ questionCount: number; unansweredCount: number }>`
    select count(*)::int as "questionCount",
      (count(*) filter (where q.answer_count = 0 and q.state = 'open'))::int as "unansweredCount"
    from ask.question q where q.company_id = ${companyId} and ${shownSql}
      and q.id in ${itemsOfTopicSql(companyId, questionBusinessType, id)}`.execute(db)
  const followers = await followerCounts(db, companyId, topicBusinessType, [id])
  const follows = await followedAmong(db, caller, topicBusinessType, [id])
  return {
    ...{ id, name, followerCount: followers.get(id) ?? 0, following: follows.has(id) },
    questionCount: rows[0]?.questionCount ?? 0,
    unansweredCount: rows[0]?.unansweredCount ?? 0,
  }
}
