/**
 * Bounties: coins that stay reserved while a question is open. Whoever decides about a bounty has locked the question, so
 * that of an acceptance, an expiry and a withdrawal at one moment only the first moves coins.
 */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { Id } from '#kit/schema.ts'
import { reserve, settle, voidReservation } from '#modules/platform/currency/server.ts'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import { lockNames } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { BOUNTIES_OF_PAIR_USED_UP } from '../contract/codes.ts'
import { bountiesPerPairMax, bountyDays, questionBusinessType } from '../contract/shapes.ts'
import { type AskDb, askTables } from './db.ts'
import { announce } from './messages.ts'
import { lockQuestion, type QuestionRow } from './question-rows.ts'

const dayMs = 86_400_000
/** The asker is reminded so long before the end, and has so long after the reminder. */
const reminderMs = 3 * dayMs
/** Currency frees what nobody decided about; our job comes first, however late a reminder was. */
const marginMs = 30 * dayMs
/** Map `trade-type`: 4 reward. */
const rewardTrade = 4

interface NewBounty {
  readonly id: string
  readonly title: string
  readonly isAnonymous: boolean
  readonly amount: bigint
}

/** In the ledger an anonymous bounty names no question, because managers of coins read the records of members. */
export async function reserveBounty(
  db: AskDb,
  { id, title, isAnonymous, amount }: NewBounty,
  { caller, now }: { readonly caller: Pick<Caller, 'companyId' | 'memberId'>; readonly now: number },
): Promise<void> {
  const expiresAt = now + bountyDays * dayMs
  const { reservationId } = await reserve(db, {
    companyId: caller.companyId,
    memberId: caller.memberId,
    kind: 1,
    amount,
    tradeType: rewardTrade,
    eventKey: `ask-bounty:${id}`,
    ...(!isAnonymous && { businessType: questionBusinessType }),
    businessId: isAnonymous ? uuid() : id,
    subject: isAnonymous ? '匿名提问悬赏 Anonymous bounty' : title,
    expiresAt: expiresAt + marginMs,
    now,
  })
  await db
    .updateTable('ask.question')
    .set({
      ...{ bounty: Number(amount), bounty_state: 'reserved', bounty_reservation_id: reservationId },
      ...{ bounty_expires_at: expiresAt, bounty_check_at: expiresAt - reminderMs },
    })
    .where('id', '=', id)
    .execute()
}

export const isReserved = (question: QuestionRow): boolean => question.bountyState === 'reserved'

/** Gives the coins back to the asker. The question is locked; a bounty that was decided stays as it is. */
export async function returnBounty(db: AskDb, question: QuestionRow, now: number): Promise<void> {
  const { id, companyId, bountyReservationId: reservationId } = question
  if (!isReserved(question) || reservationId === null) return
  await voidReservation(db, { companyId, reservationId, now })
  await db.updateTable('ask.question').set({ bounty_state: 'returned' }).where('id', '=', id).execute()
}

/** Two accounts that pay each other bounties all day are a ring: the rest of the day earns nothing. */
async function assertPairMayPay(db: AskDb, { companyId, asker, answerer }: Pair, now: number): Promise<void> {
  await lockNames(db, `ask-bounties ${[asker, answerer].toSorted().join(' ')}`)
  const dayOf = (instant: unknown) =>
    sql`(to_timestamp(${instant}::bigint / 1000.0) at time zone ${timeZoneSql(companyId)})::date`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ask.question q
    where q.company_id = ${companyId} and q.bounty_state = 'paid' and q.bounty_paid_at > ${now - 2 * dayMs}
      and (q.author_id = ${asker} and q.bounty_paid_to = ${answerer}
        or q.author_id = ${answerer} and q.bounty_paid_to = ${asker})
      and ${dayOf(sql.ref('q.bounty_paid_at'))} = ${dayOf(now)}`.execute(db)
  if ((rows[0]?.count ?? 0) >= bountiesPerPairMax) throw refuse(BOUNTIES_OF_PAIR_USED_UP, { max: bountiesPerPairMax })
}

interface Pair {
  readonly companyId: string
  readonly asker: string
  readonly answerer: string
}

/** Pays the bounty of a locked question. The answerer of an anonymous one does not read who paid. */
export async function payBounty(db: AskDb, question: QuestionRow, answerer: string, now: number): Promise<void> {
  const { id, companyId, authorId: asker, bountyReservationId: reservationId, isAnonymous } = question
  if (!isReserved(question) || reservationId === null || asker === null) return
  await assertPairMayPay(db, { companyId, asker, answerer }, now)
  await settle(db, {
    ...{ companyId, reservationId, now },
    payee: { owner: { kind: 'person', id: answerer }, balanceKind: 'reward' },
    ...(isAnonymous && { createdBy: null }),
  })
  await db
    .updateTable('ask.question')
    .set({ bounty_state: 'paid', bounty_paid_to: answerer, bounty_paid_at: now })
    .where('id', '=', id)
    .execute()
}

/** Reminds the asker of a question with answers, and gives the coins of an expired bounty back. */
export const bountyJob = job({
  name: 'ask.bounty',
  payload: Type.Object({ companyId: Id, questionId: Id }),
  async run(connection, { companyId, questionId }, { now }) {
    const db = askTables(connection)
    const question = await lockQuestion(db, { companyId }, questionId)
    if (!question || !isReserved(question) || question.bountyExpiresAt === null) return
    if ((question.bountyCheckAt ?? 0) > now) return
    const recipients = question.authorId === null ? [] : [question.authorId]
    if (question.answerCount > 0 && question.bountyRemindedAt === null) {
      const endsAt = Math.max(question.bountyExpiresAt, now + reminderMs)
      await schedule(db, questionId, { expiresAt: endsAt, remindedAt: now })
      await announce(db, question, { type: 'ask.bounty-ending', recipients, author: null, now })
    } else if (question.bountyExpiresAt <= now) {
      await returnBounty(db, question, now)
      await announce(db, question, { type: 'ask.bounty-returned', recipients, author: null, now })
    } else await schedule(db, questionId, { expiresAt: question.bountyExpiresAt, remindedAt: null })
  },
})

async function schedule(
  db: AskDb,
  id: string,
  { expiresAt, remindedAt }: { readonly expiresAt: number; readonly remindedAt: number | null },
): Promise<void> {
  await db
    .updateTable('ask.question')
    .set({ bounty_expires_at: expiresAt, bounty_check_at: expiresAt, bounty_reminded_at: remindedAt })
    .where('id', '=', id)
    .execute()
}

/** One job for each bounty, because a transaction moves the coins of one reservation. */
export const dueBountiesJob = job({
  name: 'ask.due-bounties',
  payload: Type.Object({}),
  cron: '*/10 * * * *',
  async run(connection, _payload, { now }) {
    const db = askTables(connection)
    const due = await db
      .selectFrom('ask.question')
      .select(['id', 'company_id'])
      .where('bounty_state', '=', 'reserved')
      .where('bounty_check_at', '<=', now)
      .orderBy('bounty_check_at')
      .limit(500)
      .execute()
    for (const { id, company_id } of due)
      await enqueue(db, bountyJob, { companyId: company_id, questionId: id }, { key: `ask.bounty ${id}` })
  },
})
