/** What counts of a member's attempts at an exam, kept beside them. A completion is never taken away. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { announceFinished } from '#modules/content/study/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import type { ExamRules } from '../contract/rules.ts'
import type { Result } from '../contract/states.ts'
import { businessType } from '../contract.ts'
import { type ExamsDb, examsTables } from './db.ts'
import { countedOf, type FinalAttempt, resultOf } from './results.ts'

export interface ExamWithRules {
  readonly examId: string
  readonly rules: Pick<ExamRules, 'countingRule' | 'passTenths' | 'goodTenths' | 'excellentTenths'>
}

export interface SettledRecord {
  readonly memberId: string
  readonly before: Result | null
  readonly after: Result | null
}

/** What counts of the final attempts of one member, in the order of their numbers. */
export function recordOf(attempts: readonly FinalAttempt[], rules: ExamWithRules['rules']) {
  const counted = countedOf(attempts, rules.countingRule)
  return {
    score_hundredths: counted?.scoreHundredths ?? null,
    total_tenths: counted?.totalTenths ?? null,
    drawn_total_tenths: counted?.drawnTenths ?? null,
    result: counted ? resultOf(counted.scoreHundredths, rules, counted) : null,
  }
}

/** Brings the records of the members up to date with the attempts that are final, by three statements however many they are. */
export async function settleRecords(
  db: ExamsDb,
  { examId, rules }: ExamWithRules,
  memberIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, SettledRecord>> {
  const ofMembers = sql`r.exam_id = ${examId} and r.member_id = any(${[...new Set(memberIds)]}::uuid[])`
  // Who waits here reads afterwards what the other one has settled.
  await sql`select from exams.record r where ${ofMembers} order by r.member_id for no key update`.execute(db)
  const { rows } = await sql<{ memberId: string; attempts: FinalAttempt[] | null }>`
    select r.member_id as "memberId", final.attempts from exams.record r
    left join lateral (
      select json_agg(json_build_object('scoreTenths', t.score_tenths, 'totalTenths', t.total_tenths,
        'drawnTenths', t.drawn_total_tenths) order by t.number) as attempts
      from exams.attempt t
      where t.exam_id = r.exam_id and t.member_id = r.member_id and t.state = 'final' and t.reset_at is null) final on true
    where ${ofMembers}`.execute(db)
  const settled = rows.map(({ memberId, attempts }) => ({ member_id: memberId, ...recordOf(attempts ?? [], rules) }))
  const { rows: records } = await sql<SettledRecord & { isNew: boolean }>`
    update exams.record r set score_hundredths = n.score_hundredths, total_tenths = n.total_tenths,
      drawn_total_tenths = n.drawn_total_tenths, result = n.result,
      finished_at = coalesce(r.finished_at, case when n.result <> 'fail' then ${now}::bigint end)
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb)
      as n(member_id uuid, score_hundredths int, total_tenths int, drawn_total_tenths int, result text)
    join exams.record before on before.exam_id = ${examId} and before.member_id = n.member_id
    where r.exam_id = ${examId} and r.member_id = n.member_id
    returning r.member_id as "memberId", before.result as before, r.result as after,
      before.finished_at is null and r.finished_at is not null as "isNew"`.execute(db)
  const finished = records.filter((record) => record.isNew).map((record) => record.memberId)
  if (finished.length > 0) await enqueue(db, afterFinished, { examId, memberIds: finished })
  return new Map(records.map((record) => [record.memberId, record]))
}

/** Reports completions to the modules that award something for them. */
export const afterFinished = job({
  name: 'exams.after-finished',
  payload: Type.Object({ examId: Id, memberIds: Type.Array(Id) }),
  async run(connection, { examId, memberIds }) {
    const found = await examsTables(connection)
      .selectFrom('exams.record as r')
      .innerJoin('exams.exam as s', 's.id', 'r.exam_id')
      .select(['r.member_id as memberId', 's.company_id as companyId', 's.name', 'r.finished_at as finishedAt'])
      .where('r.exam_id', '=', examId)
      .where('r.member_id', 'in', memberIds)
      .execute()
    for (const { memberId, companyId, name, finishedAt } of found) {
      if (finishedAt === null) continue
      await announceFinished(connection, { companyId, memberId, businessType, businessId: examId, name, finishedAt })
    }
  },
})
