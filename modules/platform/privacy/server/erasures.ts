/** Requests and cancellations of erasures. */
import type { Selectable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertNotLastSuperAdmin } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { findPage, type Paging } from '#server/db/page.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { type Erasure, refusals } from '../contract.ts'
import { isWaiting, type PrivacyDb } from './db.ts'
import { eraseMemberJob } from './erase-member.ts'
import { erasureAsked } from './message-types.ts'
import type { DB } from './tables.ts'

type ErasureRow = Selectable<DB['privacy.erasure']>

const dayMs = 86_400_000

function erasureOf(row: ErasureRow): Erasure {
  return {
    id: row.id,
    memberId: row.member_id,
    requestedBy: row.requested_by,
    state: row.state as Erasure['state'],
    requestedAt: row.requested_at,
    dueAt: row.due_at,
    cancelledBy: row.cancelled_by,
    endedAt: row.ended_at,
  }
}

export interface ErasureInput {
  readonly caller: Caller
  readonly memberId: string
  readonly graceDays: number
  readonly now: number
}

/**
 * Requests an erasure after the caller's confirmation. The last super administrator is refused now and again on the due
 * date.
 */
export async function requestErasure(db: PrivacyDb, input: ErasureInput): Promise<Erasure> {
  const { caller, memberId, graceDays, now } = input
  const { companyId } = caller
  await assertNotLastSuperAdmin(db, companyId, memberId)
  const row = await db
    .insertInto('privacy.erasure')
    .values({
      id: uuid(),
      company_id: companyId,
      member_id: memberId,
      requested_by: caller.memberId,
      state: 'waiting',
      requested_at: now,
      due_at: now + graceDays * dayMs,
    })
    .onConflict((conflict) => conflict.column('member_id').where(isWaiting).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw refuse(refusals.ERASURE_WAITING)
  if (graceDays === 0) await enqueue(db, eraseMemberJob, { erasureId: row.id })
  else await notifyMember(db, input)
  return erasureOf(row)
}

async function notifyMember(db: PrivacyDb, { caller, memberId, graceDays, now }: ErasureInput): Promise<void> {
  await notify(db, {
    companyId: caller.companyId,
    type: erasureAsked.code,
    recipients: [memberId],
    variables: { days: String(graceDays) },
    link: '/center/my/profile',
    now,
  })
}

export async function lastErasure(db: PrivacyDb, caller: Caller): Promise<Erasure | null> {
  const row = await db
    .selectFrom('privacy.erasure')
    .selectAll()
    .where('company_id', '=', caller.companyId)
    .where('member_id', '=', caller.memberId)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? erasureOf(row) : null
}

/** Cancels an erasure for its member, or by id for an administrator of the company. */
export async function cancelErasure(
  db: PrivacyDb,
  caller: Caller,
  which: { readonly memberId: string } | { readonly id: string },
  now: number,
): Promise<Erasure> {
  const row = await db
    .updateTable('privacy.erasure')
    .set({ state: 'cancelled', cancelled_by: caller.memberId, ended_at: now })
    .where('company_id', '=', caller.companyId)
    .where('state', '=', 'waiting')
    .where('id' in which ? 'id' : 'member_id', '=', 'id' in which ? which.id : which.memberId)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw refuse(NOT_FOUND)
  return erasureOf(row)
}

export async function listErasures(db: PrivacyDb, caller: Caller, query: Paging) {
  const all = db.selectFrom('privacy.erasure').where('company_id', '=', caller.companyId)
  const { items: rows, recordCount } = await findPage(query, all, (q) =>
    q.selectAll().orderBy('requested_at', 'desc').orderBy('id', 'desc'),
  )
  return { items: rows.map(erasureOf), recordCount }
}

/** Whether the member's data has been erased, so nothing is left to export or erase. */
export async function isErased(db: PrivacyDb, companyId: string, memberId: string): Promise<boolean> {
  const done = await db
    .selectFrom('privacy.erasure')
    .select('id')
    .where('company_id', '=', companyId)
    .where('member_id', '=', memberId)
    .where('state', '=', 'done')
    .executeTakeFirst()
  return done !== undefined
}
