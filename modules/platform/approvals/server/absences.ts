/**
 * Absences: a substitute decides for the absent member. A substitute may not be absent, so chains and circles cannot
 * occur.
 */

import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { activeMemberIds } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { lockNames } from '#server/db/transaction.ts'
import { ABSENCES_OVERLAP, MEMBER_UNAVAILABLE, SUBSTITUTE_CHAIN } from '../contract/codes.ts'
import type { Person } from '../contract/shapes.ts'
import { type ApprovalsDb, approvalsTables } from './db.ts'
import { peopleOf, personOf } from './people.ts'

/** The current substitutes of the absent members among `memberIds`, by member. */
export async function substitutesOf(
  connection: Connection,
  companyId: string,
  memberIds: readonly string[],
  now: number,
): Promise<Map<string, string>> {
  if (memberIds.length === 0) return new Map()
  const rows = await approvalsTables(connection)
    .selectFrom('approvals.absence')
    .select(['member_id', 'substitute_id'])
    .where('company_id', '=', companyId)
    .where('member_id', '=', (e) => e.fn.any(e.val([...new Set(memberIds)])))
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .execute()
  const able = new Set(
    await activeMemberIds(
      connection,
      companyId,
      rows.map((row) => row.substitute_id),
    ),
  )
  return new Map(rows.filter((row) => able.has(row.substitute_id)).map((row) => [row.member_id, row.substitute_id]))
}

/** The members represented by this substitute now. */
export async function absentMembersOf(
  connection: Connection,
  companyId: string,
  substituteId: string,
  now: number,
): Promise<string[]> {
  const rows = await approvalsTables(connection)
    .selectFrom('approvals.absence')
    .select('member_id')
    .where('company_id', '=', companyId)
    .where('substitute_id', '=', substituteId)
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .execute()
  return rows.map((row) => row.member_id)
}

interface AbsenceRow {
  readonly id: string
  readonly member_id: string
  readonly substitute_id: string
  readonly starts_at: number
  readonly ends_at: number
  readonly reason: string
}

function shown(row: AbsenceRow, people: ReadonlyMap<string, Person>) {
  return {
    id: row.id,
    member: personOf(people, row.member_id),
    substitute: personOf(people, row.substitute_id),
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    reason: row.reason,
  }
}

export async function listAbsences(db: ApprovalsDb, caller: Caller, now: number) {
  const rows = await db
    .selectFrom('approvals.absence')
    .select(['id', 'member_id', 'substitute_id', 'starts_at', 'ends_at', 'reason'])
    .where('company_id', '=', caller.companyId)
    .where((e) => e.or([e('member_id', '=', caller.memberId), e('substitute_id', '=', caller.memberId)]))
    .where('ends_at', '>', now)
    .orderBy('starts_at')
    .limit(100)
    .execute()
  const people = await peopleOf(
    db,
    caller.companyId,
    rows.flatMap((row) => [row.member_id, row.substitute_id]),
  )
  const items = rows.map((row) => shown(row, people))
  return {
    own: { items: items.filter((absence) => absence.member.id === caller.memberId) },
    standingInFor: { items: items.filter((absence) => absence.member.id !== caller.memberId) },
  }
}

export interface NewAbsence {
  readonly substituteId: string
  readonly startsAt: number
  readonly endsAt: number
  readonly reason: string
}

const dayMs = 86_400_000
/** The longest absence; after it, the work belongs to another member. */
const daysMax = 366

function assertPeriod({ startsAt, endsAt }: NewAbsence, now: number): void {
  const wrong = endsAt <= startsAt || endsAt <= now || endsAt - startsAt > daysMax * dayMs
  if (!wrong) return
  const message = 'ends after it starts, in the future, and lasts a year at most'
  throw refuse(INVALID_INPUT, { fields: [{ path: 'endsAt', rule: 'period', message }] })
}

/** Serializes new absences of a company, because two parallel ones could form a circle. */
async function lockAbsences(db: ApprovalsDb, companyId: string): Promise<void> {
  await lockNames(db, `approvals.absence:${companyId}`)
}

async function assertFits(db: ApprovalsDb, caller: Caller, input: NewAbsence): Promise<void> {
  const { memberId, companyId } = caller
  const both = [memberId, input.substituteId]
  const rows = await db
    .selectFrom('approvals.absence')
    .select(['member_id', 'substitute_id'])
    .where('company_id', '=', companyId)
    .where('starts_at', '<', input.endsAt)
    .where('ends_at', '>', input.startsAt)
    .where((e) =>
      e.or([e('member_id', '=', e.fn.any(e.val(both))), e('substitute_id', '=', e.fn.any(e.val([memberId])))]),
    )
    .execute()
  if (rows.some((row) => row.member_id === memberId)) throw refuse(ABSENCES_OVERLAP)
  if (rows.length > 0) throw refuse(SUBSTITUTE_CHAIN)
}

export async function createAbsence(db: ApprovalsDb, caller: Caller, input: NewAbsence, now: number) {
  const { companyId, memberId } = caller
  const { substituteId } = input
  assertPeriod(input, now)
  if (substituteId === memberId) throw refuse(SUBSTITUTE_CHAIN)
  if ((await activeMemberIds(db, companyId, [substituteId])).length === 0) throw refuse(MEMBER_UNAVAILABLE)
  await assertClean(db, companyId, { reason: input.reason })
  await lockAbsences(db, companyId)
  await assertFits(db, caller, input)
  const row = await db
    .insertInto('approvals.absence')
    .values({
      id: uuid(),
      company_id: companyId,
      member_id: memberId,
      substitute_id: substituteId,
      starts_at: input.startsAt,
      ends_at: input.endsAt,
      reason: input.reason.trim(),
      created_at: now,
    })
    .returning(['id', 'member_id', 'substitute_id', 'starts_at', 'ends_at', 'reason'])
    .executeTakeFirstOrThrow()
  return shown(row, await peopleOf(db, companyId, [memberId, substituteId]))
}

/** Ends a running absence now, and deletes a future one. */
export async function endAbsence(db: ApprovalsDb, caller: Caller, id: string, now: number): Promise<void> {
  const absence = await db
    .selectFrom('approvals.absence')
    .select(['starts_at', 'ends_at'])
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .where('member_id', '=', caller.memberId)
    .forUpdate()
    .executeTakeFirst()
  if (!absence || absence.ends_at <= now) throw refuse(NOT_FOUND)
  if (absence.starts_at >= now) {
    await db.deleteFrom('approvals.absence').where('id', '=', id).execute()
    return
  }
  await db.updateTable('approvals.absence').set({ ends_at: now }).where('id', '=', id).execute()
}
