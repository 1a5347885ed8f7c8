/** Exams that are sold: who has to buy them, and what a purchase gives. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { sold } from '#modules/commerce/entitlements/server.ts'
import { mustBuy } from '#modules/commerce/prices/server.ts'
import type { Facet } from '#modules/content/catalog/server.ts'
import { EXAM_NOT_OPEN } from '../contract/codes.ts'
import { businessType } from '../contract.ts'
import { type ExamsDb, examsTables } from './db.ts'
import { examLifecycle } from './exam-lifecycle.ts'
import { getPublishedExam } from './published-exams.ts'

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

/** Makes these members examinees, as far as they are not. */
export async function makeExaminees(
  db: ExamsDb,
  companyId: string,
  memberIds: readonly string[],
  ids: readonly string[],
): Promise<void> {
  await sql`
    insert into exams.record (exam_id, member_id, company_id)
    select s.id, m.id, s.company_id from exams.exam s cross join unnest(${[...memberIds]}::uuid[]) m(id)
    where s.id = any(${[...ids]}::uuid[]) and s.company_id = ${companyId}
    on conflict do nothing`.execute(db)
}

/** Whoever has started an attempt has used the exam. The registration, where there is one, stays with the buyer. */
export const soldExam: Facet = sold({
  tradeType: 12,
  async mayPrice(connection, caller, id) {
    return examLifecycle.options.policy.mayEdit(caller, await examLifecycle.get(examsTables(connection), caller, id))
  },
  async started(connection, companyId, memberIds, ids) {
    const rows = await examsTables(connection)
      .selectFrom('exams.record')
      .select('member_id')
      .distinct()
      .where('company_id', '=', companyId)
      .where('exam_id', 'in', [...ids])
      .where('member_id', 'in', [...memberIds])
      .where('opened_at', 'is not', null)
      .execute()
    return rows.map((row) => row.member_id)
  },
  async mayBuy(connection, caller, id, _quantity, now) {
    const { state, hasEnded } = await getPublishedExam(examsTables(connection), caller, id, now)
    if (hasEnded) throw refuse(EXAM_NOT_OPEN, { state })
  },
})
