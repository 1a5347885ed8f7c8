/** Reading questions: lists that go on after the last row, similar ones, the detail, the history. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import { idPattern } from '#kit/schema.ts'
import { followedAmong, followerCounts } from '#modules/community/following/server.ts'
import { itemsOfTopicSql } from '#modules/content/topics/server.ts'
import { containsSql } from '#server/db/search.ts'
import { type Question, questionBusinessType, type Revision } from '../contract/shapes.ts'
import type { ask } from '../contract.ts'
import type { AskDb } from './db.ts'
import { followUpsOf } from './follow-ups.ts'
import { invitationsOf } from './invitations.ts'
import {
  afterSql,
  getQuestion,
  type ItemRow,
  mayModerate,
  type QuestionRow,
  questionItemColumns,
  shownSql,
  toItems,
  visibleSql,
} from './question-rows.ts'
import { gramsOf } from './texts.ts'

type ListQuery = Input<typeof ask.listQuestions>['query']
type Tab = NonNullable<ListQuery['tab']>

const createdAt = sql.ref('q.created_at')
const tabs: Readonly<Record<Tab, (caller: Caller) => { key: RawBuilder<unknown>; only: RawBuilder<boolean> }>> = {
  newest: () => ({ key: createdAt, only: shownSql }),
  hot: () => ({ key: sql.ref('q.hot_score'), only: shownSql }),
  unanswered: () => ({ key: createdAt, only: sql`q.state = 'open' and q.answer_count = 0` }),
  bounty: () => ({ key: sql.ref('q.bounty'), only: sql`q.state = 'open' and q.bounty_state = 'reserved'` }),
  mine: ({ memberId }) => ({ key: createdAt, only: sql`q.author_id = ${memberId}` }),
  answered: ({ companyId, memberId }) => ({
    key: createdAt,
    only: sql`${shownSql} and q.id in (select a.question_id from ask.answer a
      where a.company_id = ${companyId} and a.author_id = ${memberId} and a.removed_at is null)`,
  }),
}

export async function listQuestions(db: AskDb, caller: Caller, query: ListQuery) {
  const { tab = 'newest', topicId, expertId, search, after, pageSize = 20 } = query
  const { key, only } = tabs[tab](caller)
  const { companyId } = caller
  const { rows } = await sql<ItemRow>`
    select ${questionItemColumns} from ask.question q
    where q.company_id = ${companyId} and ${only}
      and ${topicId === undefined ? sql`true` : sql`q.id in ${itemsOfTopicSql(companyId, questionBusinessType, topicId)}`}
      and ${expertId === undefined ? sql`true` : sql`q.expert_id = ${expertId}`}
      and ${containsSql(sql.ref('q.title'), search)} and ${afterSql(key, after)}
    order by ${key} desc, q.id desc limit ${pageSize + 1}`.execute(db)
  const shown = rows.slice(0, pageSize)
  return { items: await toItems(db, caller, shown), next: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null }
}

/** Ids as parameters or with commas; what is no id is refused. */
function idsOf(given: readonly string[]): string[] {
  const ids = [...new Set(given.flatMap((part) => part.split(',')).map((id) => id.trim()))]
  if (ids.length <= 100 && ids.every((id) => idPattern.test(id))) return ids
  throw refuse(INVALID_INPUT, { fields: [{ path: 'ids', rule: 'ids', message: 'must be 1 to 100 ids' }] })
}

export async function recommendedQuestions(db: AskDb, caller: Caller, given: readonly string[]) {
  const ids = idsOf(given)
  const { rows } = await sql<ItemRow>`
    select ${questionItemColumns} from ask.question q
    where q.id = any(${ids}::uuid[]) and q.company_id = ${caller.companyId} and ${shownSql}
    order by array_position(${ids}::uuid[], q.id)`.execute(db)
  return { items: await toItems(db, caller, rows), recordCount: rows.length }
}

/** The share of common pairs from which on two titles read alike. */
const likenessMin = 0.25
const candidatesMax = 2000

/** Those with the most common pairs of characters, in proportion to the length of both titles. */
export async function similarQuestions(
  db: AskDb,
  caller: Caller,
  { title, exceptId }: Input<typeof ask.similarQuestions>['query'],
) {
  const grams = gramsOf(title)
  if (grams.length === 0) return { items: [], recordCount: 0 }
  const { rows } = await sql<ItemRow>`
    select ${questionItemColumns} from (
      select c.id, 2.0 * (select count(*) from unnest(c.grams) g where g = any(${grams}::text[]))
        / (cardinality(c.grams) + ${grams.length}) as likeness
      from (select q.id, q.grams from ask.question q
        where q.grams && ${grams}::text[] and q.company_id = ${caller.companyId} and ${shownSql}
          and q.id is distinct from ${exceptId ?? null}::uuid
        limit ${candidatesMax}) c
    ) f join ask.question q on q.id = f.id
    where f.likeness >= ${likenessMin} order by f.likeness desc, q.score desc, q.id desc limit 5`.execute(db)
  return { items: await toItems(db, caller, rows), recordCount: rows.length }
}

interface Own {
  readonly vote: -1 | 1 | null
  readonly answerId: string | null
  readonly duplicateTitle: string | null
}

async function ownOf(db: AskDb, caller: Caller, { id, duplicateOfId }: QuestionRow): Promise<Own> {
  const { rows } = await sql<Own>`select
    (select v.value from ask.vote v where v.subject_id = ${id} and v.member_id = ${caller.memberId}) as vote,
    (select a.id from ask.answer a where a.question_id = ${id} and a.author_id = ${caller.memberId}
      and a.removed_at is null) as "answerId",
    (select q.title from ask.question q where q.id = ${duplicateOfId} and ${visibleSql(caller)}) as "duplicateTitle"`.execute(
    db,
  )
  return rows[0] as Own
}

export async function getDetail(db: AskDb, caller: Caller, id: string, now: number): Promise<Question> {
  const row = await getQuestion(db, caller, id)
  const [item] = await toItems(db, caller, [row])
  const own = await ownOf(db, caller, row)
  const followers = await followerCounts(db, caller.companyId, questionBusinessType, [id])
  const follows = await followedAmong(db, caller, questionBusinessType, [id])
  const isOwn = row.authorId === caller.memberId
  return {
    ...(item as NonNullable<typeof item>),
    content: row.content,
    followUps: await followUpsOf(db, id),
    ownVote: own.vote ?? 0,
    revision: row.revision,
    editedAt: row.editedAt,
    acceptedAnswerId: row.acceptedAnswerId,
    duplicateOf:
      row.duplicateOfId !== null && own.duplicateTitle !== null
        ? { id: row.duplicateOfId, title: own.duplicateTitle }
        : null,
    removedReason: isOwn ? row.removedReason : null,
    source: row.source,
    invitations: await invitationsOf(db, caller.companyId, id, now),
    followerCount: followers.get(id) ?? 0,
    following: follows.has(id),
    ownAnswerId: own.answerId,
    mayAnswer: row.state === 'open' && own.answerId === null && !(isOwn && row.isAnonymous),
    mayModerate: mayModerate(caller),
  }
}

/** The history of what the caller may read already; it names nobody, because only the author edits. */
export async function revisionsOf(db: AskDb, companyId: string, subjectId: string) {
  const items: Revision[] = await db
    .selectFrom('ask.revision')
    .select(['number', 'title', 'content', 'created_at as createTime'])
    .where('company_id', '=', companyId)
    .where('subject_id', '=', subjectId)
    .orderBy('number', 'desc')
    .limit(200)
    .execute()
  return { items, recordCount: items.length }
}
