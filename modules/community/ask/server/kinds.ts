/** Questions and answers as items that members comment, collect and follow. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { accountFigures } from '#modules/community/community/server.ts'
import { followKind } from '#modules/community/following/server.ts'
import { itemKind } from '#modules/content/topics/server.ts'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { answerBusinessType, questionBusinessType } from '../contract/shapes.ts'
import { askTables } from './db.ts'
import { shownSql, visibleSql } from './question-rows.ts'

interface Item {
  readonly id: string
  readonly name: string
  readonly link: string
}

async function visibleQuestions(db: Connection, caller: Caller, ids: readonly string[]): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select q.id, q.title as name, '/ask/question/detail/' || q.id as link from ask.question q
    where q.id = any(${[...ids]}::uuid[]) and ${visibleSql(caller)}`.execute(askTables(db))
  return rows
}

async function visibleAnswers(db: Connection, caller: Caller, ids: readonly string[]): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select a.id, q.title as name, '/ask/question/detail/' || q.id || '?answer=' || a.id as link
    from ask.answer a join ask.question q on q.id = a.question_id
    where a.id = any(${[...ids]}::uuid[]) and a.removed_at is null and ${visibleSql(caller)}`.execute(askTables(db))
  return rows
}

/** Not under a closed question; and not by an anonymous asker, whose comments would bear the name. */
async function mayComment(db: Connection, caller: Caller, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from ask.question q where q.company_id = ${caller.companyId} and ${shownSql} and q.state = 'open'
      and not (q.is_anonymous and q.author_id is not distinct from ${caller.memberId})
      and q.id = coalesce((select a.question_id from ask.answer a where a.id = ${id}), ${id})`.execute(askTables(db))
  return rows.length > 0
}

/** A condition on `a`: an answer that colleagues read. */
const readSql = sql<boolean>`a.removed_at is null and exists (select from ask.question q
  where q.id = a.question_id and ${shownSql})`

/**
 * The votes for answers that an expert has given with the account count as likes of it. Answers are no contents: the list of what
 * an account has published does not have them.
 */
const figures = accountFigures({
  async byDay(db, { companyId, accountId, from, to }) {
    const { rows } = await sql<{ day: number; praise: number }>`
      select day, count(*) as praise from (
        select (to_timestamp(v.created_at / 1000.0) at time zone ${timeZoneSql(companyId)})::date - date '1970-01-01' as day
        from ask.answer a join ask.vote v on v.subject_id = a.id and v.value = 1
        where a.company_id = ${companyId} and a.expert_id = ${accountId} and ${readSql}) as liked
      where day between ${from} and ${to} group by day`.execute(askTables(db))
    return rows.map(({ day, praise }) => ({ day, praise: Number(praise) }))
  },
  async totals(db, companyId, accountIds) {
    const { rows } = await sql<{ id: string; praise: number }>`
      select a.expert_id as id, sum(a.up_count) as praise from ask.answer a
      where a.company_id = ${companyId} and a.expert_id = any(${[...accountIds]}::uuid[]) and ${readSql}
      group by a.expert_id`.execute(askTables(db))
    return new Map(rows.map(({ id, praise }) => [id, { praise: Number(praise), reads: 0, contents: 0 }]))
  },
})

const mayScore = async () => false
const questionLabel = { cn: '问吧问题', en: 'Question' }

export const askKinds = [
  figures,
  itemKind({
    ...{ businessType: questionBusinessType, label: questionLabel, visible: visibleQuestions },
    ...{ mayComment, mayScore },
  }),
  itemKind({
    ...{ businessType: answerBusinessType, label: { cn: '问吧回答', en: 'Answer' }, visible: visibleAnswers },
    ...{ mayComment, mayScore },
  }),
  followKind({
    ...{ businessType: questionBusinessType, label: questionLabel, visible: visibleQuestions },
    async isOwn(db, { memberId, companyId }, id) {
      const { rows } = await sql`select from ask.question q
        where q.id = ${id} and q.company_id = ${companyId} and q.author_id = ${memberId}`.execute(askTables(db))
      return rows.length > 0
    },
  }),
]
