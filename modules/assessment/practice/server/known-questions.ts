/** How much of what a source asks the member has answered, answered wrong, and has to review today. */
import { type RawBuilder, sql } from 'kysely'
import type { QuestionKind } from '#modules/assessment/questions/contract.ts'
import type { KnownQuestions } from '../contract/practicing.ts'
import type { Member } from './cards.ts'
import { dayOf } from './days.ts'
import type { PracticeDb } from './db.ts'

interface KindRow {
  readonly kind: QuestionKind
  readonly count: number
  readonly answered: number
  readonly wrong: number
  readonly due: number
}

/** `pool`: a table of `id` and `kind`. */
export async function knownOf(
  db: PracticeDb,
  { companyId, memberId }: Member,
  pool: RawBuilder<unknown>,
  now: number,
): Promise<KnownQuestions> {
  const day = await dayOf(db, companyId, now)
  const { rows: kinds } = await sql<KindRow>`
    select q.kind, count(*)::int as count, (count(*) filter (where c.answered_count > 0))::int as answered,
      (count(*) filter (where c.book = 'open'))::int as wrong,
      (count(*) filter (where c.book = 'open' and c.due_day <= ${day}))::int as due
    from ${pool} q
    left join practice.card c on c.question_id = q.id and c.member_id = ${memberId}
    group by q.kind order by count(*) desc, q.kind`.execute(db)
  const sum = (key: 'count' | 'answered' | 'wrong' | 'due') => kinds.reduce((total, row) => total + row[key], 0)
  return {
    ...{ questionCount: sum('count'), answeredCount: sum('answered'), wrongCount: sum('wrong'), dueCount: sum('due') },
    kinds: kinds.map(({ kind, count }) => ({ kind, count })),
  }
}
