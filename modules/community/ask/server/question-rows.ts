/** Questions as rows, as their readers see them. */
import { type RawBuilder, sql } from 'kysely'
import { type Caller, coversCompany } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { topicsOf } from '#modules/content/topics/server.ts'
import { moderatesAsk } from '../contract/access.ts'
import { QUESTION_CLOSED } from '../contract/codes.ts'
import {
  type BountyState,
  type QuestionItem,
  type QuestionState,
  questionBusinessType,
  type Source,
} from '../contract/shapes.ts'
import type { AskDb } from './db.ts'
import { writersOf } from './people.ts'

export interface QuestionRow {
  readonly id: string
  readonly companyId: string
  readonly authorId: string | null
  readonly expertId: string | null
  readonly isAnonymous: boolean
  readonly expertsOnly: boolean
  readonly title: string
  readonly content: string
  readonly excerpt: string
  readonly source: Source | null
  readonly state: QuestionState
  readonly duplicateOfId: string | null
  readonly removedReason: string | null
  readonly acceptedAnswerId: string | null
  readonly answerCount: number
  readonly score: number
  readonly bounty: string | null
  readonly bountyState: BountyState
  readonly bountyReservationId: string | null
  readonly bountyExpiresAt: number | null
  readonly bountyRemindedAt: number | null
  readonly bountyCheckAt: number | null
  readonly revision: number
  readonly createdAt: number
  readonly editedAt: number | null
}

const itemColumns = sql`q.id, q.company_id as "companyId", q.author_id as "authorId", q.expert_id as "expertId",
  q.is_anonymous as "isAnonymous", q.experts_only as "expertsOnly", q.title, q.excerpt, q.state,
  q.accepted_answer_id as "acceptedAnswerId", q.answer_count as "answerCount", q.score, q.bounty::text as bounty,
  q.bounty_state as "bountyState", q.bounty_expires_at as "bountyExpiresAt", q.created_at as "createdAt"`

export type ItemRow = Omit<
  QuestionRow,
  | 'content'
  | 'source'
  | 'duplicateOfId'
  | 'removedReason'
  | 'bountyReservationId'
  | 'bountyRemindedAt'
  | 'bountyCheckAt'
  | 'revision'
  | 'editedAt'
>

export const questionItemColumns: RawBuilder<ItemRow> = sql<ItemRow>`${itemColumns}`

const questionColumns = sql<QuestionRow>`${itemColumns}, q.content, q.source, q.duplicate_of_id as "duplicateOfId",
  q.removed_reason as "removedReason", q.bounty_reservation_id as "bountyReservationId",
  q.bounty_reminded_at as "bountyRemindedAt", q.bounty_check_at as "bountyCheckAt", q.revision, q.edited_at as "editedAt"`

/** What everybody of the company reads; the indexes of the lists have this condition. */
export const shownSql = sql<boolean>`q.state in ('open', 'duplicate')`

/** A condition on `q`: the caller may read the question. The asker also reads what was withdrawn or removed. */
export function visibleSql({ companyId, memberId }: Caller): RawBuilder<boolean> {
  return sql<boolean>`q.company_id = ${companyId} and (${shownSql} or q.author_id = ${memberId})`
}

export async function getQuestion(db: AskDb, caller: Caller, id: string): Promise<QuestionRow> {
  const { rows } = await sql<QuestionRow>`
    select ${questionColumns} from ask.question q where q.id = ${id} and ${visibleSql(caller)}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

/** A question of the company, locked until the transaction ends; a job names the company alone. */
export async function lockQuestion(
  db: AskDb,
  { companyId }: Pick<Caller, 'companyId'>,
  id: string,
): Promise<QuestionRow | undefined> {
  const { rows } = await sql<QuestionRow>`
    select ${questionColumns} from ask.question q where q.id = ${id} and q.company_id = ${companyId}
    for no key update`.execute(db)
  return rows[0]
}

/** A question that the caller may read, locked until the transaction ends. */
export async function lockVisible(db: AskDb, caller: Caller, id: string): Promise<QuestionRow> {
  const question = await lockQuestion(db, caller, id)
  if (!question) throw refuse(NOT_FOUND)
  const isShown = question.state === 'open' || question.state === 'duplicate'
  if (!isShown && question.authorId !== caller.memberId) throw refuse(NOT_FOUND)
  return question
}

export function assertAsker(question: QuestionRow, caller: Caller): void {
  if (question.authorId !== caller.memberId) throw refuse(NO_PERMISSION)
}

export function assertOpen(question: QuestionRow): void {
  if (question.state !== 'open') throw refuse(QUESTION_CLOSED, { state: question.state })
}

export const mayModerate = (caller: Caller): boolean => coversCompany(caller, moderatesAsk.permission)

export function assertAskerOrModerator(question: QuestionRow, caller: Caller): void {
  if (question.authorId !== caller.memberId && !mayModerate(caller)) throw refuse(NO_PERMISSION)
}

/** Rows as lists show them, with their writers and topics: one statement each. */
export async function toItems(db: AskDb, caller: Caller, rows: readonly ItemRow[]): Promise<QuestionItem[]> {
  if (rows.length === 0) return []
  const writerOf = await writersOf(db, caller.companyId, rows)
  const topics = await topicsOf(
    db,
    caller.companyId,
    questionBusinessType,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    excerpt: row.excerpt,
    author: writerOf(row),
    isAnonymous: row.isAnonymous,
    isOwn: row.authorId === caller.memberId,
    state: row.state,
    topics: (topics.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
    answerCount: row.answerCount,
    score: row.score,
    hasAccepted: row.acceptedAnswerId !== null,
    expertsOnly: row.expertsOnly,
    bounty:
      row.bounty === null
        ? null
        : { amount: row.bounty, state: row.bountyState, expiresAt: row.bountyExpiresAt ?? row.createdAt },
    createTime: row.createdAt,
  }))
}

/** What is searched for, keeps its place: the list goes on after the row with this id. */
export function afterSql(key: RawBuilder<unknown>, after: string | undefined): RawBuilder<boolean> {
  if (after === undefined) return sql<boolean>`true`
  return sql<boolean>`(${key}, q.id) < (select ${key}, q.id from ask.question q where q.id = ${after}::uuid)`
}
