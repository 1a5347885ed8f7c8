/** Marks are given: to one answer, or to many that say the same. */
import { sql } from 'kysely'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { ANSWER_DECIDED, ANSWER_TAKEN, LEVELS_NOT_FIT, MARK_TOO_HIGH } from '../../contract/codes.ts'
import type { exams } from '../../contract.ts'
import type { ExamsDb } from '../db.ts'
import { type AnswerRow, standingFor } from './answers.ts'
import { dropDrafts } from './drafts.ts'
import { decisionOf, fitsRubric, type GivenMark } from './given-marks.ts'
import { allowedOf, assertAssigned, type Desk, rubricOf } from './settings.ts'
import { storeDecided } from './store-marks.ts'

export type MarkInput = Input<typeof exams.markAnswer>['body']

interface Giving {
  readonly row: AnswerRow
  readonly round: number
}

/** The round in which a mark of the caller counts; refuses where it cannot. */
export function roundFor(desk: Desk, row: AnswerRow, now: number): number {
  const { standing, round } = standingFor(desk, row, now)
  if (round !== null) return round
  const until = Math.max(0, ...(row.given ?? []).map((one) => one.claimedUntil))
  throw standing === 'taken' ? refuse(ANSWER_TAKEN, { until }) : refuse(ANSWER_DECIDED)
}

export function assertFits(desk: Desk, row: Pick<AnswerRow, 'versionId' | 'scoreTenths'>, input: MarkInput): void {
  assertAssigned(desk, row.versionId)
  if (input.tenths > row.scoreTenths) throw refuse(MARK_TOO_HIGH, { maxTenths: row.scoreTenths })
  if (!fitsRubric(rubricOf(desk, row.versionId), input.levels, input.tenths)) throw refuse(LEVELS_NOT_FIT)
}

function withMark({ row, round }: Giving, mark: GivenMark, isDouble: boolean): GivenMark[] {
  // Without double marking the newest mark is the only one.
  const others = (row.given ?? []).filter((one) => one.round !== round && (isDouble || one.round < 3))
  return isDouble ? [...others, mark] : [mark]
}

async function storeGiven(
  db: ExamsDb,
  desk: Desk,
  givings: readonly Giving[],
  mark: Omit<GivenMark, 'round'>,
  now: number,
) {
  const rows = givings.map(({ row, round }) => ({ attempt_id: row.id, place: row.place, round }))
  await sql`
    insert into exams.given_mark (attempt_id, place, round, company_id, member_id, tenths, levels, comment, claimed_until,
      marked_at)
    select g.attempt_id, g.place, g.round, ${desk.caller.companyId}::uuid, ${mark.memberId}::uuid, ${mark.tenths},
      ${mark.levels === null ? null : [...mark.levels]}::int[], ${mark.comment}, ${now}::bigint, ${now}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(attempt_id uuid, place int, round int)
    on conflict (attempt_id, place, round) do update set member_id = excluded.member_id, tenths = excluded.tenths,
      levels = excluded.levels, comment = excluded.comment, claimed_until = excluded.claimed_until,
      marked_at = excluded.marked_at`.execute(db)
}

/** The attempts are locked, and the rounds are those of the caller. */
export async function giveMarks(
  db: ExamsDb,
  desk: Desk,
  givings: readonly Giving[],
  { tenths, levels = null, comment }: { tenths: number; levels?: readonly number[] | null; comment: string },
  now: number,
): Promise<void> {
  const { memberId } = desk.caller
  const { isDouble } = desk.settings
  const mark = { memberId, tenths, levels, comment: comment.trim(), claimedUntil: now }
  await storeGiven(db, desk, givings, mark, now)
  const decided = givings.map((giving) => {
    const { row, round } = giving
    const rules = { isDouble, allowedTenths: allowedOf(desk, row.versionId) }
    const decision = decisionOf(withMark(giving, { ...mark, round }, isDouble), rules)
    return {
      ...{ attemptId: row.id, place: row.place, versionId: row.versionId },
      ...{ tenths: decision?.tenths ?? null, comment: decision?.comment ?? '' },
    }
  })
  const answers = givings.map(({ row: { id, place } }) => ({ id, place }))
  await dropDrafts(db, memberId, answers)
  await storeDecided(db, desk.exam.id, decided, { memberId, now })
}
