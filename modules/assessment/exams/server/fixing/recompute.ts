/** Scores submitted papers again under the fixes of their keys: a fixed number of statements, however many papers. */
import { sql } from 'kysely'
import type { QuestionAnswer, Verdict } from '#modules/assessment/questions/contract.ts'
import type { AttemptState, Result } from '../../contract/states.ts'
import type { ExamsDb } from '../db.ts'
import { type ExamWithRules, settleRecords } from '../records.ts'
import { resultOf } from '../results.ts'
import { effectOf, type StoredMark } from './effects.ts'
import type { FixesInEffect } from './fixes.ts'

export interface SubmittedAttempt {
  readonly id: string
  readonly memberId: string
  readonly state: AttemptState
  readonly scoreTenths: number | null
  readonly totalTenths: number
  readonly drawnTenths: number | null
  readonly result: Result | null
}

export const submittedColumns = sql`t.id, t.member_id as "memberId", t.state, t.score_tenths as "scoreTenths",
  t.total_tenths as "totalTenths", t.drawn_total_tenths as "drawnTenths", t.result`

export interface FixableMark extends StoredMark {
  readonly attemptId: string
  readonly place: number
  readonly versionId: string
  readonly answer: QuestionAnswer | null
}

/** The marks of the attempts `of` for these versions. Answers are read only where a new key is compared with them. */
export async function fixableMarks(
  db: ExamsDb,
  attempts: readonly { readonly id: string }[],
  { versionIds, scoredAgain }: { readonly versionIds: readonly string[]; readonly scoredAgain: readonly string[] },
): Promise<FixableMark[]> {
  const { rows } = await sql<FixableMark>`
    select m.attempt_id as "attemptId", m.place, m.version_id as "versionId", m.max_tenths as "maxTenths", m.tenths,
      m.verdict, m.marked_by is not null as "isByHand", m.is_fixed as "isFixed", m.drawn_tenths as "drawnTenths",
      m.base_tenths as "baseTenths", m.base_verdict as "baseVerdict", given.answer
    from exams.mark m
    left join lateral (
      select e.answer from exams.answer_event e
      where m.version_id = any(${[...scoredAgain]}::uuid[]) and e.attempt_id = m.attempt_id and e.place = m.place
      order by e.sequence desc limit 1) given on true
    where m.attempt_id = any(${attempts.map(({ id }) => id)}::uuid[]) and m.version_id = any(${[...versionIds]}::uuid[])`.execute(
    db,
  )
  return rows
}

interface MarkRow {
  readonly attempt_id: string
  readonly place: number
  readonly max_tenths: number
  readonly tenths: number | null
  readonly verdict: Verdict
  readonly is_fixed: boolean
  readonly drawn_tenths: number | null
  readonly base_tenths: number | null
  readonly base_verdict: Verdict | null
}

export const rowOf = ({ attemptId, place }: FixableMark, mark: StoredMark): MarkRow => ({
  ...{ attempt_id: attemptId, place, max_tenths: mark.maxTenths, tenths: mark.tenths, verdict: mark.verdict },
  ...{ is_fixed: mark.isFixed, drawn_tenths: mark.drawnTenths, base_tenths: mark.baseTenths },
  base_verdict: mark.baseVerdict,
})

/** What an earlier fix has made of a mark stays as it is under the next one. */
const isSame = (one: StoredMark, other: StoredMark) =>
  one.maxTenths === other.maxTenths &&
  one.tenths === other.tenths &&
  one.verdict === other.verdict &&
  one.isFixed === other.isFixed &&
  one.drawnTenths === other.drawnTenths &&
  one.baseTenths === other.baseTenths &&
  one.baseVerdict === other.baseVerdict

export async function storeMarks(db: ExamsDb, rows: readonly MarkRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update exams.mark m set max_tenths = n.max_tenths, tenths = n.tenths, verdict = n.verdict, is_fixed = n.is_fixed,
      drawn_tenths = n.drawn_tenths, base_tenths = n.base_tenths, base_verdict = n.base_verdict
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n(attempt_id uuid, place int, max_tenths int, tenths int, verdict text, is_fixed boolean, drawn_tenths int,
        base_tenths int, base_verdict text)
    where m.attempt_id = n.attempt_id and m.place = n.place`.execute(db)
}

interface EarnedTotals {
  readonly id: string
  readonly scoreTenths: number
  readonly totalTenths: number
  readonly drawnTenths: number
  readonly isWaiting: boolean
}

async function totalsOf(
  db: ExamsDb,
  attempts: readonly SubmittedAttempt[],
): Promise<ReadonlyMap<string, EarnedTotals>> {
  const { rows } = await sql<EarnedTotals>`
    select attempt_id as id, coalesce(sum(tenths), 0)::int as "scoreTenths", sum(max_tenths)::int as "totalTenths",
      sum(coalesce(drawn_tenths, max_tenths))::int as "drawnTenths", bool_or(tenths is null) as "isWaiting"
    from exams.mark where attempt_id = any(${attempts.map(({ id }) => id)}::uuid[]) group by attempt_id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The attempt after its marks have changed. One that waited for nothing but what was fixed is final now. */
function rescored(
  attempt: SubmittedAttempt,
  earned: EarnedTotals | undefined,
  { rules, hadWaiting }: { readonly rules: ExamWithRules['rules']; readonly hadWaiting: boolean },
): SubmittedAttempt {
  if (!earned) return attempt
  const { scoreTenths, totalTenths, drawnTenths, isWaiting } = earned
  const totals = { totalTenths, drawnTenths: drawnTenths === totalTenths ? null : drawnTenths }
  const isFinal = attempt.state === 'final' || (hadWaiting && !isWaiting)
  if (!isFinal) return { ...attempt, ...totals }
  return { ...attempt, ...totals, state: 'final', scoreTenths, result: resultOf(scoreTenths * 10, rules, earned) }
}

/** `fixesKnown`: the number of the last fix that the scores know now; null: as before. */
async function storeAttempts(
  db: ExamsDb,
  attempts: readonly SubmittedAttempt[],
  fixesKnown: number | null,
): Promise<void> {
  const rows = attempts.map(({ id, state, scoreTenths, totalTenths, drawnTenths, result }) => ({
    ...{ id, state, result, score_tenths: scoreTenths, total_tenths: totalTenths, drawn_total_tenths: drawnTenths },
  }))
  await sql`
    update exams.attempt t set state = n.state, score_tenths = n.score_tenths, total_tenths = n.total_tenths,
      drawn_total_tenths = n.drawn_total_tenths, result = n.result, fixes_known = coalesce(${fixesKnown}::int, t.fixes_known)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n(id uuid, state text, score_tenths int, total_tenths int, drawn_total_tenths int, result text)
    where t.id = n.id`.execute(db)
}

export interface FixEffectRow {
  readonly attempt_id: string
  readonly member_id: string
  readonly score_before: number | null
  readonly score_after: number | null
  readonly total_before: number
  readonly total_after: number
  readonly result_before: Result | null
  readonly result_after: Result | null
  readonly record_before: Result | null
  readonly record_after: Result | null
}

const differs = (one: SubmittedAttempt, other: SubmittedAttempt) =>
  one.scoreTenths !== other.scoreTenths || one.totalTenths !== other.totalTenths || one.result !== other.result

/** The attempts are locked. Answers what has changed; a repeat changes nothing. */
export async function recompute(
  db: ExamsDb,
  exam: ExamWithRules,
  attempts: readonly SubmittedAttempt[],
  fixes: FixesInEffect,
  now: number,
): Promise<FixEffectRow[]> {
  const scoredAgain = [...fixes.of].flatMap(([versionId, { kind }]) => (kind === 'new-key' ? [versionId] : []))
  const marks = await fixableMarks(db, attempts, { versionIds: [...fixes.of.keys()], scoredAgain })
  const waiting = new Set(marks.filter((mark) => mark.tenths === null).map((mark) => mark.attemptId))
  await storeMarks(
    db,
    marks.flatMap((mark) => {
      const after = effectOf(mark, fixes.of.get(mark.versionId), mark.answer)
      return isSame(mark, after) ? [] : [rowOf(mark, after)]
    }),
  )
  const earned = await totalsOf(db, attempts)
  const after = attempts.map((attempt) =>
    rescored(attempt, earned.get(attempt.id), { rules: exam.rules, hadWaiting: waiting.has(attempt.id) }),
  )
  await storeAttempts(db, after, fixes.lastNumber)
  const changed = attempts.flatMap((before, at) => {
    const now = after[at]
    return now && differs(before, now) ? [{ before, now }] : []
  })
  const records = await settleRecords(
    db,
    exam,
    changed.map(({ before }) => before.memberId),
    now,
  )
  return changed.map(({ before, now }) => {
    const record = records.get(before.memberId)
    return {
      ...{ attempt_id: before.id, member_id: before.memberId },
      ...{ score_before: before.scoreTenths, score_after: now.scoreTenths },
      ...{ total_before: before.totalTenths, total_after: now.totalTenths },
      ...{ result_before: before.result, result_after: now.result },
      ...{ record_before: record?.before ?? null, record_after: record?.after ?? null },
    }
  })
}

/** The scores of attempts that wait for them, by their marks: those without an open answer become final. They are locked. */
export async function settleScores(
  db: ExamsDb,
  { examId, rules }: ExamWithRules,
  attempts: readonly SubmittedAttempt[],
  now: number,
): Promise<readonly SubmittedAttempt[]> {
  if (attempts.length === 0) return []
  const earned = await totalsOf(db, attempts)
  const after = attempts.map((attempt) => rescored(attempt, earned.get(attempt.id), { rules, hadWaiting: true }))
  await storeAttempts(db, after, null)
  const memberIds = attempts.map((attempt) => attempt.memberId)
  await settleRecords(db, { examId, rules }, memberIds, now)
  return after
}
