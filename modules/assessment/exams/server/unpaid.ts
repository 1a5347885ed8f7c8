/** Who has still to buy an exam that is sold. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { mustBuy } from '#modules/commerce/prices/server.ts'
import { businessType } from '../contract.ts'
import type { ExamsDb } from './db.ts'

/** Whether the caller has still to buy the exam; who was registered or had started before it had a price keeps it. */
export async function isUnpaid(
  db: ExamsDb,
  caller: Caller,
  id: string,
  now: number,
  isStarting = false,
): Promise<boolean> {
  const bought = { businessType, id, isStarting }
  // Of an exam without a price nothing else is asked.
  if (!(await mustBuy(db, caller, { ...bought, hadSince: null }, now))) return false
  const { rows } = await sql<{ since: number | null }>`
    select least((select registered_at from exams.registration
        where exam_id = ${id} and member_id = ${caller.memberId} and state in ('waiting', 'pending', 'registered')),
      (select opened_at from exams.record where exam_id = ${id} and member_id = ${caller.memberId})) as since`.execute(
    db,
  )
  return mustBuy(db, caller, { ...bought, hadSince: rows[0]?.since ?? null }, now)
}
