/** Being away: the substitute decides in the absent one's place. No chains and no circles: a substitute is there. */

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

/** Absent member → who stands in at this moment, for those of `memberIds` that are away. */
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

/** The members whose place this one takes at this moment. */
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
/** Longer than this nobody is away; somebody else has the work then. */
const daysMax = 366

function assertPeriod({ startsAt, endsAt }: NewAbsence, now: number): void {
  const wrong = endsAt <= startsAt || endsAt <= now || endsAt - startsAt > daysMax * dayMs
  if (!wrong) return
  const message = 'ends after it starts, in the future, and lasts a year at most'
  throw refuse(INVALID_INPUT, { fields: [{ path: 'endsAt', rule: 'period', message }] })
}

/** Absences of a company are made one after the other, so that two cannot make a circle between them. */
async function lockAbsences(db: ApprovalsDb, companyId: string): Promise<void> {
  await lockNames(db, `approvals.absence:${companyId}`)
}

async function assertFits(db: ApprovalsDb, caller: Caller, wish: NewAbsence): Promise<void> {
  const { memberId, companyId } = caller
  const both = [memberId, wish.substituteId]
  const rows = await db
    .selectFrom('approvals.absence')
    .select(['member_id', 'substitute_id'])
    .where('company_id', '=', companyId)
    .where('starts_at', '<', wish.endsAt)
    .where('ends_at', '>', wish.startsAt)
    .where((e) =>
      e.or([e('member_id', '=', e.fn.any(e.val(both))), e('substitute_id', '=', e.fn.any(e.val([memberId])))]),
    )
    .execute()
  if (rows.some((row) => row.member_id === memberId)) throw refuse(ABSENCES_OVERLAP)
  if (rows.length > 0) throw refuse(SUBSTITUTE_CHAIN)
}

export async function createAbsence(db: ApprovalsDb, caller: Caller, wish: NewAbsence, now: number) {
  const { companyId, memberId } = caller
  const { substituteId } = wish
  assertPeriod(wish, now)
  if (substituteId === memberId) throw refuse(SUBSTITUTE_CHAIN)
  if ((await activeMemberIds(db, companyId, [substituteId])).length === 0) throw refuse(MEMBER_UNAVAILABLE)
  await assertClean(db, companyId, { reason: wish.reason })
  await lockAbsences(db, companyId)
  await assertFits(db, caller, wish)
  const row = await db
    .insertInto('approvals.absence')
    .values({
      id: uuid(),
      company_id: companyId,
      member_id: memberId,
      substitute_id: substituteId,
      starts_at: wish.startsAt,
      ends_at: wish.endsAt,
      reason: wish.reason.trim(),
      created_at: now,
    })
    .returning(['id', 'member_id', 'substitute_id', 'starts_at', 'ends_at', 'reason'])
    .executeTakeFirstOrThrow()
  return shown(row, await peopleOf(db, companyId, [memberId, substituteId]))
}

/** Back again: what has begun ends now, what has not begun is gone. */
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
