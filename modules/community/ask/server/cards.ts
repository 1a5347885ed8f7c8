/** Knowledge cards: accepted answers with an owner, who looks at them by the date of review. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertNotMuted } from '#modules/content/moderation/server.ts'
import { itemsOfTopicSql, topicsOf } from '#modules/content/topics/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import type { Context } from '#server/module.ts'
import { ANSWER_NOT_ACCEPTED } from '../contract/codes.ts'
import { cardMonthsDefault, type KnowledgeCard, questionBusinessType } from '../contract/shapes.ts'
import type { ask } from '../contract.ts'
import { lockAnswer } from './answers.ts'
import type { AskDb } from './db.ts'
import { writersOf } from './people.ts'
import { mayModerate, shownSql } from './question-rows.ts'

function reviewAfter(now: number, months: number): number {
  const date = new Date(now)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.getTime()
}

export async function makeCard(
  db: AskDb,
  answerId: string,
  { title, months = cardMonthsDefault }: Input<typeof ask.makeCard>['body'],
  { caller, now }: Pick<Context, 'caller' | 'now'>,
) {
  await assertNotMuted(db, caller, now)
  const { answer } = await lockAnswer(db, caller, answerId)
  if (answer.authorId !== caller.memberId && !mayModerate(caller)) throw refuse(NO_PERMISSION)
  if (answer.acceptedAt === null) throw refuse(ANSWER_NOT_ACCEPTED)
  await assertClean(db, caller.companyId, { title })
  const known = await db
    .selectFrom('ask.card')
    .select(['id', 'review_at as reviewAt'])
    .where('answer_id', '=', answerId)
    .executeTakeFirst()
  if (known) return known
  const id = uuid()
  const reviewAt = reviewAfter(now, months)
  await db
    .insertInto('ask.card')
    .values({
      ...{ id, company_id: caller.companyId, answer_id: answerId, title, owner_id: answer.authorId },
      ...{ review_at: reviewAt, reviewed_at: now },
    })
    .execute()
  return { id, reviewAt }
}

interface CardRow {
  readonly id: string
  readonly answerId: string
  readonly questionId: string
  readonly title: string
  readonly content: string
  readonly ownerId: string | null
  readonly expertId: string | null
  readonly reviewAt: number
  readonly reviewedAt: number
}

export async function listCards(
  db: AskDb,
  query: Input<typeof ask.listCards>['query'],
  { caller, now }: Pick<Context, 'caller' | 'now'>,
) {
  const { companyId, memberId } = caller
  const { topicId, state, isOwn, search } = query
  const isStale = sql<boolean>`(c.review_at <= ${now})`
  const inTopic =
    topicId === undefined ? sql`true` : sql`q.id in ${itemsOfTopicSql(companyId, questionBusinessType, topicId)}`
  const matching = sql`from ask.card c join ask.answer a on a.id = c.answer_id and a.removed_at is null
    join ask.question q on q.id = a.question_id and ${shownSql}
    where c.company_id = ${companyId} and ${containsSql(sql.ref('c.title'), search)} and ${inTopic}
      and ${state === undefined ? sql`true` : sql`${isStale} = ${state === 'stale'}::boolean`}
      and ${isOwn ? sql`c.owner_id = ${memberId}` : sql`true`}`
  const page = await sqlPage<CardRow>(db, query, {
    matching,
    rows: (window) => sql<CardRow>`select c.id, a.id as "answerId", q.id as "questionId", c.title, a.content,
      c.owner_id as "ownerId", a.expert_id as "expertId", c.review_at as "reviewAt", c.reviewed_at as "reviewedAt"
      ${matching} order by c.reviewed_at desc, c.id desc ${window}`,
  })
  const writerOf = await writersOf(db, companyId, page.items.map(ownerOf))
  const ids = page.items.map(({ questionId }) => questionId)
  const topics = await topicsOf(db, companyId, questionBusinessType, ids)
  const items = page.items.map((row): KnowledgeCard => {
    const { ownerId, expertId: _, ...card } = row
    return {
      ...card,
      owner: writerOf(ownerOf(row)),
      isOwn: ownerId === memberId,
      stale: row.reviewAt <= now,
      topics: (topics.get(row.questionId) ?? []).map(({ id, name }) => ({ id, name })),
    }
  })
  return { items, recordCount: page.recordCount }
}

const ownerOf = ({ ownerId, expertId }: CardRow) => ({ authorId: ownerId, expertId })

async function lockCard(db: AskDb, caller: Caller, id: string): Promise<void> {
  const card = await db
    .selectFrom('ask.card')
    .select('owner_id')
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!card) throw refuse(NOT_FOUND)
  if (card.owner_id !== caller.memberId && !mayModerate(caller)) throw refuse(NO_PERMISSION)
}

export async function renewCard(db: AskDb, caller: Caller, id: string, months: number, now: number) {
  await lockCard(db, caller, id)
  const reviewAt = reviewAfter(now, months)
  await db.updateTable('ask.card').set({ review_at: reviewAt, reviewed_at: now }).where('id', '=', id).execute()
  return { reviewAt }
}

export async function deleteCard(db: AskDb, caller: Caller, id: string) {
  await lockCard(db, caller, id)
  await db.deleteFrom('ask.card').where('id', '=', id).execute()
  return {}
}
