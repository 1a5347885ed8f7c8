/** Exams that are sold: who may price them, and what a purchase gives. */
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { sold } from '#modules/commerce/entitlements/server.ts'
import type { Facet } from '#modules/content/catalog/server.ts'
import { EXAM_NOT_OPEN } from '../contract/codes.ts'
import { type ExamsDb, examsTables } from './db.ts'
import { examLifecycle } from './exam-lifecycle.ts'
import { getPublishedExam } from './published-exams.ts'

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
