/** What persons decide on answers, stored with the effect that a fix of the key has on it. */
import { sql } from 'kysely'
import type { Verdict } from '#modules/assessment/questions/contract.ts'
import type { ExamsDb } from '../db.ts'
import { baseOf, effectOf, freshMark } from '../fixing/effects.ts'
import { readFixes } from '../fixing/fixes.ts'
import { fixableMarks, rowOf, storeMarks } from '../fixing/recompute.ts'

export interface DecidedMark {
  readonly attemptId: string
  readonly place: number
  readonly versionId: string
  /** Null: open again. */
  readonly tenths: number | null
  readonly comment: string
}

const verdictOf = (base: Verdict, tenths: number, maxTenths: number): Verdict => {
  if (base === 'needs-marking') return base
  return tenths === maxTenths ? 'right' : tenths === 0 ? 'wrong' : 'partly'
}

/** The attempts are locked. */
export async function storeDecided(
  db: ExamsDb,
  examId: string,
  decided: readonly DecidedMark[],
  { memberId, now }: { readonly memberId: string; readonly now: number },
): Promise<void> {
  if (decided.length === 0) return
  const fixes = await readFixes(db, examId)
  const versionIds = [...new Set(decided.map((one) => one.versionId))]
  const attempts = [...new Set(decided.map((one) => one.attemptId))].map((id) => ({ id }))
  const marks = await fixableMarks(db, attempts, { versionIds, scoredAgain: [] })
  const wanted = new Map(decided.map((one) => [`${one.attemptId} ${one.place}`, one]))
  const rows = marks.flatMap((mark) => {
    const one = wanted.get(`${mark.attemptId} ${mark.place}`)
    if (!one) return []
    const base = baseOf(mark)
    const verdict = one.tenths === null ? base.verdict : verdictOf(base.verdict, one.tenths, base.maxTenths)
    const fresh = freshMark({ ...base, tenths: one.tenths, verdict }, true)
    return [rowOf(mark, effectOf(fresh, fixes.of.get(mark.versionId), null))]
  })
  await storeMarks(db, rows)
  const by = decided.map((one) => ({ attempt_id: one.attemptId, place: one.place, comment: one.comment }))
  await sql`
    update exams.mark m set comment = d.comment, marked_by = ${memberId}, marked_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(by)}::jsonb) as d(attempt_id uuid, place int, comment text)
    where m.attempt_id = d.attempt_id and m.place = d.place`.execute(db)
}
